import { Link } from "@tanstack/react-router";
import { pathTo } from "../../../../convex/site/links";
import { PAGES } from "../../../../convex/site/pages";
import { cardLinkClasses } from "../../../components/card-link";
import { RowsSkeleton } from "../../../components/card-skeleton";
import { EmptyLine } from "../../../components/empty-line";
import { GoLink } from "../../../components/go-link";
import { TypeIcon } from "../../../components/kinds/type-icon";
import { QueryBoundary } from "../../../components/query-boundary";
import { RequestStatusBadge } from "../../../components/status/request-status-badge";
import { Target } from "../../../components/target";
import { useWhyNotNow } from "../../../shell/session";
import { cn } from "../../../ui/cn";
import { Card, CardHeader } from "../../../ui/page/card";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useNow } from "../../../ui/text/use-now";
import { type RequestProgress, useMyProgress } from "./api";
import { ProgressStrip } from "./progress-strip";
import { byAttention, currentStep, dueLook, holderText, positionText } from "./progress-words";

/** Requests shown here; all of them are one click away. */
const SHOWN = 6;

/** The viewer's open requests as progress strips: how far, who holds it, since when, until when. Live. */
export function MyOpenRequests() {
  return (
    <Card aria-labelledby="my-open-requests" className="@container">
      <CardHeader
        id="my-open-requests"
        title="My open requests"
        actions={
          <Link to={PAGES.requests.path} search={{ show: "open" }} className={cardLinkClasses}>
            {PAGES.requests.title}
          </Link>
        }
      />
      <QueryBoundary title="Your requests did not load">
        <OpenRequests />
      </QueryBoundary>
    </Card>
  );
}

function OpenRequests() {
  const requests = useMyProgress();
  const mayAsk = useWhyNotNow("requests.create") === null;
  if (requests === undefined) return <RowsSkeleton rows={3} label="Loading your requests" />;
  if (requests.length === 0) {
    return (
      <EmptyLine
        action={
          mayAsk ? (
            <Link to={PAGES.newRequest.path} className={cardLinkClasses}>
              New request
            </Link>
          ) : null
        }
      >
        None. Your requests appear here with every step they take.
      </EmptyLine>
    );
  }
  const shown = byAttention(requests).slice(0, SHOWN);
  const more = requests.length - shown.length;
  return (
    <>
      <ul className="border-t border-line">
        {shown.map((request) => (
          <OpenRequest key={request.id} request={request} />
        ))}
      </ul>
      {more > 0 ? (
        <p className="border-t border-line px-4 py-2.5 text-sm">
          <Link to={PAGES.requests.path} search={{ show: "open" }} className={cardLinkClasses}>
            {more} more
          </Link>
        </p>
      ) : null}
    </>
  );
}

function OpenRequest({ request }: { request: RequestProgress }) {
  const { key, typeKey, title, target, status, steps, byName } = request;
  const step = currentStep(steps);
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-col items-start justify-between gap-x-4 gap-y-1.5 @lg:flex-row">
        <p className="flex max-w-full min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="flex min-w-0 items-baseline gap-2">
            <TypeIcon typeKey={typeKey} className="translate-y-0.5" />
            <GoLink
              to={pathTo("request", { id: key })}
              className="min-w-0 rounded-sm font-medium wrap-anywhere text-ink hover:text-accent-text hover:underline"
            >
              {title}
            </GoLink>
          </span>
          <span className="shrink-0 font-mono text-xs text-muted">{key}</span>
          {target === null ? null : <Target name={target} />}
        </p>
        <RequestStatusBadge status={status} />
      </div>
      <ProgressStrip steps={steps} />
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
        <span className="tabular-nums">
          {positionText(steps)}
          {step ? `: ${step.title}` : null}
        </span>
        {step ? <span className="text-muted">{holderText(step, status)}</span> : null}
        {step?.since && step.status === "Running" ? (
          <span className="text-muted">
            since <RelativeTime at={step.since} />
          </span>
        ) : null}
        {byName ? <span className="text-muted">asked by {byName}</span> : null}
        <Due dueAt={request.dueAt} />
      </p>
    </li>
  );
}

function Due({ dueAt }: { dueAt: number | null }) {
  const now = useNow();
  if (dueAt === null) return null;
  const isLate = dueAt <= now;
  return (
    <span className={cn("@lg:ml-auto", dueLook(dueAt, now))}>
      {isLate ? "was due " : "due "}
      <RelativeTime at={dueAt} />
    </span>
  );
}
