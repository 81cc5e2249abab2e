import { ArrowRight } from "lucide-react";
import { fieldWords } from "../../convex/audit/rules/words";
import { formatDateTime } from "../lib/dates";
import { VisuallyHidden } from "../ui/visually-hidden";

/** One field before and after, as the audit trail keeps it. */
export interface FieldChange {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A time is recognised by its field's name: the trail keeps milliseconds. */
const timeField = /(At|Until)$/;

/** A stored value as text a person can read; "none" stands for nothing. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "number" && timeField.test(field)) return formatDateTime(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.length === 0 ? "none" : value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value as string | number | bigint);
}

/** Changed fields in one line each: name, before, after. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <ul className="flex flex-col gap-0.5 text-sm text-ink-soft">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{fieldWords(field)}: </span>
          <span>{valueText(field, before)}</span>
          <ArrowRight aria-hidden className="mx-1 inline size-3.5 text-faint" />
          <VisuallyHidden> to </VisuallyHidden>
          <span>{valueText(field, after)}</span>
        </li>
      ))}
    </ul>
  );
}
