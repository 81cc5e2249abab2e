import { ArrowRight } from "lucide-react";
import { fieldWords } from "../../../convex/core/audit/rules/eventWords";
import { VisuallyHidden } from "../../ui/text/visually-hidden";
import { type FieldChange, visibleChanges, storedText } from "./change-text";

/** Changed fields in one line each: name, before, after. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <ul className="flex flex-col gap-0.5 text-sm text-ink-soft">
      {visibleChanges(changes).map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{fieldWords(field)}: </span>
          <span>{storedText(field, before)}</span>
          <ArrowRight aria-hidden className="mx-1 inline size-3.5 text-faint" />
          <VisuallyHidden> to </VisuallyHidden>
          <span>{storedText(field, after)}</span>
        </li>
      ))}
    </ul>
  );
}
