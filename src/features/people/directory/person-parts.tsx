/** Parts of what is known of a person, for the sheet beside the list and for their page. */

import type { ReactNode } from "react";
import { lastDay } from "../../../../convex/core/people/rules/dates";
import { dateUtc } from "../../../../convex/lib/pure/time";
import { pathTo } from "../../../../convex/site/links";
import { GoLink } from "../../../components/go-link";
import { NotThere } from "../../../components/not-there";
import { RowLink } from "../../../components/row-link";
import { RequestStatusBadge } from "../../../components/status/request-status-badge";
import { TaskStatusBadge } from "../../../components/status/task-status-badge";
import { buttonClasses } from "../../../ui/button-classes";
import { DescriptionList } from "../../../ui/page/description-list";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { CopyButton } from "../../../ui/text/copy-button";
import { RelativeTime } from "../../../ui/text/relative-time";
import { Accounts, EvidenceLine } from "./accounts";
import type { PersonPage } from "./api";
import { leadsOf, openTasksOf, requestsOf } from "./leads";
import { moreText, rolesText } from "./user-words";

/** While a person is on their way, or where nobody is behind the id. */
export function NotYet({ isGone }: { isGone: boolean }) {
  if (isGone)
    return (
      <NotThere title="There is no such person" list="users">
        The link is wrong, or the portal does not know them.
      </NotThere>
    );
  return (
    <SkeletonGroup label="Loading the person" className="flex flex-col gap-3">
      <Skeleton className="w-1/2" />
      <Skeleton className="h-40" />
      <Skeleton className="h-24" />
    </SkeletonGroup>
  );
}

/** What is known of somebody at one glance, apart from their status. */
export function Facts({ person }: { person: PersonPage }) {
  const { email, roles, roleEnds, startsAt, endsAt, area, manager, lastSeenAt, removed } = person;
  return (
    <DescriptionList
      items={[
        ...(removed === null ? [] : [{ term: "Removed", value: <Removed removed={removed} /> }]),
        {
          term: "Email",
          value: (
            <span className="flex items-center gap-1">
              {email}
              <CopyButton text={email} label="Copy email" />
            </span>
          ),
        },
        { term: "Roles", value: rolesText(roles, roleEnds) },
        ...(startsAt === null ? [] : [{ term: "First day", value: dateUtc(startsAt) }]),
        ...(endsAt === null ? [] : [{ term: "Last day", value: lastDay(endsAt) }]),
        { term: "Business area", value: area ?? "None" },
        {
          term: "Manager",
          value: manager ? (
            <GoLink to={pathTo("person", { personId: manager.id })} className={linkClasses}>
              {manager.name}
            </GoLink>
          ) : (
            "None"
          ),
        },
        { term: "Last seen", value: lastSeenAt === null ? "Never" : <RelativeTime at={lastSeenAt} /> },
      ]}
    />
  );
}

/** When and by whom; the request that carries it out says why, and who took over. */
function Removed({ removed: { at, by, requestKey } }: { removed: NonNullable<PersonPage["removed"]> }) {
  return (
    <span className="wrap-anywhere">
      <RelativeTime at={at} /> by {by}
      {requestKey === null ? null : (
        <>
          {", "}
          <GoLink to={pathTo("requestAsAdmin", { id: requestKey })} className={linkClasses}>
            {requestKey}
          </GoLink>
        </>
      )}
    </span>
  );
}

const linkClasses = "rounded-sm text-accent-text hover:underline";
const listClasses = "flex flex-col";
const lineClasses =
  "flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 text-sm last:border-b-0";

/** A part of what is known of a person. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** How many more there are, and where all of them are. */
function More({ of, to }: { of: { readonly more: number; readonly isAll: boolean }; to?: string }) {
  const text = moreText(of);
  if (text === null) return null;
  return (
    <p className="mt-1 text-sm text-muted">
      {to === undefined ? (
        text
      ) : (
        <GoLink to={to} className={linkClasses}>
          {text}
        </GoLink>
      )}
    </p>
  );
}

