import type { ReactNode } from "react";
import { cn } from "../cn";
import { VisuallyHidden } from "../text/visually-hidden";
import { useAwaited } from "./awaited";

/** A grey stand-in for one line or block; size it with classes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("h-4 rounded-md bg-pressed", className)} />;
}

/**
 * Wraps the skeleton of a view. Its space is taken at once, its bars appear after 300 ms, so a
 * quick answer never flashes and nothing moves when the content arrives.
 */
export function SkeletonGroup(props: { label: string; children: ReactNode; className?: string }) {
  useAwaited();
  return (
    <div role="status" className={cn("skeleton-appear", props.className)}>
      <VisuallyHidden>{props.label}</VisuallyHidden>
      {props.children}
    </div>
  );
}
