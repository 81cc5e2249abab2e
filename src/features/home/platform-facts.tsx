import { Activity, CircleCheck, Layers, Stamp, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { pathTo } from "../../../convex/site/links";
import { PAGES } from "../../../convex/site/pages";
import { RowsSkeleton } from "../../components/card-skeleton";
import { FactRow } from "../../components/fact-row";
import { formatRelative } from "../../lib/dates";
import { useNow } from "../../ui/text/use-now";
import { type PlatformState, usePlatform } from "./api";
import { ageText, isLate, queueNote, queueText } from "./platform-words";

/** How the platform is for those who run it, each fact with the page it is about. Live. */
export function PlatformFacts({ systems }: { systems: ReactNode }) {
  const platform = usePlatform();
  const now = useNow();
  if (platform === undefined) return <RowsSkeleton rows={3} label="Loading the platform" />;
  return (
    <ul className="border-t border-line p-1">
      <OldestApproval approval={platform.oldestApproval} now={now} />
      <LastRun run={platform.lastRun} now={now} />
      {systems}
      <Queues queues={platform.queues} />
    </ul>
  );
}

function OldestApproval({ approval, now }: { approval: PlatformState["oldestApproval"]; now: number }) {
  if (approval === null)
    return (
      <FactRow
        to={PAGES.approvals.path}
        label="Oldest approval"
        value="None open"
        Icon={CircleCheck}
        look="text-success"
        isQuiet
      />
    );
  const { address, requestKey, title, openedAt } = approval;
  return (
    <FactRow
      to={pathTo("approval", { approvalId: address })}
      label="Oldest approval"
      value={ageText(openedAt, now)}
      note={`${requestKey} ${title}`}
      Icon={Stamp}
      look="text-muted"
    />
  );
}

function LastRun({ run, now }: { run: PlatformState["lastRun"]; now: number }) {
  const to = PAGES.taskMonitor.path;
  const label = "Last monitor run";
  if (run === null) return <FactRow {...{ to, label }} value="None yet" Icon={Activity} look="text-muted" isQuiet />;
  const value = formatRelative(run.startTime, now);
  if (run.error !== null)
    return <FactRow {...{ to, label, value }} note={`Failed: ${run.error}`} Icon={TriangleAlert} look="text-danger" />;
  return isLate(run.startTime, now) ? (
    <FactRow {...{ to, label, value }} note="It runs every minute" Icon={TriangleAlert} look="text-warning" />
  ) : (
    <FactRow {...{ to, label, value }} Icon={CircleCheck} look="text-success" isQuiet />
  );
}

function Queues({ queues }: { queues: PlatformState["queues"] }) {
  const isEmpty = queues.every(({ waiting }) => waiting === 0);
  return (
    <FactRow
      to={PAGES.environment.path}
      label="Queues"
      value={queueText(queues)}
      note={queueNote(queues)}
      Icon={isEmpty ? CircleCheck : Layers}
      look={isEmpty ? "text-success" : "text-muted"}
      isQuiet={isEmpty}
    />
  );
}
