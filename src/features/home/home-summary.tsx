import { Fragment } from "react";
import { PAGES } from "../../../convex/site/pages";
import { GoLink } from "../../components/go-link";
import { Awaited } from "../../ui/page/awaited";
import { RelativeTime } from "../../ui/text/relative-time";
import { useNow } from "../../ui/text/use-now";
import { useSinceVisit, useWaitingOrNull } from "./api";
import { newsText, summary } from "./home-words";

/**
 * "3 things are waiting for you, 1 overdue. 5 new since your last visit 2 days ago: 2 decided, 3 new replies.": the line under
 * the greeting. What is new is what the bell counts.
 */
export function HomeSummary() {
  const waiting = useWaitingOrNull();
  const now = useNow();
  if (waiting === undefined) return <Awaited />;
  return (
    <p className="text-base text-muted">
      {waiting === null ? null : summary(waiting.items, now)} <Since />
    </p>
  );
}

function Since() {
  const visit = useSinceVisit();
  if (visit === undefined) return <Awaited />;
  if (visit === null) return null;
  const { since, total, hasOlder, parts } = visit;
  const lastVisit = (
    <>
      since your last visit <RelativeTime at={since} />
    </>
  );
  if (total === 0) return <>Nothing new {lastVisit}.</>;
  const links = parts.map((part, index) => (
    <Fragment key={part.name}>
      {index > 0 ? ", " : null}
      <GoLink to={part.to} className={linkClasses}>
        {newsText(part)}
      </GoLink>
    </Fragment>
  ));
  if (parts.length === 1)
    return (
      <>
        {links}
        {hasOlder ? ", not seen yet" : <> {lastVisit}</>}.
      </>
    );
  return (
    <>
      <GoLink to={PAGES.notifications.path} className={linkClasses}>
        {hasOlder ? `${total} not seen yet` : `${total} new`}
      </GoLink>
      {hasOlder ? null : <> {lastVisit}</>}: {links}.
    </>
  );
}

const linkClasses = "rounded-sm font-medium text-accent-text hover:underline";
