import { type ReactNode, Suspense, useState } from "react";
import { TEAMS_TITLE } from "../../../../convex/core/supportTeams/rules";
import { TOPIC_NAMES, TOPICS } from "../../../../convex/core/tickets/rules";
import { plural } from "../../../../convex/lib/pure/text";
import { Button } from "../../../ui/button";
import { lazyPart } from "../../../ui/lazy-part";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { DescriptionList } from "../../../ui/page/description-list";
import { PageHeader } from "../../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { useTabTitle } from "../../../ui/page/use-tab-title";
import { RelativeTime } from "../../../ui/text/relative-time";
import { type Teams, type TeamsState, useSupportTeams } from "../api";
import { VersionRow } from "../version-row";

const TeamsForm = lazyPart(() => import("./teams-form").then((part) => part.TeamsForm));

const DOES =
  "Which business area looks after tickets about each topic. Its admins are notified of new tickets, and agents can hand a ticket to another team.";

/** Which team looks after which tickets: now, and every version there was. */
export function TeamsPage() {
  const state = useSupportTeams();
  const [wish, setWish] = useState<Teams | null>(null);
  useTabTitle(TEAMS_TITLE);
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <PageHeader
        title={TEAMS_TITLE}
        context={DOES}
        actions={
          <Button
            size="sm"
            disabledReason={state ? null : "Loading"}
            onClick={() => (state ? setWish(state.teams) : undefined)}
          >
            Change
          </Button>
        }
      />
      {state ? (
        <>
          <Card aria-labelledby="teams-now">
            <CardHeader id="teams-now" title="Topics" />
            <DescriptionList
              className="px-4 pb-2"
              items={TOPIC_NAMES.map((topic) => ({ term: TOPICS[topic].label, value: teamWords(state, topic) }))}
            />
          </Card>
          <History state={state} onSet={setWish} />
          <Suspense fallback={null}>
            {wish === null ? null : <TeamsForm state={state} start={wish} onClose={() => setWish(null)} />}
          </Suspense>
        </>
      ) : (
        <SkeletonGroup label="Loading the support teams" className="flex flex-col gap-3">
          <Skeleton className="h-64" />
        </SkeletonGroup>
      )}
    </div>
  );
}

function teamWords({ topics }: TeamsState, topic: string): ReactNode {
  const found = topics.find((one) => one.topic === topic);
  if (!found) return <span className="text-muted">Everyone who answers tickets</span>;
  const { team, agents } = found;
  return (
    <>
      {team}
      <span className="text-muted">
        {" · "}
        {agents === 0
          ? "Nobody in it answers tickets, so everyone who does is notified"
          : `${plural(agents, "person", "people")} notified`}
      </span>
    </>
  );
}

function History({ state: { versions, version }, onSet }: { state: TeamsState; onSet: (teams: Teams) => void }) {
  return (
    <Card aria-labelledby="teams-versions">
      <CardHeader id="teams-versions" title="History" />
      <CardBody>
        <ul className="flex flex-col">
          {versions.map((one) => (
            <VersionRow
              key={one.version}
              words={one.words}
              isNow={one.version === version}
              onSet={() => onSet(one.teams)}
            >
              <RelativeTime at={one.setAt} /> by {one.by}: {one.reason}
            </VersionRow>
          ))}
          <VersionRow words="No teams" isNow={version === 0} onSet={() => onSet({})}>
            The default
          </VersionRow>
        </ul>
      </CardBody>
    </Card>
  );
}
