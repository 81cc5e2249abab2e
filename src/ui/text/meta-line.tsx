import type { ReactNode } from "react";
import { cn } from "../cn";

/**
 * Small facts in one line with a dot between them; nothing at all when there is none. The dot is for the eye only. It
 * stands before a fact in a margin that is cut away on the left, so that no line begins or ends with one.
 */
export function MetaLine({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p
      className={cn(
        "-ml-4 flex flex-wrap text-sm text-muted [clip-path:inset(-4px_-4px_-4px_12px)] empty:hidden *:relative *:pl-4 *:before:absolute *:before:left-0 *:before:w-4 *:before:text-center *:before:text-faint *:before:content-['·'_/_'']",
        className,
      )}
    >
      {children}
    </p>
  );
}
