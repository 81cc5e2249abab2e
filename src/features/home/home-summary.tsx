import { Fragment } from "react";
import { GoLink } from "../../components/go-link";
import { useViewer } from "../../shell/session";
import { RelativeTime } from "../../ui/text/relative-time";
import { useNow } from "../../ui/text/use-now";
import { useSinceVisit, useWaiting } from "./api";
import { sinceParts, summary } from "./home-words";

/**
 * "3 things wait for you, 1 overdue. Since your last visit 2 days ago: 2 decided, 3 new replies.": the line under the
 * greeting.
 */
export function HomeSummary() {
  const waiting = useWaiting();
  const now = useNow();
  const hasVisited = (useViewer()?.previousVisitAt ?? null) !== null;
  // The line keeps its height while it waits, so that nothing below it moves.
  return (
    <span className={hasVisited ? "inline-block min-h-10 sm:min-h-5" : "inline-block min-h-5"}>
      {waiting ? (
        <>
          {summary(waiting.items, now)} <Since />
        </>
      ) : null}
    </span>
  );
}

function Since() {
  const visit = useSinceVisit();
  if (!visit) return null;
  const parts = sinceParts(visit);
  if (parts.length === 0)
    return (
      <>
        Nothing new since your last visit <RelativeTime at={visit.since} />.
      </>
    );
  return (
    <>
      Since your last visit <RelativeTime at={visit.since} />:{" "}
      {parts.map(({ text, to }, index) => (
        <Fragment key={text}>
          {index > 0 ? ", " : null}
          <GoLink to={to} className="rounded-sm font-medium text-accent-text hover:underline">
            {text}
          </GoLink>
        </Fragment>
      ))}
      .
    </>
  );
}
