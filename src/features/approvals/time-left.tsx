import { useEffect, useState } from "react";
import { plural } from "../../../convex/lib/pure/text";
import { SECOND_MS } from "../../../convex/lib/pure/time";

/** How long something is still possible, by the second. Screen readers hear the time it ends, not every second. */
export function TimeLeft({ until }: { until: number }) {
  const left = useSecondsTo(until);
  if (left === null || left <= 0) return null;
  return (
    <span aria-hidden className="font-medium tabular-nums text-ink">
      {plural(left, "second")} left.
    </span>
  );
}

/** The seconds until then, 0 from then on; null without an end. */
export function useSecondsTo(until: number | null): number | null {
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => setLeft(secondsTo(until)), SECOND_MS);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? null : left;
}

function secondsTo(until: number | null): number | null {
  return until === null ? null : Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS));
}
