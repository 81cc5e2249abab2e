import { pathTo } from "../../../convex/site/links";
import { GoLink } from "../../components/go-link";
import { QueryBoundary } from "../../components/query-boundary";
import { formatDateTime } from "../../lib/dates";
import { useViewer } from "../../shell/session";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { Badge } from "../../ui/text/badge";
import { type Session, type Sessions, useOwnSessions, useRunning, useSessionsOf } from "./api";
import { EndButton } from "./end-button";
import { END_WORDS, pagesText } from "./impersonation-words";

/** Who looked through the viewer's eyes, and through whose they looked; and for those who may end it, what runs now. */
export function OwnSessions() {
  const viewer = useViewer();
  return (
    <QueryBoundary title="This list did not load">
      {viewer?.capabilities.includes("impersonation.end") ? <OwnAndRunning /> : <OnlyOwn />}
    </QueryBoundary>
  );
}

/** Both at once: what came later would push away what is being read. */
function OwnAndRunning() {
  const own = useOwnSessions();
  const running = useRunning();
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Own sessions={running && own} />
      {own && running && running.length > 0 ? (
        <>
          <h3 className="text-sm font-semibold">Running now</h3>
          <List label="Running now" sessions={running} nameOf={({ by, as }) => `${by.name} as ${as.name}`} />
        </>
      ) : null}
    </div>
  );
}

/** The same of somebody else. */
export function SessionsOf(props: { personId: string }) {
  return (
    <QueryBoundary title="This list did not load">
      <Of {...props} />
    </QueryBoundary>
  );
}

function OnlyOwn() {
  return <Own sessions={useOwnSessions()} />;
}

function Own({ sessions }: { sessions: Sessions | undefined }) {
  return <Lists sessions={sessions} nobody="Nobody has seen the portal as you." as="As you" by="You as others" />;
}

function Of({ personId }: { personId: string }) {
  return (
    <Lists
      sessions={useSessionsOf(personId)}
      nobody="Nobody has seen the portal as them."
      as="As them"
      by="They as others"
    />
  );
}

function Lists(props: { sessions: Sessions | undefined; nobody: string; as: string; by: string }) {
  const { sessions, nobody, as, by } = props;
  if (sessions === undefined)
    return (
      <SkeletonGroup label="Loading impersonations" className="flex flex-col gap-3">
        <Skeleton className="w-3/5" />
      </SkeletonGroup>
    );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {sessions.ofThem.length === 0 ? (
        <p className="text-muted">{nobody}</p>
      ) : (
        <List label={as} sessions={sessions.ofThem} nameOf={(session) => session.by.name} />
      )}
      {sessions.byThem.length === 0 ? null : (
        <>
          <h3 className="text-sm font-semibold">{by}</h3>
          <List label={by} sessions={sessions.byThem} nameOf={(session) => session.as.name} />
        </>
      )}
    </div>
  );
}

function List(props: { label: string; sessions: readonly Session[]; nameOf: (session: Session) => string }) {
  const { label, sessions, nameOf } = props;
  return (
    <ol aria-label={`${label}, newest first`} className="w-full max-w-xl rounded-md border border-line">
      {sessions.map((session) => (
        <li key={session.id} className="flex flex-col gap-0.5 border-b border-line px-3 py-2 text-sm last:border-b-0">
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <span className="font-medium wrap-anywhere text-ink">{nameOf(session)}</span>
            <Badge variant={session.hasActed ? "warning" : "secondary"}>
              {session.hasActed ? "Acted" : "Only viewed"}
            </Badge>
            {session.about === null ? null : <About about={session.about} />}
            <span className="ml-auto text-muted">{formatDateTime(session.startedAt)}</span>
          </p>
          <p dir="auto" className="wrap-anywhere text-ink-soft">
            {session.reason}
          </p>
          {session.pages.length === 0 ? null : <p className="wrap-anywhere text-muted">{pagesText(session.pages)}</p>}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="wrap-anywhere text-muted">{endText(session)}</p>
            <EndButton session={session} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function About({ about: { kind, key } }: { about: NonNullable<Session["about"]> }) {
  return (
    <GoLink
      to={kind === "request" ? pathTo("request", { id: key }) : pathTo("ticket", { id: key })}
      className="font-mono text-xs text-accent-text hover:underline"
    >
      {key}
    </GoLink>
  );
}

function endText({ endedAt, endedBecause, endedBy }: Session): string {
  if (endedAt === null) return "Still running";
  const how = endedBecause === null ? "Ended" : END_WORDS[endedBecause];
  const on = `${endedBy === null ? how : `Ended by ${endedBy.name}`} on ${formatDateTime(endedAt)}`;
  return endedBy === null ? on : `${on}: ${endedBy.reason}`;
}
