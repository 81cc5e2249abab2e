import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** A router link to a page named by data, such as the task behind an action; its path comes with the data. */
export function PageLink({ to, ...rest }: Omit<ComponentProps<"a">, "href"> & { to: string }) {
  const [path = "", query = ""] = to.split("?");
  return <Link {...rest} to={path as "/"} search={Object.fromEntries(new URLSearchParams(query))} />;
}
