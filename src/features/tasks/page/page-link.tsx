import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { cn } from "../../../ui/cn";

/** A link in running text to a page named by data. */
export function PageLink({ to, className, ...rest }: Omit<ComponentProps<"a">, "href"> & { to: string }) {
  return (
    <Link {...rest} to={to as "/"} className={cn("text-accent-text underline-offset-2 hover:underline", className)} />
  );
}
