import { useCallback, useState } from "react";
import { splitForMiddle } from "../../lib/text";
import { cn } from "../cn";
import { Tooltip } from "../floating/tooltip";

/**
 * Text cut to its column, whole on hover and focus: prose at the end, ids in the middle. What fits is no stop of the
 * keyboard.
 */
export function TruncatedText(props: { text: string; cut?: "end" | "middle"; className?: string }) {
  const { text, cut = "end", className } = props;
  const [head, tail] = cut === "middle" ? splitForMiddle(text) : [text, ""];
  const [isCut, setCut] = useState(false);
  const watch = useCallback((node: HTMLElement | null) => {
    if (!node) return undefined;
    const observer = new ResizeObserver(() => setCut(node.scrollWidth > node.clientWidth));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return (
    <Tooltip text={isCut ? text : null}>
      <span tabIndex={isCut ? 0 : undefined} className={cn("flex max-w-full min-w-0 rounded-sm", className)}>
        {/* A screen reader hears the text once and whole; the two parts are for the eye. */}
        <span className="sr-only">{text}</span>
        <span ref={watch} aria-hidden className="truncate">
          {head}
        </span>
        {tail ? (
          <span aria-hidden className="shrink-0 whitespace-pre">
            {tail}
          </span>
        ) : null}
      </span>
    </Tooltip>
  );
}
