import { useState } from "react";
import { LONGEST_DAYS, MAX_REMOVALS, SHORTEST_DAYS } from "../../../convex/core/reviews/rules";
import { pathTo } from "../../../convex/site/links";
import { useAct } from "../../components/form/use-act";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { Target } from "../../components/target";
import { formatDate } from "../../lib/dates";
import { useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { Field } from "../../ui/form/field";
import { Select } from "../../ui/form/select";
import { type Column, DataTable } from "../../ui/list/data-table";
import { Card } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { toast } from "../../ui/toast/toast";
import { type Review, useReviewable, useReviewableRoles, useReviewCommands, useReviews } from "./api";
import { accessOf, reviewName } from "./role-words";

/** No role is called so: their names have letters and digits. */
const ALL = "*";
/** What happens to access nobody decides about. */
const UNDECIDED = [
  { value: "keep", label: "It stays" },
  { value: "remove", label: "It is removed" },
] as const;
const REMOVED = `Its holders are warned two days before the end. One review removes ${MAX_REMOVALS} at most.`;
const DAYS = [SHORTEST_DAYS, 7, 14, 30, LONGEST_DAYS];

/** Every access review, and the start of another. */
export function Reviews() {
  const mayStart = useViewer()?.capabilities.includes("reviews.start") === true;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Access Reviews"
        context="Owners and deputies of a domain decide who keeps their access, by a last day."
      />
      <QueryBoundary title="The access reviews did not load">
        {mayStart ? <Start /> : null}
        <List mayStart={mayStart} />
      </QueryBoundary>
    </div>
  );
}

function Start() {
  const domains = useReviewable(true);
  const [domainId, setDomainId] = useState("");
  const [role, setRole] = useState(ALL);
  const [days, setDays] = useState("14");
  const [undecided, setUndecided] = useState<(typeof UNDECIDED)[number]["value"]>("keep");
  const { start } = useReviewCommands();
  const { isBusy, act } = useAct();
  const chosen = domains?.find(({ id }) => id === domainId);
  const roles = useReviewableRoles(chosen?.id);
  function nameOf(roleName: string): string {
    return reviewName({ role: roles?.find(({ name }) => name === roleName) ?? null, domain: chosen?.name ?? "" });
  }
  async function begin(): Promise<void> {
    if (!chosen) return;
    const wish = { domainId: chosen.id, days: Number(days), undecided, ...(role !== ALL && { role }) };
    if (await act("The review was not started", () => start(wish)))
      toast.success(`The review of ${nameOf(role)} has started`);
  }
  if (domains?.length === 0) return null;
  return (
    <Card aria-label="Start a review" className="flex flex-wrap items-end gap-4 p-4">
      <Field label="Data domain" required>
        <Select
          value={domainId}
          onValueChange={(id) => {
            setDomainId(id);
            setRole(ALL);
          }}
          placeholder="Choose a domain"
          options={(domains ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      {roles && roles.length > 0 ? (
        <Field label="Access" required>
          <Select
            value={role}
            onValueChange={setRole}
            options={[
              { value: ALL, label: "All access to it" },
              ...roles.map((one) => ({ value: one.name, label: accessOf(one, chosen?.name ?? "") })),
            ]}
          />
        </Field>
      ) : null}
      <Field label="Time to decide" required>
        <Select
          value={days}
          onValueChange={setDays}
          options={DAYS.map((count) => ({ value: String(count), label: `${count} days` }))}
        />
      </Field>
      <Field label="If nobody decides" required>
        <Select
          value={undecided}
          onValueChange={(value) => setUndecided(value === "remove" ? "remove" : "keep")}
          options={UNDECIDED}
        />
      </Field>
      <Button
        busy={isBusy}
        busyLabel="Starting..."
        disabledReason={chosen ? null : "Choose a domain first"}
        onClick={() => void begin()}
      >
        Start review
      </Button>
      {undecided === "remove" ? <p className="basis-full text-sm text-muted">{REMOVED}</p> : null}
    </Card>
  );
}

function List({ mayStart }: { mayStart: boolean }) {
  const reviews = useReviews();
  const hasDomains = useReviewable(mayStart)?.length !== 0;
  return (
    <Card aria-label="Access reviews" className="overflow-hidden">
      {reviews === undefined ? (
        <ListSkeleton label="Loading the access reviews" className="max-h-60 overflow-hidden" />
      ) : reviews.length === 0 ? (
        <EmptyState kind="nothing-yet" title="No access reviews yet">
          {!hasDomains
            ? "A review is about the access to a data domain, and there is none yet."
            : mayStart
              ? "Start one to have the owners of a domain look at who has access to it."
              : "Reviews of domains you answer for are listed here, and what somebody passes on to you."}
        </EmptyState>
      ) : (
        <DataTable label="Access reviews" columns={COLUMNS} rows={reviews} nameOf={reviewName} />
      )}
    </Card>
  );
}

const STATES = { collecting: "Starting", open: "Open", ended: "Ended" } as const;

const COLUMNS: Column<Review>[] = [
  {
    key: "domain",
    heading: "Review of",
    cell: ({ id, domain, role }) => (
      <>
        <RowLink to={pathTo("accessReview", { reviewId: id })}>{reviewName({ role, domain })}</RowLink>
        {role ? (
          <p className="flex min-w-0 items-baseline gap-2 text-xs text-muted">
            <span className="shrink-0">Role of {domain}</span>
            {role.level ? <Target name={role.name} /> : null}
          </p>
        ) : null}
      </>
    ),
  },
  { key: "state", heading: "State", cardLabel: "State", cell: ({ state }) => STATES[state] },
  { key: "total", heading: "Access", cardLabel: "Access", cell: ({ total }) => total },
  { key: "startedBy", heading: "Started by", cardLabel: "Started by", cell: ({ startedBy }) => startedBy },
  { key: "due", heading: "Ends", cardLabel: "Ends", cell: ({ dueAt }) => formatDate(dueAt) },
];
