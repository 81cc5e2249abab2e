import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cn } from "../ui/cn";
import { VisuallyHidden } from "../ui/text/visually-hidden";

/** A row's own page as a real link: middle click and "open in new tab" work. */
export function RowLink({
  to,
  title,
  children,
  className,
  isNewTab = false,
}: {
  to: string;
  title?: string;
  children: ReactNode;
  className?: string;
  /** Opens beside what is being written. */
  isNewTab?: boolean;
}) {
  // The pages of one request and one task belong to other features; the router knows them by path.
  return (
    <Link
      to={to as "/"}
      dir="auto"
      title={title}
      {...(isNewTab && { target: "_blank" })}
      className={
        className
          ? cn("rounded-sm", className)
          : "rounded-sm font-medium text-ink hover:text-accent-text hover:underline"
      }
    >
      {children}
      {isNewTab ? <VisuallyHidden> (opens in a new tab)</VisuallyHidden> : null}
    </Link>
  );
}
