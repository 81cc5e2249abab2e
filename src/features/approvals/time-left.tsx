import { useEffect, useState } from "react";
import { plural } from "../../../convex/lib/pure/text";

const SECOND_MS = 1000;

/** How long something is still possible, by the second. Screen readers hear the time it ends, not every second. */
export function TimeLeft({ until }: { until: number }) {
  const left = useSecondsTo(until);
  if (left <= 0) return null;
  return <span aria-hidden className="font-medium tabular-nums text-ink">{plural(left, "second")} left.</span>;
}

function useSecondsTo(until: number): number {
  const [left, setLeft] = useState(() => secondsTo(until));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsTo(until)), SECOND_MS);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

function secondsTo(until: number): number {
  return Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS));
}
