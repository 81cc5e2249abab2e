import { TriangleAlert } from "lucide-react";
import { formatDeadline, formatDuration } from "../../lib/dates";
import { Tooltip } from "../../ui/floating/tooltip";
import { Badge } from "../../ui/text/badge";
import { Nothing } from "../../ui/text/nothing";
import { RelativeTime } from "../../ui/text/relative-time";
import { useNow } from "../../ui/text/use-now";

/** When something is due; what is overdue says so in a word, and by how much. */
export function DueTime({ at, isOverdue }: { at: number | null; isOverdue: boolean }) {
  if (at === null) return <Nothing />;
  return isOverdue ? <Overdue since={at} /> : <RelativeTime at={at} />;
}

function Overdue({ since }: { since: number }) {
  const [largestUnit] = formatDuration(useNow(since) - since).split(" ");
  const due = `Was due ${formatDeadline(since)}`;
  return (
    <Tooltip text={due}>
      <span tabIndex={0} className="inline-flex rounded-full align-middle">
        <Badge variant="destructive" icon={<TriangleAlert aria-hidden />}>
          Overdue <span className="tabular-nums">{largestUnit}</span>
          <span className="sr-only">, {due}</span>
        </Badge>
      </span>
    </Tooltip>
  );
}
