import { Equal, Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { Plan } from "../../../../convex/lib/pure/plan";
import { RoleCode } from "../../../components/kinds/access-name";
import { DiffTable } from "../../../components/plan/plan-view";
import { formatDate } from "../../../lib/dates";
import { Alert } from "../../../ui/page/alert";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import type { ShownApproval, WaitingRow } from "../api";
import { Deadline } from "../deadline";
import { alsoAsksWords } from "../decision-words";
import { RequestChips } from "../request-chips";
import { RiskBadge } from "../risk-badge";

/** Why, what would be different, and what is held now: as much as most decisions need. */
export function PeekBasis({ row, page }: { row: WaitingRow; page: ShownApproval | null | undefined }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <p className="text-ink-soft">
          For <span className="font-medium text-ink">{row.beneficiary}</span>
          {row.requester === row.beneficiary ? "" : `, asked by ${row.requester}`}. You decide {row.capacity}.
          {row.ahead.length === 0 ? null : ` ${alsoAsksWords(row.ahead)}.`}
        </p>
        <p className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
          <span className="font-mono text-xs">{row.requestKey}</span>
          {row.type.name}
          <RequestChips of={row} />
          <RiskBadge risk={row.risk} />
        </p>
        <p className="text-sm">
          <Deadline expireAt={row.expireAt} isPaused={row.isPaused} />
        </p>
      </div>
      {row.otherAreaReason === null ? null : (
        <Alert meaning="warning" title="Another business area">
          {row.otherAreaReason}
        </Alert>
      )}
      <Part title="Why">
        <p dir="auto" className="whitespace-pre-line text-ink wrap-anywhere">
          {row.reason ?? "No reason was given."}
        </p>
      </Part>
      {page === undefined ? <NotYet /> : page === null ? null : <FromPage page={page} />}
    </div>
  );
}

/** Answers that the chips say already; a role, where it stands as what would be different. */
const IN_CHIPS: ReadonlySet<string> = new Set(["durationDays", "duration", "sensitivity"]);

function FromPage({ page }: { page: ShownApproval }) {
  const { question, gives, beneficiary } = page.request;
  const lines = page.request.lines.filter(
    ({ name, code }) => !IN_CHIPS.has(name) && (code === null || code !== gives?.code),
  );
  return (
    <>
      {question ? (
        <Alert meaning="warning" title={`${question.by} asked`}>
          “{question.text}”
        </Alert>
      ) : null}
      <Part title="What would be different">{gives === null ? <Changes page={page} /> : <Access page={page} />}</Part>
      {gives === null && page.access.length > 0 ? (
        <Part title={`What ${beneficiary.name} holds now`}>
          <ul className="flex flex-col gap-1.5">
            {page.access.map((held) => (
              <Held key={`${held.system} ${held.description} ${held.code}`} held={held} />
            ))}
          </ul>
        </Part>
      ) : null}
      {lines.length === 0 ? null : (
        <Part title="Answers">
          <dl className="grid grid-cols-[minmax(6rem,10rem)_1fr] gap-x-3 gap-y-1.5">
            {lines.map(({ name, label, value, code }) => (
              <div key={name} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd dir="auto" className="min-w-0 text-ink wrap-anywhere">
                  {value}
                  <RoleCode code={code} className="block" />
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
    </>
  );
}

/** The access that would come, above the access that is there. */
function Access({ page: { request, access } }: { page: ShownApproval }) {
  const { gives, duration, extension, beneficiary } = request;
  const isHeld = access.some(({ description, code }) => description === gives?.description && code === gives.code);
  const newEnd = extension?.newEnd ?? null;
  const until = newEnd !== null ? `until ${formatDate(newEnd)}` : duration === null ? "" : `for ${duration}`;
  return (
    <ul className="flex flex-col gap-1.5">
      <li className="flex items-start gap-2 rounded-md bg-success-wash px-2 py-1.5 text-success">
        <Plus aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 font-medium wrap-anywhere">
          {isHeld ? "More time: " : ""}
          {gives?.description} <span className="font-normal">{until}</span>
          <RoleCode code={gives?.code ?? null} className="block text-success" />
        </span>
      </li>
      {access.map((held) => (
        <Held key={`${held.system} ${held.description} ${held.code}`} held={held} />
      ))}
      {access.length === 0 ? (
        <li className="px-2 text-muted">{beneficiary.name} holds nothing else through this portal.</li>
      ) : null}
    </ul>
  );
}

function Held({ held: { description, code, expiresAt } }: { held: ShownApproval["access"][number] }) {
  return (
    <li className="flex items-start gap-2 px-2 text-ink-soft">
      <Equal aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 wrap-anywhere">
        {description}{" "}
        <span className="text-muted">{expiresAt === null ? "no end date" : `until ${formatDate(expiresAt)}`}</span>
        <RoleCode code={code} className="block" />
      </span>
    </li>
  );
}

/** What the dry runs say, or what would be done where there are none. */
function Changes({ page: { tasks } }: { page: ShownApproval }) {
  const changes = tasks.flatMap(({ plan }) => (plan as Plan | null)?.diff ?? []);
  if (changes.length > 0) return <DiffTable changes={changes} />;
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-soft">
      {tasks.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}

function NotYet() {
  return (
    <SkeletonGroup label="Loading the basis for the decision" className="flex flex-col gap-3">
      <Skeleton className="w-2/5" />
      <Skeleton className="h-16" />
      <Skeleton className="w-3/5" />
    </SkeletonGroup>
  );
}
