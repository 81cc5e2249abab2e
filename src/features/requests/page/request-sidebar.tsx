import { KeyRound, PauseCircle } from "lucide-react";
import { DAY_MS } from "../../../../convex/lib/pure/time";
import { pathTo } from "../../../../convex/site/links";
import { GoLink } from "../../../components/go-link";
import { AccessName } from "../../../components/kinds/access-name";
import { LastUse } from "../../../components/last-use/last-use";
import { formatDate, formatDeadline } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { buttonClasses } from "../../../ui/button-classes";
import { cn } from "../../../ui/cn";
import { Card } from "../../../ui/page/card";
import { SideFact } from "../../../ui/page/description-list";
import { Badge, type BadgeVariant } from "../../../ui/text/badge";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useNow } from "../../../ui/text/use-now";
import { daysOf, durationOf, roleOf } from "./answers";
import type { RequestDetail } from "./api";
import { PageLink } from "./page-link";

/** Who, when, where and what came of it: the facts beside the timeline. */
export function RequestSidebar({
  request,
  isAdminFrame,
  className,
}: {
  request: RequestDetail;
  isAdminFrame: boolean;
  className?: string;
}) {
  const { requester, beneficiary, businessArea, domain, risk, clonedFrom, costEstimate, participants } = request;
  return (
    <aside aria-label="Facts" className={cn("flex min-w-0 flex-col gap-4", className)}>
      <Card className="px-4 py-3">
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm lg:grid-cols-1">
          <SideFact term="Requested by">{request.requestedBy}</SideFact>
          {beneficiary.id === requester.id ? null : <SideFact term="For">{beneficiary.name}</SideFact>}
          {participants.length === 0 ? null : <SideFact term="Also taking part">{participants.join(", ")}</SideFact>}
          <KeyAnswers request={request} />
          <Dates request={request} />
          {businessArea ? <SideFact term="Business area">{businessArea}</SideFact> : null}
          {domain ? <SideFact term="Data domain">{domain}</SideFact> : null}
          <SideFact term="Risk">
            <Risk risk={risk} />
          </SideFact>
          {costEstimate ? (
            <SideFact term="Estimated cost">
              {formatMoney(costEstimate.amountMinor / 100, costEstimate.currency)} a month
            </SideFact>
          ) : null}
          <SentTogether request={request} isAdminFrame={isAdminFrame} />
          {clonedFrom ? (
            <SideFact term="Copied from">
              <PageLink
                to={pathTo(isAdminFrame ? "requestAsAdmin" : "request", { id: clonedFrom.key })}
                className="text-accent-text underline-offset-2 hover:underline"
              >
                {clonedFrom.key}
              </PageLink>
            </SideFact>
          ) : null}
        </dl>
      </Card>
      <Grants request={request} />
    </aside>
  );
}

/** What was asked for and for how long, until the access itself says when it ends. */
function KeyAnswers({ request }: { request: RequestDetail }) {
  const now = useNow();
  const [role, duration, days] = [roleOf(request), durationOf(request), daysOf(request)];
  const isToCome = request.grants.length === 0 && request.endedAt === null;
  return (
    <>
      {role === null ? null : (
        <SideFact term="Role">
          <span className="font-mono text-xs">{role}</span>
        </SideFact>
      )}
      {duration === null ? null : <SideFact term="Duration">{duration}</SideFact>}
      {days === null || !isToCome ? null : (
        <SideFact term="End">
          <span suppressHydrationWarning>{formatDate(now + days * DAY_MS)} if granted today</span>
        </SideFact>
      )}
    </>
  );
}

/** What was sent in the same cart, as far as the viewer may see it. */
function SentTogether({ request: { sentTogether }, isAdminFrame }: { request: RequestDetail; isAdminFrame: boolean }) {
  if (sentTogether.length === 0) return null;
  return (
    <SideFact term="Sent together with">
      <ul className="flex flex-wrap gap-x-2 gap-y-0.5">
        {sentTogether.map(({ key, title }) => (
          <li key={key}>
            <PageLink
              to={pathTo(isAdminFrame ? "requestAsAdmin" : "request", { id: key })}
              title={title}
              className="text-accent-text underline-offset-2 hover:underline"
            >
              {key}
            </PageLink>
          </li>
        ))}
      </ul>
    </SideFact>
  );
}

