import { Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { MAX_KEPT_TOGETHER } from "../../../convex/core/reviews/rules";
import { plural } from "../../../convex/lib/pure/text";
import { useAct } from "../../components/form/use-act";
import { ExportButton } from "../../components/listing/export-button";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { QueryBoundary } from "../../components/query-boundary";
import { useProposalCommands, useProposals } from "../../components/second-person/api";
import { EndedProposals, OpenProposal } from "../../components/second-person/proposals";
import { formatDate, formatDateTime } from "../../lib/dates";
import { useAuth, useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { useRowKeys } from "../../ui/list/row-keys";
import { Card, CardHeader } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { toast } from "../../ui/toast/toast";
import {
  type OpenedReview,
  type Review,
  type ReviewItem,
  useReview,
  useReviewCommands,
  useReviewItems,
  useReviewReport,
} from "./api";
import { PassDialog, passable } from "./pass-dialog";
import { REPORT_COLUMNS } from "./report";
import { REVIEW_KEYS, ReviewRow } from "./review-row";

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
  return <Opened review={review} />;
}

/** On paper the head stands on each page. */
function Opened({ review }: { review: OpenedReview }) {
  const items = useReviewItems(review.id);
  return (
    <div className="flex max-w-5xl flex-col gap-4 print:table print:w-full print:max-w-none">
      <div className="print:table-header-group print:break-inside-avoid print:[&>header]:pb-4">
        <PageHeader
          title={review.role ? `Who has ${review.role.name}` : `Access to ${review.domain}`}
          context={contextOf(review)}
          actions={<Report review={review} items={items} />}
        />
      </div>
      <Second review={review} />
      <div className="print:table-row-group">
        <Items review={review} items={items} />
      </div>
    </div>
  );
}

/** What took a second person, for whoever may say the word. */
function Second({ review }: { review: Review }) {
  const isSecond = useViewer()?.capabilities.includes("proposals.read") === true;
  const proposals = useProposals(isSecond && review.state === "ended" ? review.id : null);
  const commands = useProposalCommands(useAuth().stepUp);
  return (
    <div className="flex flex-col gap-4 empty:hidden print:hidden">
      <OpenProposal proposals={proposals} commands={commands} />
      <EndedProposals proposals={proposals} />
    </div>
  );
}

type Items = ReturnType<typeof useReviewItems>;

/** Prints once everything is there: what is not loaded would be missing on paper. */
function usePrint({ status, loadMore }: Items) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    if (status === "CanLoadMore") loadMore(50);
    if (status !== "Exhausted") return;
    const frame = requestAnimationFrame(() => {
      window.print();
      setPrinting(false);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPrinting, status, loadMore]);
  return { isPrinting, print: () => setPrinting(true) };
}

/** The review as a file and on paper. */
function Report({ review, items }: { review: Review; items: Items }) {
  const { isPrinting, print } = usePrint(items);
  const { note, pageAfter } = useReviewReport(review.id);
  return (
    <div className="flex gap-2 print:hidden">
      <ExportButton
        name={`access-review-${review.role?.name ?? review.domain}`}
        noun="item"
        columns={REPORT_COLUMNS}
        whyNot={review.state === "collecting" ? "What people hold is being collected" : null}
        note={note}
        pageAfter={pageAfter}
      />
      <Button variant="outline" busy={isPrinting} busyLabel="Loading all of it..." onClick={print}>
        <Printer aria-hidden />
        Print
      </Button>
    </div>
  );
}

/** What a role opens stands first: who has it is decided by that. */
function contextOf(review: OpenedReview): string {
  const { role, domain } = review;
  if (role === null) return progressOf(review);
  return `${role.description === "" ? `A role that ${domain} no longer has` : role.description}. ${progressOf(review)}`;
}

function progressOf({ state, dueAt, total, isWaiting, removals }: OpenedReview): string {
  if (state === "collecting") return "What people hold is being collected.";
  if (isWaiting)
    return `Ended on ${formatDate(dueAt)}. What is to be removed waits for a second person. The rest stayed.`;
  if (state === "ended") return `Ended on ${formatDate(dueAt)}. What nobody decided about stayed.`;
  const head = `${plural(total, "item")} to decide by ${formatDateTime(dueAt)}.`;
  if (!removals) return `${head} Then what is marked for removal is removed, and the rest stays.`;
  const second = removals.takesSecond ? " So many removals take a second person." : "";
  return `${head} As it stands, ${removals.marked} will be removed then, and ${total - removals.marked} will stay.${second}`;
}

