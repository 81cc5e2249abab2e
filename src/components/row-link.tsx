import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cn } from "../ui/cn";

/** A row's own page as a real link: middle click and "open in new tab" work. */
export function RowLink({
  to,
  title,
  children,
  className,
}: {
  to: string;
  title?: string;
  children: ReactNode;
  className?: string;
}) {
  // The pages of one request and one task belong to other features; the router knows them by path.
  return (
    <Link
      to={to as "/"}
      dir="auto"
      title={title}
      className={
        className
          ? cn("rounded-sm", className)
          : "rounded-sm font-medium text-ink hover:text-accent-text hover:underline"
      }
    >
      {children}
    </Link>
  );
}
