import { formatDateTime, formatRelative } from "../../lib/dates";
import { Tooltip } from "../floating/tooltip";
import { useNow } from "./use-now";

/** "5 minutes ago", the full date and time on hover and focus. */
export function RelativeTime({ at }: { at: number }) {
  const now = useNow(at);
  const absolute = formatDateTime(at);
  return (
    <Tooltip text={absolute}>
      <time
        dateTime={new Date(at).toISOString()}
        tabIndex={0}
        className="rounded-sm whitespace-nowrap"
        suppressHydrationWarning
      >
        {formatRelative(at, now)}
        <span className="sr-only">, {absolute}</span>
      </time>
    </Tooltip>
  );
}