function Dates({ request: { createdAt, submittedAt, endedAt, dueAt, pausedSince } }: { request: RequestDetail }) {
  return (
    <>
      {submittedAt === null ? (
        <SideFact term="Begun">
          <RelativeTime at={createdAt} />
        </SideFact>
      ) : (
        <SideFact term="Sent">
          <RelativeTime at={submittedAt} />
        </SideFact>
      )}
      {endedAt !== null ? (
        <SideFact term="Ended">
          <RelativeTime at={endedAt} />
        </SideFact>
      ) : null}
      {endedAt === null && pausedSince !== null ? (
        <SideFact term="Deadlines">
          <span className="text-warning">
            <PauseCircle aria-hidden className="mr-1.5 inline size-4 align-text-bottom" />
            Paused <RelativeTime at={pausedSince} />
          </span>
        </SideFact>
      ) : null}
      {endedAt === null && dueAt !== null ? (
        <SideFact term="Due">
          <Due at={dueAt} isPaused={pausedSince !== null} />
        </SideFact>
      ) : null}
    </>
  );
}

/** The day it was promised for; late is said in words, and not while deadlines are paused. */
function Due({ at, isPaused }: { at: number; isPaused: boolean }) {
  const isLate = useNow(at) > at && !isPaused;
  return (
    <time dateTime={new Date(at).toISOString()} className={cn(isLate && "text-danger")} suppressHydrationWarning>
      {formatDeadline(at)}
      {isLate ? ", late" : null}
    </time>
  );
}

const risks: Record<RequestDetail["risk"], { variant: BadgeVariant; label: string }> = {
  low: { variant: "neutral", label: "Low" },
  medium: { variant: "warning", label: "Medium" },
  high: { variant: "destructive", label: "High" },
};

function Risk({ risk }: { risk: RequestDetail["risk"] }) {
  const { variant, label } = risks[risk];
  return <Badge variant={variant}>{label}</Badge>;
}

const grantLooks: Record<RequestDetail["grants"][number]["state"], BadgeVariant> = {
  Active: "default",
  Expiring: "warning",
  Expired: "neutral",
  Revoked: "destructive",
  Superseded: "neutral",
};

function Grants({ request }: { request: RequestDetail }) {
  const { grants, viewer, requester, beneficiary } = request;
  // Whoever holds it extends it; for somebody else the requester cannot.
  const extendable =
    viewer.isRequester && requester.id === beneficiary.id
      ? grants.find(({ state, expiresAt }) => expiresAt !== null && (state === "Active" || state === "Expiring"))
      : undefined;
  if (grants.length === 0) return null;
  return (
    <Card className="px-4 py-3">
      <h2 className="mb-2 flex items-center gap-1.5 text-sm font-semibold text-ink">
        <KeyRound aria-hidden className="size-4 text-muted" />
        Access granted
      </h2>
      <ul className="flex flex-col gap-3 text-sm">
        {grants.map(({ id, description, code, state, expiresAt, endedAt, use }) => (
          <li key={id} className="flex flex-col items-start gap-1">
            <span className="wrap-anywhere text-ink">
              <AccessName description={description} code={code} />
            </span>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
              <Badge variant={grantLooks[state]}>{state}</Badge>
              <span>
                {endedAt !== null
                  ? `ended ${formatDate(endedAt)}`
                  : expiresAt === null
                    ? "no end date"
                    : `until ${formatDate(expiresAt)}`}
              </span>
            </span>
            {endedAt !== null || use === null ? null : (
              <span className="text-xs text-muted">
                <LastUse use={use} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {extendable ? (
        <GoLink
          to={pathTo("extendAccess", { grantId: extendable.address })}
          className={cn(buttonClasses({ variant: "outline", size: "sm" }), "mt-3")}
        >
          Extend
        </GoLink>
      ) : null}
    </Card>
  );
}
