import { LoaderCircle, Timer } from "lucide-react";
import { useEffect, useState } from "react";
import { RelativeTime } from "../../ui/text/relative-time";
import type { Execution } from "./api";
import { idleText, monitorState } from "./history-rows";

const tickMs = 1000;

/** Whether a run holds the monitor, or when the next one starts by itself. */
export function MonitorState({ executions }: { executions: readonly Execution[] | undefined }) {
  const now = useTickingNow();
  // The line is there from the beginning, empty: everything stands below it.
  if (executions === undefined)
    return (
      <p aria-hidden className="invisible flex gap-1.5 text-sm">
        <Timer className="size-4" />
        <span>{idleText(0)}</span>
      </p>
    );
  const state = monitorState(executions, now);
  if (state.is === "running") {
    return (
      <p className="flex items-center gap-1.5 text-sm text-ink-soft">
        <LoaderCircle aria-hidden className="size-4 animate-spin text-info" />
        <span>
          A run is in progress, started <RelativeTime at={state.since} />. Pressing Run joins it.
        </span>
      </p>
    );
  }
  return (
    <p className="flex items-center gap-1.5 text-sm text-muted tabular-nums">
      <Timer aria-hidden className="size-4" />
      <span>{idleText(state.secondsLeft)}</span>
    </p>
  );
}

function useTickingNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
