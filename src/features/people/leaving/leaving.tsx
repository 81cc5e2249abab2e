import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { domainSuccessorsText, readDomainSuccessors } from "../../../../convex/core/people/rules/succession";
import { pathTo } from "../../../../convex/site/links";
import { GoLink } from "../../../components/go-link";
import { usePeople } from "../../../components/pickers/api";
import { PeopleField } from "../../../components/pickers/people-field";
import { QueryBoundary } from "../../../components/query-boundary";
import { RowLink } from "../../../components/row-link";
import { formatDate } from "../../../lib/dates";
import { buttonClasses } from "../../../ui/button-classes";
import { DateInput } from "../../../ui/form/date-input";
import { Field } from "../../../ui/form/field";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { type Rehearsal, useRehearsal } from "./api";
import { DomainLines } from "./domain-lines";

interface Tried {
  /** Their last day: "2026-12-03". */
  readonly on?: string;
  readonly successor?: string;
  /** Who is tried for one data domain alone: "domain:person,domain:person". */
  readonly domains?: string;
}

interface Props {
  personId: string;
  tried: Tried;
  onTry: (tried: Tried) => void;
  mayRemove: boolean;
}

/** What breaks if somebody leaves, and who would take over: read only, before anybody is removed. */
export function Leaving(props: Props) {
  return (
    <QueryBoundary title="What would happen could not be worked out" page="Person">
      <Loaded {...props} />
    </QueryBoundary>
  );
}

function Loaded({ personId, tried, onTry, mayRemove }: Props) {
  const named = readDomainSuccessors(tried.domains);
  const ids = [...(tried.successor === undefined ? [] : [tried.successor]), ...Object.values(named)];
  const people = usePeople([...new Set(ids)]) ?? [];
  const successors = people.filter(({ id }) => id === tried.successor);
  const ofDomains = Object.fromEntries(
    Object.entries(named).flatMap(([domainId, successorId]) => {
      const successor = people.find(({ id }) => id === successorId);
      return successor ? [[domainId, successor]] : [];
    }),
  );
  const found = useRehearsal(personId, tried.successor ?? null, named);
  function trySuccessor(domainId: string, successorId: string | undefined): void {
    const { [domainId]: _before, ...others } = named;
    const domains = domainSuccessorsText(successorId === undefined ? others : { ...others, [domainId]: successorId });
    onTry({ ...tried, domains: domains === "" ? undefined : domains });
  }
  const removeAt = pathTo("removeUser", {
    user: personId,
    ...(tried.successor !== undefined && { successor: tried.successor }),
    ...(tried.successor !== undefined && tried.domains !== undefined && { domains: tried.domains }),
  });
  return (
    <>
      <p className="text-sm text-muted">
        Nothing is changed here: try a day and a successor, and see who would decide.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Last day">
          <DateInput value={tried.on ?? ""} onChange={(on) => onTry({ ...tried, on: on === "" ? undefined : on })} />
        </Field>
        <PeopleField
          id="leaving-successor"
          label="Successor to try"
          limit={1}
          people={successors}
          onChange={([one]) => onTry({ ...tried, successor: one?.id })}
        />
      </div>
      {found === undefined ? (
        <SkeletonGroup label="Working out what would happen" className="flex flex-col gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </SkeletonGroup>
      ) : found === null ? null : (
        <Found
          found={found}
          on={tried.on}
          successors={tried.successor === undefined ? null : ofDomains}
          onSuccessor={trySuccessor}
        />
      )}
      {mayRemove ? (
        <div>
          <GoLink to={removeAt} className={buttonClasses({ variant: "outline", size: "sm" })}>
            Remove user
          </GoLink>
        </div>
      ) : null}
    </>
  );
}

