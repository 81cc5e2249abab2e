import { RefreshCw } from "lucide-react";
import { useState } from "react";
import type { EnvironmentReading } from "../../../contracts/environment";
import { formatBytes } from "../../lib/bytes";
import { formatDuration } from "../../lib/dates";
import { Button } from "../../ui/button";
import { cn } from "../../ui/cn";
import { Alert } from "../../ui/page/alert";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { FactList } from "../../ui/page/fact-list";
import { PageHeader } from "../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { RelativeTime } from "../../ui/text/relative-time";
import { useEnvironment } from "./api";
import { Clock } from "./clock";
import { EngineFigures } from "./engine-figures";
import { ErrorGroups } from "./error-groups";
import type { ClockAhead } from "./figure-words";
import { OutsideParts } from "./outside-parts";
import { Queues } from "./queues";
import { Secrets } from "./secrets";

/** What this portal runs on, as of the last reading. */
export function Environment({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  const { reading, clock, hasFailed, isReading, readAgain } = useEnvironment();
  const [openedAt] = useState(() => Date.now());
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Environment"
        context="What this portal runs on. Secrets are never shown."
        actions={
          <>
            {/* Its room is there before the first reading, so that the button stays where it is. */}
            <span className={cn("text-sm text-muted", !reading && "invisible")}>
              As of <RelativeTime at={reading?.readAt ?? openedAt} />
            </span>
            <Button variant="outline" busy={isReading} busyLabel="Reading" onClick={readAgain}>
              <RefreshCw aria-hidden />
              Refresh
            </Button>
          </>
        }
      />
      {hasFailed && reading ? (
        <Alert meaning="warning" title="The latest reading failed">
          The figures below are from the last one that worked.
        </Alert>
      ) : null}
      <Body reading={reading} clock={clock} hasFailed={hasFailed} onRetry={readAgain} />
      {reading || (reading === undefined && hasFailed) ? <ErrorGroups query={query} onQuery={onQuery} /> : null}
    </div>
  );
}

function Body(props: {
  reading: EnvironmentReading | null | undefined;
  clock: ClockAhead | null;
  hasFailed: boolean;
  onRetry: () => void;
}) {
  const { reading, clock, hasFailed, onRetry } = props;
  if (reading) return <Reading reading={reading} clock={clock} />;
  if (reading === null) {
    return (
      <Card>
        <EmptyState kind="no-right" title="You cannot see this page">
          Only super admins can. Another super admin can grant the role.
        </EmptyState>
      </Card>
    );
  }
  if (!hasFailed) return <LoadingReading />;
  return (
    <Card>
      <EmptyState
        kind="failed"
        title="The environment could not be read"
        action={
          <Button variant="outline" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        The portal itself keeps working.
      </EmptyState>
    </Card>
  );
}

function Reading({ reading, clock }: { reading: EnvironmentReading; clock: ClockAhead | null }) {
  const { version, nodeVersion, uptimeMs, isDemo, dataBytes, engine, backend, parts, secrets } = reading;
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card aria-labelledby="environment-portal">
          <CardHeader id="environment-portal" title="This portal" />
          <CardBody>
            <FactList
              items={[
                { term: "Version", value: <span className="font-mono text-sm">{version}</span> },
                { term: "Node", value: <span className="font-mono text-sm">{nodeVersion}</span> },
                { term: "Running for", value: <span className="tabular-nums">{formatDuration(uptimeMs)}</span> },
                { term: "Data folder", value: <span className="tabular-nums">{formatBytes(dataBytes)}</span> },
                { term: "World", value: isDemo ? "Demo world" : "Live data" },
                { term: "This browser's clock", value: <Clock clock={clock} /> },
                {
                  term: "Backend's clock",
                  value: <Clock clock={backend && { aheadMs: backend.clockAheadMs, exactToMs: 0 }} />,
                },
              ]}
            />
          </CardBody>
        </Card>
        <EngineFigures engine={engine} history={reading.engineHistory} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Queues reading={reading} />
        <Secrets secrets={secrets} />
      </div>
      <OutsideParts parts={parts} />
    </>
  );
}

function LoadingReading() {
  return (
    <SkeletonGroup label="Reading the environment" className="grid gap-4 lg:grid-cols-2">
      {[0, 1].map((card) => (
        <Card key={card} className="flex h-64 flex-col gap-5 p-4">
          <Skeleton className="w-32" />
          <Skeleton className="w-64 max-w-full" />
          <Skeleton className="w-56 max-w-full" />
          <Skeleton className="w-60 max-w-full" />
        </Card>
      ))}
    </SkeletonGroup>
  );
}
