import type { ReactNode } from "react";
import { RoleCode } from "./kinds/access-name";
import { RowLink } from "./row-link";

/** The first things of a list on the page of something else, or a word that there are none. */
export function Lines(props: {
  of: { hasMore: boolean; rows: readonly unknown[] };
  none: string;
  more: string;
  children: ReactNode;
}) {
  if (props.of.rows.length === 0) return <p className="text-sm text-muted">{props.none}</p>;
  return (
    <>
      <ul className="flex flex-col">{props.children}</ul>
      {props.of.hasMore ? <p className="text-sm text-muted">These are the first. {props.more}</p> : null}
    </>
  );
}

/** One of them, with a link to its page where the viewer has one. */
export function Line({
  to,
  title,
  code = null,
  children,
}: {
  to: string | null;
  title: string;
  /** Its name in its system, below the title. */
  code?: string | null;
  children: ReactNode;
}) {
  return (
    <li className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-1.5 text-sm last:border-b-0">
      <span className="min-w-0 wrap-anywhere">
        {to === null ? <span className="font-medium">{title}</span> : <RowLink to={to}>{title}</RowLink>}
        <RoleCode code={code} className="block" />
      </span>
      <span className="flex flex-wrap items-center gap-2">{children}</span>
    </li>
  );
}
