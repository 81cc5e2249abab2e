import { Check, Trash2 } from "lucide-react";
import { useState } from "react";
import { REASON_MAX_LENGTH } from "../../../convex/core/proposals/rules";
import { plural } from "../../../convex/lib/pure/text";
import { pathTo } from "../../../convex/site/links";
import { useAct } from "../../components/form/use-act";
import { LastUse } from "../../components/last-use";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { formatDate, formatDateTime } from "../../lib/dates";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { Card, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { Badge } from "../../ui/text/badge";
import { MetaLine } from "../../ui/text/meta-line";
import { toast } from "../../ui/toast/toast";
import { type Review, type ReviewItem, useReview, useReviewCommands, useReviewItems } from "./api";

/** One access review: unused access first, each with why it was given and when it was used. */
export function ReviewScreen({ reviewId }: { reviewId: string }) {
  return (
    <QueryBoundary title="The access review could not be loaded" page="Access review">
      <Loaded reviewId={reviewId} />
    </QueryBoundary>
  );
}

function Loaded({ reviewId }: { reviewId: string }) {
  const review = useReview(reviewId);
  if (!review)
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title="Access review" />
        {review === null ? (
          <EmptyState kind="no-match" title="There is no such access review" className="px-0">
            The link is wrong, or you have no part in it. Those in charge of its domain see this page.
          </EmptyState>
        ) : (
          <ListSkeleton label="Loading the access review" />
        )}
      </div>
    );
  return (
    <div className="flex max-w-5xl flex-col gap-4">
      <PageHeader title={`Access to ${review.domain}`} context={contextOf(review)} />
      <Items review={review} />
    </div>
  );
}

function contextOf({ state, dueAt, total }: Review): string {
  if (state === "collecting") return "What people hold is being collected.";
  if (state === "ended") return `Ended on ${formatDate(dueAt)}. What nobody decided about stayed.`;
  return `${plural(total, "item")} to decide by ${formatDateTime(dueAt)}. Then what is marked for removal is removed, and the rest stays.`;
}

function Items({ review }: { review: Review }) {
  const { results, status, loadMore } = useReviewItems(review.id);
  if (status === "LoadingFirstPage") return <ListSkeleton label="Loading the access" />;
  if (results.length === 0)
    return (
      <EmptyState kind="nothing-yet" title="Nobody has access" className="px-0">
        There is nothing to decide about in this domain.
      </EmptyState>
    );
  return (
    <>
      {GROUPS.map(([group, title, why]) => {
        const items = results.filter((item) => item.group === group);
        if (items.length === 0) return null;
        return (
          <Card key={group} aria-labelledby={`group-${group}`} className="overflow-hidden">
            <CardHeader id={`group-${group}`} title={`${title} (${items.length})`} description={why} />
            <ul className="flex flex-col border-t border-line">
              {items.map((item) => (
                <Row key={item.id} item={item} isOpen={review.state === "open"} />
              ))}
            </ul>
          </Card>
        );
      })}
      {status === "CanLoadMore" ? (
        <Button variant="outline" className="self-start" onClick={() => loadMore(50)}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

/** In the order they are looked at. */
const GROUPS = [
  ["unused", "Unused", "Not used for 90 days. Removal is proposed."],
  ["endless", "No end date", "It stays until somebody removes it."],
  ["unknown", "Use not known", "It was granted recently and not used yet, or its system does not report use."],
  ["used", "In use", "Used in the last 90 days."],
] as const;

function Row({ item, isOpen }: { item: ReviewItem; isOpen: boolean }) {
  const { description, holder, requestKey, requestReason, use, since, expiresAt } = item;
  const [isRemoving, setRemoving] = useState(false);
  const { decide } = useReviewCommands();
  const { isBusy, act } = useAct();
  async function keep(): Promise<void> {
    if (await act("Nothing was decided", () => decide({ itemId: item.id, verdict: "keep", reason: "" })))
      toast.success(`${description} is kept for ${holder}`);
  }
  const named = `${description} of ${holder}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 text-sm last:border-b-0">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium wrap-anywhere">
          {holder}: {description}
        </p>
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
              aria-label={`Keep ${named}`}
              onClick={() => void keep()}
            >
              Keep
            </Button>
            <Button
              size="sm"
              variant="outline"
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
