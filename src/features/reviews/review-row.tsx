import { Check, Timer, Trash2 } from "lucide-react";
import { useState } from "react";
import { pathTo } from "../../../convex/site/links";
import { useAct } from "../../components/form/use-act";
import { WordsDialog } from "../../components/form/words-dialog";
import { RoleCode } from "../../components/kinds/access-name";
import { LastUse } from "../../components/last-use/last-use";
import { RowLink } from "../../components/row-link";
import { formatDate } from "../../lib/dates";
import { Button } from "../../ui/button";
import { Badge } from "../../ui/text/badge";
import { MetaLine } from "../../ui/text/meta-line";
import { toast } from "../../ui/toast/toast";
import { type Review, type ReviewItem, useReviewCommands } from "./api";
import { isPassable, PassDialog } from "./pass-dialog";
import { passWords, similarWords } from "./report";

/** Where the rows are found, and what the letters a, r and p press in one. */
export const REVIEW_KEYS = {
  rows: "[data-review-row]",
  letters: { a: "[data-keep]", r: "[data-remove]", p: "[data-pass]" },
} as const;

/** Where a row stands: in its group, and in all of the review, as the document says it. */
interface RowPlace {
  readonly "data-index": number;
  readonly "aria-posinset": number;
  readonly "aria-setsize": number;
}

interface RowProps {
  readonly item: ReviewItem;
  readonly review: Review;
  readonly place: RowPlace;
  readonly measure: (element: Element | null) => void;
}

/** One access: whose, what for, its use, and the decision. */
export function ReviewRow({ item, review, place, measure }: RowProps) {
  const { description, code, holder, requestKey, requestReason, use, since, expiresAt, need, similar } = item;
  const isOpen = review.state === "open";
  const [isRemoving, setRemoving] = useState(false);
  const [isPassing, setPassing] = useState(false);
  const { decide } = useReviewCommands();
  const { isBusy, act } = useAct();
  async function keep(): Promise<void> {
    if (await act("Nothing was decided", () => decide({ itemId: item.id, verdict: "keep", reason: "" })))
      toast.success(`${description} is kept for ${holder}`);
  }
  const named = `${description} of ${holder}`;
  return (
    <li
      {...place}
      ref={measure}
      data-review-row
      className="flex scroll-mt-14 scroll-mb-2 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 text-sm last:border-b-0 print:break-inside-avoid"
    >
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium wrap-anywhere">{review.role ? holder : `${holder}: ${description}`}</p>
        {review.role ? null : <RoleCode code={code} />}
        {need ? <p className="wrap-anywhere text-ink">Still needed: “{need}”</p> : null}
        {requestReason ? <p className="wrap-anywhere text-ink-soft">“{requestReason}”</p> : null}
        <Recorded item={item} />
        <MetaLine>
          <LastUse use={use} />
          {similar === null ? null : <span>{similarWords(similar)}</span>}
          {item.approvedBy.length === 0 ? null : <span>Approved by {item.approvedBy.join(", ")}</span>}
          <span>Since {formatDate(since)}</span>
          {expiresAt === null ? null : <span>Until {formatDate(expiresAt)}</span>}
          <RowLink to={pathTo("request", { id: requestKey })}>{requestKey}</RowLink>
        </MetaLine>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {item.isHurried ? <Hurried /> : null}
        <Verdict item={item} />
        {isOpen ? (
          <span className="flex gap-2 print:hidden">
            <Button
              size="sm"
              variant="outline"
              busy={isBusy}
              busyLabel="Keeping..."
              disabledReason={item.whyNot}
              data-keep
              aria-label={`Keep ${named}`}
              onClick={() => void keep()}
            >
              Keep
            </Button>
            <Button
              size="sm"
              variant="outline"
              data-remove
              aria-label={`Remove ${named}`}
              disabledReason={item.whyNot}
              onClick={() => setRemoving(true)}
            >
              Remove
            </Button>
            {isPassable(item) ? (
              <Button
                size="sm"
                variant="ghost"
                data-pass
                aria-label={`Pass on ${named}`}
                onClick={() => setPassing(true)}
              >
                Pass on
              </Button>
            ) : null}
          </span>
        ) : null}
      </div>
      {isPassing ? <PassDialog reviewId={review.id} items={[item]} onClose={() => setPassing(false)} /> : null}
      {isRemoving ? <RemoveDialog item={item} onClose={() => setRemoving(false)} /> : null}
    </li>
  );
}

/** The way it was passed on, and on paper the reason of the decision. */
function Recorded({ item }: { item: ReviewItem }) {
  return (
    <>
      {item.reason ? <p className="hidden wrap-anywhere print:block">Reason of the decision: {item.reason}</p> : null}
      {item.passes.map((one) => (
        <p key={one.at} className="wrap-anywhere text-ink-soft">
          {passWords(one)} ({formatDate(one.at)})
        </p>
      ))}
    </>
  );
}

function Hurried() {
  return (
    <Badge variant="outline" icon={<Timer aria-hidden />}>
      Within seconds
    </Badge>
  );
}

function Verdict({ item: { verdict, isByDefault, decidedBy, decidedFor, reason } }: { item: ReviewItem }) {
  if (isByDefault)
    return (
      <Badge variant={verdict === null ? "outline" : "destructive"} icon={<Trash2 aria-hidden />}>
        Not decided: to be removed
      </Badge>
    );
  if (verdict === null) return <Badge variant="outline">Not decided</Badge>;
  const by = `${decidedBy ?? "somebody"}${decidedFor ? ` for ${decidedFor}` : ""}`;
  return verdict === "keep" ? (
    <Badge icon={<Check aria-hidden />}>Kept by {by}</Badge>
  ) : (
    <span title={reason ?? undefined}>
      <Badge variant="destructive" icon={<Trash2 aria-hidden />}>
        To be removed, {by}
      </Badge>
    </span>
  );
}

function RemoveDialog({ item, onClose }: { item: ReviewItem; onClose: () => void }) {
  const { decide } = useReviewCommands();
  async function send(reason: string): Promise<void> {
    await decide({ itemId: item.id, verdict: "remove", reason });
    toast.success(`${item.holder} loses ${item.description} when the review ends`);
  }
  return (
    <WordsDialog
      title={`Remove the access of ${item.holder}`}
      description={`${item.holder} keeps ${item.description} until the review ends. You can change your mind until then.`}
      words={{ help: `${item.holder} sees it.`, initial: item.reason ?? "" }}
      verb="Mark for removal"
      busyLabel="Saving..."
      failure="Nothing was decided"
      send={send}
      onClose={onClose}
    >
      <Statements statements={item.statements} />
    </WordsDialog>
  );
}

/** What the removal will send. */
function Statements({ statements }: Pick<ReviewItem, "statements">) {
  if (statements === null) return <p className="text-sm text-muted">An admin removes it manually.</p>;
  return (
    <section aria-label="What the removal runs" className="flex flex-col gap-1 text-sm">
      <p className="text-muted">The removal runs</p>
      <pre className="rounded-md border border-line bg-sunken px-3 py-1.5 font-mono text-xs leading-5 whitespace-pre-wrap text-ink wrap-anywhere">
        {statements.map((statement) => `${statement};`).join("\n")}
      </pre>
    </section>
  );
}
