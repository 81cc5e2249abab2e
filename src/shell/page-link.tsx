import type { ComponentProps } from "react";
import { PlainLink } from "../components/row-link";
import { stringifyPlainSearch } from "../lib/plain-search";

/** A link to a page named by data: menu, breadcrumbs. */
export function PageLink({
  to,
  search,
  ...rest
}: Omit<ComponentProps<"a">, "href"> & { to: string; search?: Readonly<Record<string, string>> | undefined }) {
  return <PlainLink {...rest} href={search ? to + stringifyPlainSearch({ ...search }) : to} />;
}
