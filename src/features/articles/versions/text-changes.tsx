import { cn } from "../../../ui/cn";
import { VisuallyHidden } from "../../../ui/text/visually-hidden";
import { textDiff } from "./text-diff";

const LOOKS = {
  same: { sign: " ", says: "", classes: "text-ink-soft" },
  gone: { sign: "−", says: "Gone: ", classes: "bg-danger-wash text-danger" },
  new: { sign: "+", says: "New: ", classes: "bg-success-wash text-success" },
} as const;

/** What is gone and what is new in a text, line by line; without a former one all of it is new. */
export function TextChanges({ before, after }: { before: string | null; after: string }) {
  const lines = before === null ? textDiff("", after).filter(({ kind }) => kind === "new") : textDiff(before, after);
  if (lines.every(({ kind }) => kind === "same")) return <p className="text-muted">The words are the same.</p>;
  return (
    <ul className="flex flex-col rounded-md border border-line py-1 text-sm">
      {lines.map(({ kind, text }, place) => (
        <li key={place} className={cn("flex gap-2 px-2 py-0.5", LOOKS[kind].classes)}>
          <span aria-hidden className="w-3 shrink-0 font-mono">
            {LOOKS[kind].sign}
          </span>
          <span dir="auto" className="min-w-0 whitespace-pre-wrap wrap-anywhere">
            <VisuallyHidden>{LOOKS[kind].says}</VisuallyHidden>
            {text === "" ? " " : text}
          </span>
        </li>
      ))}
    </ul>
  );
}
