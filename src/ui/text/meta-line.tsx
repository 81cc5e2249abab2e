import type { ReactNode } from "react";
import { cn } from "../cn";

/** Small facts in one line with a dot between them; nothing at all when there is none. The dot is for the eye only. */
export function MetaLine({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p
      className={cn(
        "flex flex-wrap text-sm text-muted empty:hidden [&>:not(:last-child)]:after:mx-1.5 [&>:not(:last-child)]:after:text-faint [&>:not(:last-child)]:after:content-['·'_/_'']",
        className,
      )}
    >
      {children}
    </p>
  );
}
