import { TriangleAlert } from "lucide-react";
import { Badge } from "../../ui/badge";
import { RelativeTime } from "../../ui/relative-time";

/** When something is due; what is overdue says so in a word. */
export function DueTime({ at, isOverdue }: { at: number | null; isOverdue: boolean }) {
  if (at === null) return <span className="text-faint">-</span>;
  if (!isOverdue) return <RelativeTime at={at} />;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Badge variant="destructive" icon={<TriangleAlert aria-hidden />}>
        Overdue
      </Badge>
      <RelativeTime at={at} />
    </span>
  );
}
