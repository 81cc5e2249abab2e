import { formatTimeOrDate } from "../../lib/dates";
import { Ticks } from "../../ui/chart/ticks";
import { useNow } from "../../ui/text/use-now";
import type { Execution } from "./api";
import { SHOWN_RUNS, stripTitle, ticksOf } from "./run-ticks";

/** The last runs at a glance, live; one that is chosen is opened in the list. */
export function RunStrip(props: {
  executions: readonly Execution[];
  chosen: Execution["id"] | null;
  onChoose: (id: Execution["id"]) => void;
}) {
  const { executions, chosen, onChoose } = props;
  const now = useNow();
  const ticks = ticksOf(executions, now);
  const first = executions[Math.min(executions.length, SHOWN_RUNS) - 1];
  return (
    <Ticks
      title={stripTitle(executions)}
      measure="Each bar is a run: tall red failed, green scheduled tasks, short grey had nothing to do"
      summary={`${stripTitle(executions)}. Enter on a run shows its task changes.`}
      ticks={ticks}
      room={SHOWN_RUNS}
      head={["Start Time", "Duration", "Requests", "Tasks Scheduled"]}
      ends={{ from: first ? formatTimeOrDate(first.startTime, now) : "", to: "now" }}
      empty="Runs appear here, the newest at the right"
      onChoose={(id) => onChoose(id as Execution["id"])}
      chosen={chosen}
    />
  );
}
