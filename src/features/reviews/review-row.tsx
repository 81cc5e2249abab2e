import { Check, Trash2 } from "lucide-react";
import { useState } from "react";
import { REASON_MAX_LENGTH } from "../../../convex/core/proposals/rules";
import { pathTo } from "../../../convex/site/links";
import { useAct } from "../../components/form/use-act";
import { LastUse } from "../../components/last-use";
import { RowLink } from "../../components/row-link";
import { formatDate } from "../../lib/dates";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { Badge } from "../../ui/text/badge";
import { MetaLine } from "../../ui/text/meta-line";
import { toast } from "../../ui/toast/toast";
import { type ReviewItem, useReviewCommands } from "./api";

/** Where the rows are found, and what the letters a and r press in one. */
export const REVIEW_KEYS = {
  rows: "[data-review-row]",
  letters: { a: "[data-keep]", r: "[data-remove]" },
} as const;

/** One access: whose, what for, its use, and the decision. */
export function ReviewRow({ item, isOpen }: { item: ReviewItem; isOpen: boolean }) {
  const { description, holder, requestKey, requestReason, use, since, expiresAt, need } = item;
  const [isRemoving, setRemoving] = useState(false);
  const { decide } = useReviewCommands();
  const { isBusy, act } = useAct();
  async function keep(): Promise<void> {
    if (await act("Nothing was decided", () => decide({ itemId: item.id, verdict: "keep", reason: "" })))
      toast.success(`${description} is kept for ${holder}`);
  }
  const named = `${description} of ${holder}`;
  return (
    <li
      data-review-row
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 text-sm last:border-b-0"
    >
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium wrap-anywhere">
          {holder}: {description}
        </p>
        {need ? <p className="wrap-anywhere text-ink">Still needed: “{need}”</p> : null}
        {requestReason ? <p className="wrap-anywhere text-ink-soft">“{requestReason}”</p> : null}
        <MetaLine>
          <LastUse use={use} />
          <span>Since {formatDate(since)}</span>
          {expiresAt === null ? null : <span>Until {formatDate(expiresAt)}</span>}
          <RowLink to={pathTo("request", { id: requestKey })}>{requestKey}</RowLink>
        </MetaLine>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Verdict item={item} />
        {isOpen ? (
          <>
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
          </>
        ) : null}
      </div>
      {isRemoving ? <RemoveDialog item={item} onClose={() => setRemoving(false)} /> : null}
    </li>
  );
}

function Verdict({ item: { verdict, decidedBy, reason } }: { item: ReviewItem }) {
  if (verdict === null) return <Badge variant="outline">Not decided</Badge>;
  const by = decidedBy ?? "somebody";
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
  const [reason, setReason] = useState(item.reason ?? "");
  const { decide } = useReviewCommands();
  const { isBusy, act } = useAct();
  async function save(): Promise<void> {
    const wish = { itemId: item.id, verdict: "remove" as const, reason: reason.trim() };
    if (!(await act("Nothing was decided", () => decide(wish)))) return;
    toast.success(`${item.description} is to be removed`);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={`Remove ${item.description}`}
      description={`${item.holder} keeps it until the review ends. You can change your mind until then.`}
      footer={
        <>
          <Button
            busy={isBusy}
            busyLabel="Saving..."
            disabledReason={reason.trim() === "" ? "Give a reason" : null}
            onClick={() => void save()}
          >
            Mark for removal
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Field label="Reason" help={`${item.holder} sees it.`} required>
        <Textarea
          rows={3}
          maxLength={REASON_MAX_LENGTH}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}
