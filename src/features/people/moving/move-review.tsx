import { useState } from "react";
import { lastDay } from "../../../../convex/core/people/rules/dates";
import { DAY_MS } from "../../../../convex/lib/pure/time";
import { useAct } from "../../../components/form/use-act";
import { GoLink } from "../../../components/go-link";
import { AccessName } from "../../../components/kinds/access-name";
import { LastUse } from "../../../components/last-use/last-use";
import { formatDate } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { DateInput } from "../../../ui/form/date-input";
import { Field } from "../../../ui/form/field";
import { toast } from "../../../ui/toast/toast";
import { type ReviewedMove, useMoveCommands, useMoveReview } from "./api";

type Row = ReviewedMove["rows"][number];

/** What somebody who was moved holds: each access is kept, kept until a day, or removed. */
export function MoveReview({ personId }: { personId: string }) {
  const review = useMoveReview(personId);
  if (!review) return null;
  const { rows, area, lookedAt, common, others, at, whyNot } = review;
  return (
    <section aria-label="Review after the move" className="rounded-md border border-line p-3">
      <h3 className="text-sm font-semibold">Review after the move</h3>
      <p className="text-sm text-muted">
        Moved on {formatDate(at)}
        {area === null ? "" : ` to ${area}`}.{" "}
        {lookedAt === 0 ? "Nobody else is there to compare with." : `Compared with ${lookedAt} people there.`}
      </p>
      {whyNot === null ? null : <p className="mt-2 text-sm text-ink-soft">{whyNot}</p>}
      {rows.length === 0 ? (
        <p className="mt-2 text-sm text-muted">Nothing here is yours to decide.</p>
      ) : (
        <ul className="mt-2 flex flex-col">
          {rows.map((row) => (
            <RowLine
              key={row.grantId}
              personId={review.personId}
              row={row}
              lookedAt={lookedAt}
              mayDecide={whyNot === null}
            />
          ))}
        </ul>
      )}
      {common.length === 0 ? null : (
        <>
          <h4 className="mt-3 text-sm font-semibold">Common there, and not theirs</h4>
          <ul className="mt-1 flex flex-col">
            {common.map(({ description, code, neighbours, to }) => (
              <li
                key={to}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2 text-sm last:border-b-0"
              >
                <div className="min-w-0 basis-60">
                  <p className="font-medium wrap-anywhere">
                    <AccessName description={description} code={code} />
                  </p>
                  <p className="text-muted">
                    {neighbours} of {lookedAt} there have it
                  </p>
                </div>
                <GoLink
                  to={to}
                  aria-label={`Request ${description} for them`}
                  className={buttonClasses({ variant: "outline", size: "sm" })}
                >
                  Request it for them
                </GoLink>
              </li>
            ))}
          </ul>
        </>
      )}
      {others > 0 ? <p className="mt-1 text-sm text-muted">{others} more are decided by others.</p> : null}
    </section>
  );
}

function RowLine({
  personId,
  row,
  lookedAt,
  mayDecide,
}: {
  personId: ReviewedMove["personId"];
  row: Row;
  lookedAt: number;
  mayDecide: boolean;
}) {
  const { grantId, description, code, expiresAt, use, neighbours, proposed, decided } = row;
  const [day, setDay] = useState("");
  const { decide } = useMoveCommands();
  const { isBusy, act } = useAct();
  const at = Date.parse(`${day}T00:00:00Z`);
  const until = Number.isNaN(at) ? null : at + DAY_MS;
  async function save(verdict: "keep" | "remove"): Promise<void> {
    const wish = { personId, grantId, verdict, until: verdict === "keep" ? until : null };
    if (await act("Nothing was decided", () => decide(wish)))
      toast.success(verdict === "keep" ? `${description} is kept` : `${description} is being removed`);
  }
  return (
    <li className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border-b border-line py-2 text-sm last:border-b-0">
      <div className="min-w-0 basis-60">
        <p className="font-medium wrap-anywhere">
          <AccessName description={description} code={code} />
        </p>
        <p className="text-muted">
          {neighbours} of {lookedAt} there have it: {proposed === "keep" ? "keep" : "remove"}
          {expiresAt === null ? "" : ` · ends on ${formatDate(expiresAt)}`}
        </p>
        <p className="text-muted">
          <LastUse use={use} />
        </p>
      </div>
      {decided ? (
        <p>{decidedWords(decided)}</p>
      ) : mayDecide ? (
        <div className="flex flex-wrap items-end gap-2">
          <Field label="Keep until">
            <DateInput aria-label={`Keep until, for ${description}`} value={day} onChange={setDay} />
          </Field>
          <Button
            size="sm"
            variant="outline"
            busy={isBusy}
            busyLabel="Keeping..."
            aria-label={`Keep ${description}`}
            onClick={() => void save("keep")}
          >
            Keep
          </Button>
          <Button
            size="sm"
            variant="outline"
            busy={isBusy}
            busyLabel="Removing..."
            aria-label={`Remove ${description}`}
            onClick={() => void save("remove")}
          >
            Remove
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function decidedWords({ verdict, until }: NonNullable<Row["decided"]>): string {
  if (verdict === "remove") return "Removed";
  return until === null ? "Kept" : `Kept until ${lastDay(until)}`;
}
