import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** A router link to a page named by data (menu, breadcrumbs), which the router's types cannot know. */
export function PageLink({
  to,
  search,
  ...rest
}: Omit<ComponentProps<"a">, "href"> & { to: string; search?: Readonly<Record<string, string>> }) {
  // The menu shows only paths the router has; the cast keeps that knowledge in one place.
  return <Link {...rest} to={to as "/"} {...(search && { search: search as never })} />;
}