function Items({ review, items: { results, status, loadMore } }: { review: Review; items: Items }) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, REVIEW_KEYS);
  if (status === "LoadingFirstPage") return <ListSkeleton label="Loading the access" />;
  if (results.length === 0)
    return (
      <EmptyState kind="nothing-yet" title="Nobody has access" className="px-0">
        There is nothing to decide about.
      </EmptyState>
    );
  return (
    <div ref={list} className="flex flex-col gap-4">
      {review.state === "open" ? (
        <p className="text-sm text-muted pointer-coarse:hidden print:hidden">
          Keys: j and k for the next and previous, a to keep, r to remove, p to pass on.
        </p>
      ) : null}
      {GROUPS.map(([group, title, why]) => {
        const items = results.filter((item) => item.group === group);
        if (items.length === 0) return null;
        return (
          <Card
            key={group}
            aria-labelledby={`group-${group}`}
            className="overflow-hidden print:overflow-visible print:[&>header]:break-after-avoid"
          >
            <CardHeader
              id={`group-${group}`}
              title={`${title} (${items.length})`}
              description={why}
              actions={
                review.state === "open" ? (
                  <>
                    <PassTogether review={review} items={items} />
                    {group === "used" ? <KeepTogether review={review} items={items} /> : null}
                  </>
                ) : null
              }
            />
            <ul className="flex flex-col border-t border-line">
              {items.map((item) => (
                <ReviewRow key={item.id} item={item} review={review} />
              ))}
            </ul>
          </Card>
        );
      })}
      {status === "CanLoadMore" ? (
        <>
          <Button variant="outline" className="self-start print:hidden" onClick={() => loadMore(50)}>
            Show more
          </Button>
          <p className="hidden print:block">This is not all of it. Press Print on the page to have everything.</p>
        </>
      ) : null}
    </div>
  );
}

/** In the order they are looked at. */
const GROUPS = [
  ["unused", "Unused", "Not used for 90 days. Removal is proposed."],
  ["endless", "No end date", "It stays until somebody removes it."],
  ["unknown", "Use not known", "It was granted recently and not used yet, or its system does not report use."],
  ["used", "In use", "Used in the last 90 days."],
] as const;

/** Passes on what of a group the reader has to decide, so many at a time. */
function PassTogether({ review, items }: { review: Review; items: readonly ReviewItem[] }) {
  const [isPassing, setPassing] = useState(false);
  const open = passable(items);
  // While the dialog is open it keeps its place: what is passed on is no longer the reader's.
  if (open.length === 0 && !isPassing) return null;
  return (
    <>
      <Button size="sm" variant="ghost" className="print:hidden" onClick={() => setPassing(true)}>
        Pass on all ({open.length})
      </Button>
      {isPassing ? <PassDialog reviewId={review.id} items={open} onClose={() => setPassing(false)} /> : null}
    </>
  );
}

/** Keeps what shows use and nobody has decided about, so many at a time. */
function KeepTogether({ review, items }: { review: Review; items: readonly ReviewItem[] }) {
  const open = items
    .filter(({ verdict, whyNot, isWithOthers }) => verdict === null && whyNot === null && !isWithOthers)
    .slice(0, MAX_KEPT_TOGETHER);
  const { keepTogether } = useReviewCommands();
  const { isBusy, act } = useAct();
  async function keep(): Promise<void> {
    const wish = { reviewId: review.id, itemIds: open.map(({ id }) => id) };
    if (await act("Nothing was decided", () => keepTogether(wish)))
      toast.success(`${plural(open.length, "item")} in use kept`);
  }
  return (
    <Button
      size="sm"
      variant="outline"
      className="print:hidden"
      busy={isBusy}
      busyLabel="Keeping..."
      disabledReason={open.length === 0 ? "Nothing in use is left for you to decide" : null}
      onClick={() => void keep()}
    >
      Keep all in use{open.length === 0 ? "" : ` (${open.length})`}
    </Button>
  );
}
