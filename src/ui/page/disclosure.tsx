import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../cn";

const looks = {
  /** Among other words: as wide as its own. */
  line: { whole: "", line: "w-fit max-w-full rounded-sm py-1", content: "pt-1 pb-2" },
  /** From edge to edge of a card or a list; what it holds brings its own margins. */
  row: { whole: "", line: "rounded-b-lg px-4 py-2.5 -outline-offset-2", content: "" },
  /** A separate object on the page. */
  card: {
    whole: "rounded-lg border border-line bg-surface",
    line: "rounded-lg px-4 py-2.5 -outline-offset-2",
    content: "px-4 pt-1 pb-3",
  },
} as const;

/**
 * One line that opens. The browser's own element, and its content is always on the page: so the search of the browser
 * finds the words within and opens it.
 */
export function Disclosure(props: {
  title: ReactNode;
  look?: keyof typeof looks;
  /** Open at first. */
  isOpen?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const look = looks[props.look ?? "line"];
  return (
    <details open={props.isOpen} className={cn("min-w-0 open:[&>summary>svg]:rotate-90", look.whole, props.className)}>
      <summary
        className={cn(
          "flex cursor-pointer list-none items-center gap-1.5 text-sm text-ink-soft hover:text-ink pointer-coarse:min-h-11",
          "[&::-webkit-details-marker]:hidden [&>svg]:text-muted hover:[&>svg]:text-ink",
          look.line,
        )}
      >
        <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform" />
        <span className="min-w-0 flex-1 wrap-anywhere">{props.title}</span>
      </summary>
      <div className={look.content}>{props.children}</div>
    </details>
  );
}
