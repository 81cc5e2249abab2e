import { Suspense, useState } from "react";
import { type ConfigKey, isConfigKey, specOf, valueText } from "../../../convex/core/config/rules";
import { rangeText } from "../../../convex/core/config/rules/optionWords";
import { HOURS_OPTION, HOURS_TITLE } from "../../../convex/core/supportHours/rules/hours";
import { TEAMS_OPTION, TEAMS_TITLE } from "../../../convex/core/supportTeams/rules";
import { NotThere } from "../../components/not-there";
import { QueryBoundary } from "../../components/query-boundary";
import { useProposalCommands, useProposals } from "../../components/second-person/api";
import { EndedProposals, OpenProposal } from "../../components/second-person/proposals";
import { useAuth } from "../../shell/session";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import { PageHeader } from "../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { useTabTitle } from "../../ui/page/use-tab-title";
import { RelativeTime } from "../../ui/text/relative-time";
import { type OptionVersion, useVersions } from "./api";

const HoursPage = lazyPart(() => import("./hours/hours-page").then((part) => part.HoursPage));
const TeamsPage = lazyPart(() => import("./teams/teams-page").then((part) => part.TeamsPage));
const OptionForm = lazyPart(() => import("./option-form").then((part) => part.OptionForm));

/** One option: what it is, what it is set to, and every value it had. */
export function OptionPage({ option }: { option: string }) {
  return (
    <QueryBoundary title="The option could not be loaded" page="Option">
      {isConfigKey(option) ? (
        <Known option={option} />
      ) : option === HOURS_OPTION ? (
        <Suspense fallback={<PageHeader title={HOURS_TITLE} />}>
          <HoursPage />
        </Suspense>
      ) : option === TEAMS_OPTION ? (
        <Suspense fallback={<PageHeader title={TEAMS_TITLE} />}>
          <TeamsPage />
        </Suspense>
      ) : (
        <div className="flex flex-col gap-4">
          <PageHeader title="Option" />
          <NotThere title="There is no such option" list="config">
            The link is wrong, or a later version of the portal dropped it.
          </NotThere>
        </div>
      )}
    </QueryBoundary>
  );
}

/** What is to be set: anything, or what a version had set. */
type Wish = { readonly to: "new" } | { readonly to: "earlier"; readonly version: number; readonly value: number };

function Known({ option }: { option: ConfigKey }) {
  const versions = useVersions(option);
  const proposals = useProposals(option);
  const commands = useProposalCommands(useAuth().stepUp);
  const [wish, setWish] = useState<Wish | null>(null);
  const { title, does, usual } = specOf(option);
  useTabTitle(title);
  if (versions === undefined || proposals === undefined)
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title={title} context={does} />
        <SkeletonGroup label="Loading the option" className="flex flex-col gap-3">
          <Skeleton className="h-40" />
        </SkeletonGroup>
      </div>
    );
  const [newest] = versions;
  const value = newest?.value ?? usual;
  const waits = proposals.some(({ state }) => state === "open")
    ? "A change to it is waiting for a second person"
    : null;
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <PageHeader
        title={title}
        context={does}
        actions={
          <Button size="sm" disabledReason={waits} onClick={() => setWish({ to: "new" })}>
            Change
          </Button>
        }
      />
      <OpenProposal proposals={proposals} commands={commands} />
      <Facts option={option} value={value} />
      <History option={option} versions={versions} proposals={proposals} disabledReason={waits} onSet={setWish} />
      <Suspense fallback={null}>
        {wish === null ? null : (
          <OptionForm
            option={option}
            value={value}
            shownVersion={newest?.version ?? 0}
            earlier={wish.to === "earlier" ? wish : null}
            onClose={() => setWish(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

function Facts({ option, value }: { option: ConfigKey; value: number }) {
  const { usual, risk } = specOf(option);
  return (
    <Card className="p-4">
      <h2 className="sr-only">Now</h2>
      <DescriptionList
        items={[
          { term: "Value", value: valueText(option, value) },
          { term: "Default", value: valueText(option, usual) },
          { term: "Allowed", value: rangeText(option) },
          {
            term: "Takes two people",
            value: risk ? `${risk.side === "above" ? "Above" : "Below"} the default. ${risk.because}` : "Never",
          },
        ]}
      />
    </Card>
  );
}

function History(props: {
  option: ConfigKey;
  versions: readonly OptionVersion[];
  proposals: NonNullable<ReturnType<typeof useProposals>>;
  disabledReason: string | null;
  onSet: (wish: Wish) => void;
}) {
  const { option, versions, proposals, disabledReason, onSet } = props;
  const { usual } = specOf(option);
  return (
    <Card aria-labelledby="versions">
      <CardHeader id="versions" title="History" />
      <CardBody className="flex flex-col gap-3">
        <ul className="flex flex-col">
          {versions.map((version, index) => (
            <Version
              key={version.version}
              option={option}
              version={version}
              isNow={index === 0}
              disabledReason={disabledReason}
              onSet={() => onSet({ to: "earlier", version: version.version, value: version.value })}
            />
          ))}
          <Version
            option={option}
            version={{ version: 0, value: usual }}
            isNow={versions.length === 0}
            disabledReason={disabledReason}
            onSet={() => onSet({ to: "earlier", version: 0, value: usual })}
          />
        </ul>
        <EndedProposals proposals={proposals} />
      </CardBody>
    </Card>
  );
}

function Version(props: {
  option: ConfigKey;
  version: Pick<OptionVersion, "version" | "value"> & Partial<OptionVersion>;
  isNow: boolean;
  disabledReason: string | null;
  onSet: () => void;
}) {
  const { value, setAt, by = [], reason } = props.version;
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 text-sm last:border-b-0">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium tabular-nums">{valueText(props.option, value)}</span>{" "}
        <span className="text-muted">
          {setAt === undefined ? (
            "The default"
          ) : (
            <>
              <RelativeTime at={setAt} /> by {by.join(" and ")}: {reason}
            </>
          )}
        </span>
      </span>
      {props.isNow ? (
        <span className="text-muted">Current</span>
      ) : (
        <Button size="sm" variant="outline" disabledReason={props.disabledReason} onClick={props.onSet}>
          Set back
          <span className="sr-only"> to {valueText(props.option, value)}</span>
        </Button>
      )}
    </li>
  );
}
