import { QueryBoundary } from "../../components/query-boundary";
import { RequestStatusBadge } from "../../components/request-status-badge";
import { Card, CardHeader } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { RelativeTime } from "../../ui/relative-time";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton";
import { TruncatedText } from "../../ui/truncated-text";
import { type RequestProgress, useMyProgress } from "./api";
import { ProgressStrip } from "./progress-strip";
import { currentStep, holderText, positionText } from "./view";

/** The viewer's open requests as progress strips: how far, who holds it, since when. Live. */
export function MyOpenRequests() {
  return (
    <Card aria-labelledby="my-open-requests">
      <CardHeader id="my-open-requests" title="My open requests" />
      <QueryBoundary title="Your requests did not load">
        <OpenRequests />
      </QueryBoundary>
    </Card>
  );
}

function OpenRequests() {
  const requests = useMyProgress();
  if (requests === undefined) return <LoadingRequests />;
  if (requests.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title="You have no open requests" className="pt-0">
        Requests you send appear here with every step they take.
      </EmptyState>
    );
  }
  return (
    <ul className="border-t border-line">
      {requests.map((request) => (
        <OpenRequest key={request.id} request={request} />
      ))}
    </ul>
  );
}

function OpenRequest({ request }: { request: RequestProgress }) {
  const step = currentStep(request.steps);
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-col items-start justify-between gap-x-4 gap-y-1.5 sm:flex-row">
        <p className="flex max-w-full min-w-0 items-baseline gap-2">
          <span className="shrink-0 font-mono text-xs text-muted">{request.key}</span>
          <TruncatedText text={request.title} className="font-medium text-ink" />
        </p>
        <RequestStatusBadge status={request.status} />
      </div>
      <ProgressStrip steps={request.steps} />
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
        <span className="tabular-nums">
          {positionText(request.steps)}
          {step ? `: ${step.title}` : null}
        </span>
        {step ? <span className="text-muted">{holderText(step, request.status)}</span> : null}
        {step?.since ? (
          <span className="text-muted">
            since <RelativeTime at={step.since} />
          </span>
        ) : null}
      </p>
    </li>
  );
}

function LoadingRequests() {
  return (
    <SkeletonGroup label="Loading your requests" className="flex flex-col gap-6 px-4 pt-1 pb-5">
      {[0, 1].map((row) => (
        <div key={row} className="flex flex-col gap-2.5">
          <Skeleton className="w-3/5" />
          <Skeleton className="h-1.5" />
          <Skeleton className="h-3 w-2/5" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
