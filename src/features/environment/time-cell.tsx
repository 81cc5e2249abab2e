import { cn } from "../../ui/cn";
import { Cell } from "../../ui/list/table";
import { RelativeTime } from "../../ui/text/relative-time";

/** A time of a row; where the row is a card it bears its name, and one without a time takes no line. */
export function TimeCell({ label, at }: { label: string; at: number | null }) {
  return (
    <Cell
      className={cn("whitespace-nowrap text-muted @max-2xl/rows:col-span-2", at === null && "@max-2xl/rows:hidden")}
    >
      <span aria-hidden className="@2xl/rows:hidden">
        {label}{" "}
      </span>
      {at === null ? "-" : <RelativeTime at={at} />}
    </Cell>
  );
}
