import { useSyncExternalStore } from "react";
import { formatDateTime, formatRelative } from "../lib/dates";
import { Tooltip } from "./tooltip";

const tickMs = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tickedAt = 0;

/** One timer for all relative times on the page, running only while one is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    tickedAt = Date.now();
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function currentTick(): number {
  if (timer === undefined || tickedAt === 0) tickedAt = Math.max(tickedAt, Date.now() - (Date.now() % 1000));
  return tickedAt;
}

/** "5 minutes ago", the full date and time on hover and focus. */
export function RelativeTime({ at }: { at: number }) {
  const now = useSyncExternalStore(subscribe, currentTick, () => at);
  const absolute = formatDateTime(at);
  return (
    <Tooltip text={absolute}>
      <time dateTime={new Date(at).toISOString()} tabIndex={0} className="rounded-sm whitespace-nowrap" suppressHydrationWarning>
        {formatRelative(at, now)}
        <span className="sr-only">, {absolute}</span>
      </time>
    </Tooltip>
  );
}