function Found({
  found,
  on,
  successors,
  onSuccessor,
}: { found: Rehearsal; on: string | undefined } & Pick<
  Parameters<typeof DomainLines>[0],
  "successors" | "onSuccessor"
>) {
  const { steps, lastApprover, areas, domains, serviceUsers, externalUsers, tasks, reports } = found;
  const broken = steps.filter(({ problem }) => problem !== null).length + lastApprover.length;
  return (
    <>
      {found.whyNotSuccessor === null ? null : <Warning>{found.whyNotSuccessor}</Warning>}
      <p className="font-medium">
        {broken === 0 ? "Every step would still have enough people." : `${broken} would have too few people to decide.`}
      </p>
      <Part title="Waiting for their decision" none="Nothing is waiting for them." of={steps}>
        {steps.map((step) => (
          <StepLine key={step.approvalId} step={step} on={on} />
        ))}
      </Part>
      {found.hasMoreSteps ? <p className="text-sm text-muted">More approvals wait for them.</p> : null}
      <Part title="Only they can approve" none="No request type depends on them alone." of={lastApprover}>
        {lastApprover.map(({ type, step, rule }) => (
          <li key={`${type} ${step}`} className={lineClasses}>
            <span className="font-medium">{type}</span>
            <span>{step}</span>
            <span className="text-muted">{rule}</span>
          </li>
        ))}
      </Part>
      <Lines title="Business areas" none="They look after no business area." of={areas} />
      <Part title="Data domains" none="They look after no data domain." of={domains}>
        <DomainLines of={domains} successors={successors} onSuccessor={onSuccessor} />
      </Part>
      <Lines title="Service users" none="They answer for no service user." of={serviceUsers} />
      {externalUsers.length === 0 ? null : <Lines title="External users" none="" of={externalUsers} />}
      <Lines title="Tasks under their name" none="No task." of={tasks} />
      {found.hasMoreTasks ? <p className="text-sm text-muted">More tasks are assigned to them.</p> : null}
      <Lines
        title="People who report to them"
        none="Nobody reports to them."
        of={reports.map((name) => ({ name, note: "would have no manager" }))}
      />
    </>
  );
}

const lineClasses =
  "flex min-h-9 flex-wrap items-baseline gap-x-2 gap-y-1 border-b border-line py-1.5 text-sm last:border-b-0";

function Part(props: { title: string; none: string; of: readonly unknown[]; children: ReactNode }) {
  return (
    <section aria-label={props.title}>
      <h3 className="mb-1 text-sm font-semibold">{props.title}</h3>
      {props.of.length === 0 ? (
        <p className="text-sm text-muted">{props.none}</p>
      ) : (
        <ul className="flex flex-col">{props.children}</ul>
      )}
    </section>
  );
}

function Lines(props: { title: string; none: string; of: Rehearsal["areas"] }) {
  return (
    <Part {...props}>
      {props.of.map(({ name, note }, index) => (
        <li key={`${name} ${index}`} className={lineClasses}>
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <span className="text-muted">{note}</span>
        </li>
      ))}
    </Part>
  );
}

function StepLine({ step, on }: { step: Rehearsal["steps"][number]; on: string | undefined }) {
  const { address, requestKey, title, expiresAt, wouldDecide, excluded, problem } = step;
  const isOver = on !== undefined && expiresAt !== null && expiresAt < Date.parse(`${on}T00:00:00Z`);
  return (
    <li className={`${lineClasses} flex-col`}>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="font-mono text-xs text-muted">{requestKey}</span>
        <RowLink
          to={pathTo("approval", { approvalId: address })}
          className="min-w-0 text-ink hover:text-accent-text hover:underline"
        >
          {title}
        </RowLink>
        <span className="text-muted">{step.step}</span>
        {expiresAt === null ? null : (
          <span className="text-muted">
            expires on {formatDate(expiresAt)}
            {isOver ? ", before they leave" : ""}
          </span>
        )}
      </span>
      <span>{wouldDecide.length === 0 ? "Nobody would be asked." : `Then asked: ${wouldDecide.join(", ")}.`}</span>
      {excluded.map(({ name, reason }) => (
        <span key={name} className="text-muted">
          Not {name}: {reason}
        </span>
      ))}
      {problem === null ? null : <Warning>{problem}</Warning>}
    </li>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1 text-sm text-danger">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {children}
    </span>
  );
}
