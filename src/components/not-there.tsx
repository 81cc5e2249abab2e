import type { ReactNode } from "react";
import { type PageId, pageOf } from "../../convex/site/pages";
import { buttonClasses } from "../ui/button-classes";
import { EmptyState } from "../ui/page/empty-state";
import { PlainLink } from "./row-link";

/** The page where something that is not there would be listed; where that has another address or name, both. */
interface Back {
  readonly list: PageId;
  readonly to?: string;
  readonly label?: string;
}

/** The one way on from what is not there: to its list. */
export function WayBack({ list, to = pageOf(list).path, label = pageOf(list).title }: Back) {
  return (
    <PlainLink href={to} className={buttonClasses({ variant: "outline" })}>
      {label}
    </PlainLink>
  );
}

/** Instead of something that is not there, or not its reader's to see: the same words for both, and a way on. */
export function NotThere(props: Back & { title: string; children: ReactNode; className?: string }) {
  const { title, children, className = "px-0", ...back } = props;
  return (
    <EmptyState kind="no-match" title={title} className={className} action={<WayBack {...back} />}>
      {children}
    </EmptyState>
  );
}
