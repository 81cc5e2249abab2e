import { type ReactNode, Suspense, useState } from "react";
import { pathTo } from "../../../../convex/site/links";
import { useAct } from "../../../components/form/use-act";
import { GoLink } from "../../../components/go-link";
import { QueryBoundary } from "../../../components/query-boundary";
import { refusalText } from "../../../components/refusal-words";
import { formatDate } from "../../../lib/dates";
import { useViewer } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { lazyPart } from "../../../ui/lazy-part";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { PageHeader } from "../../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { useTabTitle } from "../../../ui/page/use-tab-title";
import { toast } from "../../../ui/toast/toast";
import { type Duty, type ReviewedDuties, useMoveCommands, useReviewedDuties } from "./api";

const HandOnDialog = lazyPart(() => import("./hand-on-dialog").then((part) => part.HandOnDialog));

/** What somebody who was moved looks after: it stays theirs, or is handed on. Their manager decides, or an admin. */
export function MovedScreen({ personId }: { personId: string }) {
  return (
    <QueryBoundary title="The review could not be loaded" page="Review after the move">
      <Loaded personId={personId} />
    </QueryBoundary>
  );
}

function Loaded({ personId }: { personId: string }) {
  const review = useReviewedDuties(personId);
  useTabTitle(review ? `${review.name}: review after the move` : undefined);
  if (!review)
    return (
      <div className="flex max-w-3xl flex-col gap-4">
        <PageHeader title="Review after the move" />
        {review === undefined ? (
          <SkeletonGroup label="Loading the review" className="flex flex-col gap-3">
            <Skeleton className="h-24" />
            <Skeleton className="h-24" />
          </SkeletonGroup>
        ) : (
          <Card>
            <EmptyState kind="no-right" title="There is no review for you here">
              Both managers of a person who was moved see it, and admins. The person does not.
            </EmptyState>
          </Card>
        )}
      </div>
    );
  return <Review review={review} />;
}

function Review({ review }: { review: ReviewedDuties }) {
  const { name, at, area, manager, endsAt, endedAt, formerManagers } = review;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <PageHeader
        title={`${name}: review after the move`}
        context={
          <>
            Moved on {formatDate(at)}
            {area === null ? "" : ` to ${area}`}. Manager: {manager ?? "none"}
            {formerManagers.length === 0 ? "" : `, before that ${formerManagers.join(", ")}`}.{" "}
            {endedAt !== null
              ? `The review ended on ${formatDate(endedAt)}.`
              : endsAt === null
                ? ""
                : `Open until ${formatDate(endsAt)}: what nobody decides about by then stays with ${name}.`}
          </>
        }
      />
      {endedAt === null ? <Open review={review} /> : null}
      <Decided review={review} />
      {review.stays.length === 0 ? null : (
        <Part title={`Stays with ${name}`} description="Nobody decided about it in time.">
          {review.stays.map((one) => (
            <Line key={one} name={one} note="" />
          ))}
        </Part>
      )}
      <Access review={review} />
    </div>
  );
}

function Open({ review }: { review: ReviewedDuties }) {
  const { domains, seats, hiddenSeats, name, whyNot } = review;
  const more =
    hiddenSeats === 0 ? null : (
      <li className="py-2 text-sm text-muted">
        {hiddenSeats === 1 ? "1 decision" : `${hiddenSeats} decisions`} about requests you do not see. Admins decide
        about those.
      </li>
    );
  return (
    <>
      {whyNot === null ? null : <p className="text-sm text-ink-soft">{refusalText(whyNot)}</p>}
      <Part title="Data domains" description={`${name} owns these, or is deputy.`}>
        {domains.length === 0 ? <li className="py-2 text-sm text-muted">Nothing is left to decide.</li> : null}
        {domains.map(({ id, name: domain, isOwner, shownAt, waiting }) => (
          <Line key={id} name={domain} note={waiting ? `Waiting: ${waiting}` : isOwner ? "Owner" : "Deputy"}>
            {whyNot === null && waiting === null ? (
              <Choice review={review} duty={{ kind: "domain", id, shownAt }} name={domain} />
            ) : null}
          </Line>
        ))}
      </Part>
      <Part title="Waiting for their decision" description={`Approvals that ask ${name} for a decision.`}>
        {seats.length + hiddenSeats === 0 ? (
          <li className="py-2 text-sm text-muted">Nothing is left to decide.</li>
        ) : null}
        {seats.map(({ id, name: request, step }) => (
          <Line key={id} name={request} note={step}>
            {whyNot === null ? <Choice review={review} duty={{ kind: "seat", id }} name={request} /> : null}
          </Line>
        ))}
        {more}
      </Part>
    </>
  );
}

function Choice({ review, duty, name }: { review: ReviewedDuties; duty: Duty; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const { decideDuty } = useMoveCommands();
  const { isBusy, act } = useAct();
  async function keep(): Promise<void> {
    const wish = { personId: review.personId, reviewAt: review.at, duty, toId: null, reason: "" };
    if (await act("Nothing was decided", () => decideDuty(wish))) toast.success(`${name} stays with ${review.name}`);
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="outline"
        busy={isBusy}
        busyLabel="Keeping..."
        aria-label={`Keep ${name}`}
        onClick={() => void keep()}
      >
        Keep
      </Button>
      <Button size="sm" variant="outline" aria-label={`Hand on ${name}`} onClick={() => setOpen(true)}>
        Hand on
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <HandOnDialog {...{ review, duty, name }} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Decided({ review: { decided, name } }: { review: ReviewedDuties }) {
  if (decided.length === 0) return null;
  return (
    <Part title="Decided">
      {decided.map((one) => (
        <Line
          key={one.name + String(one.at)}
          name={one.name}
          note={`${one.to === null ? `Stays with ${name}` : `Handed on to ${one.to}`}, by ${one.by} on ${formatDate(one.at)}`}
        />
      ))}
    </Part>
  );
}

function Access({ review: { accessLeft, personId } }: { review: ReviewedDuties }) {
  const isAdmin = useViewer()?.capabilities.includes("grants.revoke") ?? false;
  if (accessLeft === 0) return null;
  return (
    <p className="text-sm text-ink-soft">
      Access they held before the move is waiting for a decision: {accessLeft}.{" "}
      {isAdmin ? (
        <GoLink to={pathTo("person", { personId }, { tab: "access" })} className="text-accent-text underline">
          Review the access
        </GoLink>
      ) : (
        "Admins decide about access."
      )}
    </p>
  );
}

function Part({ title, description, children }: { title: string; description?: string; children: ReactNode }) {
  return (
    <Card aria-label={title}>
      <CardHeader title={title} description={description} />
      <CardBody>
        <ul className="flex flex-col">{children}</ul>
      </CardBody>
    </Card>
  );
}

function Line({ name, note, children }: { name: string; note: string; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2 text-sm last:border-b-0">
      <div className="min-w-0 basis-60">
        <p className="font-medium wrap-anywhere text-ink">{name}</p>
        {note === "" ? null : <p className="wrap-anywhere text-muted">{note}</p>}
      </div>
      {children}
    </li>
  );
}
