import { Laptop, Smartphone } from "lucide-react";
import { Button } from "../../../ui/button";
import { EmptyState } from "../../../ui/page/empty-state";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { RelativeTime } from "../../../ui/text/relative-time";
import { deviceName, isHandheld } from "../devices";
import { usePersonSessions } from "./api";

/** Where somebody is signed in, for those who may sign them out; who may not is told so. */
export function PersonSessions({ personId }: { personId: string }) {
  const { sessions, hasFailed, readAgain } = usePersonSessions(personId);
  if (hasFailed && sessions === undefined)
    return (
      <EmptyState
        kind="failed"
        title="The sessions did not load"
        className="p-0"
        action={
          <Button variant="outline" onClick={readAgain}>
            Try again
          </Button>
        }
      >
        Where they are signed in could not be read.
      </EmptyState>
    );
  if (sessions === undefined)
    return (
      <SkeletonGroup label="Loading their sessions" className="flex flex-col gap-4 py-2">
        <Skeleton className="w-56" />
        <Skeleton className="w-64" />
      </SkeletonGroup>
    );
  if (sessions === null)
    return <p className="text-sm text-muted">Only those who can sign them out see where they are signed in.</p>;
  if (sessions.length === 0) return <p className="text-sm text-muted">They are not signed in anywhere.</p>;
  return (
    <ul aria-label="Sessions, last used first" className="max-w-xl rounded-md border border-line">
      {sessions.map(({ id, userAgent, startedAt, lastSeenAt }) => {
        const Icon = isHandheld(userAgent) ? Smartphone : Laptop;
        return (
          <li key={id} className="flex items-center gap-3 border-b border-line px-3 py-2.5 last:border-b-0">
            <Icon aria-hidden className="size-5 shrink-0 text-muted" />
            <div className="min-w-0">
              <p className="font-medium text-ink">{deviceName(userAgent)}</p>
              <p className="text-sm text-muted">
                Last used <RelativeTime at={lastSeenAt} /> · signed in <RelativeTime at={startedAt} />
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