/** Accounts with what made each, and access that needs none. */
export function Access({ person }: { person: PersonPage }) {
  return (
    <>
      <Section title="Accounts">
        <Accounts accounts={person.accounts} requestsAt={requestsOf(person.id)} />
      </Section>
      {person.otherAccess.rows.length > 0 ? (
        <Section title="Other access">
          <ul className={listClasses}>
            {person.otherAccess.rows.map((shown) => (
              <li key={`${shown.request?.id} ${shown.text}`} className={lineClasses}>
                <EvidenceLine evidence={shown} />
              </li>
            ))}
          </ul>
          <More of={person.otherAccess} />
        </Section>
      ) : null}
    </>
  );
}

/** The business areas and data domains somebody looks after. */
export function Owned({ person: { areas, domains } }: { person: PersonPage }) {
  if (areas.rows.length + domains.rows.length === 0)
    return <p className="text-sm text-muted">No business area and no data domain.</p>;
  return (
    <>
      <ul className={listClasses}>
        {[
          ...areas.rows.map((row) => ({ ...row, kind: "Business area" })),
          ...domains.rows.map((row) => ({ ...row, kind: "Data domain" })),
        ].map(({ kind, name, isDeputy }) => (
          <li key={`${kind} ${name}`} className={lineClasses}>
            <span className="text-muted">{kind}</span>
            <span className="min-w-0 wrap-anywhere">{name}</span>
            {isDeputy ? <span className="text-muted">as deputy</span> : null}
          </li>
        ))}
      </ul>
      <More of={{ more: areas.more + domains.more, isAll: areas.isAll && domains.isAll }} />
    </>
  );
}

/** What a person asked for, has to decide and has to do. */
export function Work({ person: { id, requests, seats, tasks } }: { person: PersonPage }) {
  return (
    <>
      <WorkList title="Open requests" none="No open request." of={requests} to={requestsOf(id)}>
        {requests.rows.map((row) => (
          <Line key={row.id} requestKey={row.key} to={pathTo("requestAsAdmin", { id: row.key })} title={row.title}>
            <RequestStatusBadge status={row.status} />
          </Line>
        ))}
      </WorkList>
      <WorkList title="Waiting for their decision" none="Nothing to decide." of={seats}>
        {seats.rows.map((row) => (
          <Line
            key={row.approvalId}
            requestKey={row.requestKey}
            to={pathTo("approval", { approvalId: row.address })}
            title={row.title}
          >
            <span className="text-muted">
              since <RelativeTime at={row.since} />
            </span>
          </Line>
        ))}
      </WorkList>
      <WorkList title="Tasks they hold" none="No task." of={tasks} to={openTasksOf(id)}>
        {tasks.rows.map((row) => (
          <Line
            key={row.id}
            requestKey={row.requestKey}
            to={pathTo("taskAsAdmin", { taskId: row.address })}
            title={row.title}
          >
            <TaskStatusBadge status={row.status} />
          </Line>
        ))}
      </WorkList>
    </>
  );
}

function WorkList(props: {
  title: string;
  none: string;
  of: { readonly rows: readonly unknown[]; readonly more: number; readonly isAll: boolean };
  to?: string;
  children: ReactNode;
}) {
  return (
    <Section title={props.title}>
      {props.of.rows.length === 0 ? (
        <p className="text-sm text-muted">{props.none}</p>
      ) : (
        <ul className={listClasses}>{props.children}</ul>
      )}
      <More of={props.of} to={props.to} />
    </Section>
  );
}

function Line({
  requestKey,
  to,
  title,
  children,
}: {
  requestKey: string;
  to: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <li className={lineClasses}>
      <span className="shrink-0 font-mono text-xs text-muted">{requestKey}</span>
      <RowLink to={to} className="min-w-0 flex-1 basis-40 text-ink hover:text-accent-text hover:underline">
        {title}
      </RowLink>
      {children}
    </li>
  );
}

/** Where everything of this person is listed. */
export function Leads({ id }: { id: string }) {
  return leadsOf(id).map(([label, to]) => (
    <GoLink key={label} to={to} className={buttonClasses({ variant: "outline", size: "sm" })}>
      {label}
    </GoLink>
  ));
}
