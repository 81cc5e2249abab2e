import { useRef, useState } from "react";
import { pathTo } from "../../../convex/site/links";
import { PAGES } from "../../../convex/site/pages";
import { cardLinkClasses } from "../../components/card-link";
import { RowsSkeleton } from "../../components/card-skeleton";
import { EmptyLine } from "../../components/empty-line";
import { GoLink } from "../../components/go-link";
import { AccessName, RoleCode } from "../../components/kinds/access-name";
import { SystemIcon } from "../../components/kinds/system-icon";
import { LastUse } from "../../components/last-use/last-use";
import { QueryBoundary } from "../../components/query-boundary";
import { formatDeadline } from "../../lib/dates";
import { useWhyNotNow } from "../../shell/session";
import { Button } from "../../ui/button";
import { buttonClasses } from "../../ui/button-classes";
import { cn } from "../../ui/cn";
import { Tooltip } from "../../ui/floating/tooltip";
import { MoreButton } from "../../ui/list/more-button";
import { Card, CardHeader } from "../../ui/page/card";
import { Disclosure } from "../../ui/page/disclosure";
import { RelativeTime } from "../../ui/text/relative-time";
import { useNow } from "../../ui/text/use-now";
import { type OwnGrant, useOwnGrants } from "./api";
import { BackButton } from "./back-button";
import { endingOf, endWords, isExtendable, splitGrants } from "./end-words";
import { LossLine } from "./loss-line";

/** Rows shown before somebody asks for all. */
const SHOWN = 5;

/** What the viewer holds and until when, with the way to keep it. Live. */
export function MyAccess() {
  return (
    <Card aria-labelledby="my-access" className="@container">
      <CardHeader id="my-access" title="My access" />
      <QueryBoundary title="Your access did not load">
        <Held />
      </QueryBoundary>
    </Card>
  );
}

/** Why the forms that ask for access are closed to the viewer, or null. */
const useWhyNotAsk = (): string | null => useWhyNotNow("requests.create");

function Held() {
  const grants = useOwnGrants();
  const whyNot = useWhyNotAsk();
  const now = useNow();
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (grants === undefined) return <RowsSkeleton rows={3} label="Loading your access" />;
  const { held, ended } = splitGrants(grants, now);
  const shown = isWhole ? held : held.slice(0, SHOWN);
  return (
    <>
      {held.length === 0 ? (
        <EmptyLine
          action={
            whyNot === null ? (
              <GoLink to={PAGES.newRequest.path} className={cardLinkClasses}>
                Ask for access
              </GoLink>
            ) : null
          }
        >
          You have none. Access you are granted appears here with its end date and a way to extend it.
        </EmptyLine>
      ) : (
        <ul ref={list} className="border-t border-line">
          {shown.map((grant) => (
            <HeldRow key={grant.id} grant={grant} now={now} />
          ))}
        </ul>
      )}
      {shown.length < held.length ? (
        <div className="border-t border-line p-2">
          <MoreButton variant="ghost" size="sm" list={list} onMore={() => setWhole(true)}>
            Show {held.length - shown.length} more
          </MoreButton>
        </div>
      ) : null}
      <EndedLately grants={ended} />
    </>
  );
}

const endLooks = {
  over: "font-medium text-danger",
  soon: "font-medium text-warning",
  later: "text-muted",
  never: "text-muted",
} as const;

function HeldRow({ grant, now }: { grant: OwnGrant; now: number }) {
  const { description, code, requestKey, address, expiresAt, extendTo, use } = grant;
  const look = endLooks[endingOf(grant, now)];
  const words = endWords(grant, now);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-b-0 @lg:flex-nowrap">
      <div className="flex min-w-0 flex-1 basis-full flex-col gap-0.5 @lg:basis-auto">
        <p className="flex items-baseline gap-2">
          <SystemIcon system={grant.system} className="translate-y-0.5" />
          <span className="min-w-0 wrap-anywhere text-ink">
            <AccessName description={description} code={code} />
          </span>
          <GoLink
            to={pathTo("request", { id: requestKey })}
            aria-label={`The request behind it, ${requestKey}`}
            className="shrink-0 rounded-sm font-mono text-xs text-muted hover:text-accent-text hover:underline"
          >
            {requestKey}
          </GoLink>
        </p>
        {use === null ? null : (
          <p className="pl-6 text-xs text-muted">
            <LastUse use={use} />
          </p>
        )}
        {grant.loss ? <LossLine description={description} loss={grant.loss} /> : null}
      </div>
      {expiresAt === null ? (
        <span className={cn("text-sm", look)}>{words}</span>
      ) : (
        <Tooltip text={formatDeadline(expiresAt)}>
          <time
            dateTime={new Date(expiresAt).toISOString()}
            tabIndex={0}
            suppressHydrationWarning
            className={cn("rounded-sm text-sm tabular-nums @lg:text-right", look)}
          >
            {words}
            <span className="sr-only">, {formatDeadline(expiresAt)}</span>
          </time>
        </Tooltip>
      )}
      <GoLink
        to={pathTo("task", { taskId: address }, { tab: "access" })}
        aria-label={`History of ${description}`}
        className={cardLinkClasses}
      >
        History
      </GoLink>
      {isExtendable(grant) ? <ExtendLink to={extendTo} description={description} /> : null}
    </li>
  );
}

function ExtendLink({ to, description }: { to: string; description: string }) {
  const whyNot = useWhyNotAsk();
  const label = `Extend access: ${description}`;
  const place = "ml-auto @lg:ml-0";
  if (whyNot !== null)
    return (
      <Button variant="outline" size="sm" aria-label={label} disabledReason={whyNot} className={place}>
        Extend
      </Button>
    );
  return (
    <GoLink to={to} aria-label={label} className={cn(buttonClasses({ variant: "outline", size: "sm" }), place)}>
      Extend
    </GoLink>
  );
}

function EndedLately({ grants }: { grants: readonly OwnGrant[] }) {
  const whyNot = useWhyNotAsk();
  if (grants.length === 0) return null;
  return (
    <Disclosure look="row" className="border-t border-line" title={`Ended in the last 30 days: ${grants.length}`}>
      <ul className="pb-2">
        {grants.map(({ id, description, code, endedAt, endReason, extendTo, backUntil }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-1.5 text-sm">
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere text-ink-soft">
              {description}
              {endReason ? `: ${endReason}` : ""}
              <RoleCode code={code} className="ml-2" />
            </span>
            {endedAt === null ? null : (
              <span className="text-muted">
                <RelativeTime at={endedAt} />
              </span>
            )}
            {backUntil === null ? (
              whyNot === null ? (
                <GoLink to={extendTo} aria-label={`Ask again for ${description}`} className={cardLinkClasses}>
                  Ask again
                </GoLink>
              ) : null
            ) : (
              <BackButton grantId={id} description={description} until={backUntil} whyNot={whyNot} />
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
