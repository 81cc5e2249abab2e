import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PAGES } from "../../../convex/site/pages";
import { useWhyNotNow } from "../../shell/session";
import { cn } from "../../ui/cn";

/** What stands where forms are closed because somebody only looks through the eyes of whose Home it is. */
export const CLOSED_WORDS = "You are only viewing the portal. Act for them to request something.";

/** Whether the forms of requests are open to the viewer. */
export function useMayAsk(): boolean {
  return useWhyNotNow("requests.create") === null;
}

/** The form of a type, or as its plain words where forms are closed. */
export function AskLink(props: { type: string; className: string; hover: string; children: ReactNode }) {
  const { type, className, hover, children } = props;
  if (!useMayAsk()) return <span className={className}>{children}</span>;
  return (
    <Link to={PAGES.newRequest.path} search={{ type }} className={cn(className, hover)}>
      {children}
    </Link>
  );
}
