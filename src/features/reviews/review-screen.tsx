import { Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { defaultWords, undecidedWords } from "../../../convex/core/reviews/rules";
import { plural } from "../../../convex/lib/pure/text";
import { ExportButton } from "../../components/listing/export-button";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { NotThere } from "../../components/not-there";
import { Imprint } from "../../components/paper/imprint";
import { QueryBoundary } from "../../components/query-boundary";
import { useProposalCommands, useProposals } from "../../components/second-person/api";
import { EndedProposals, OpenProposal } from "../../components/second-person/proposals";
import { Target } from "../../components/target";
import { formatDate, formatDeadline } from "../../lib/dates";
import { useAuth, useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { Alert } from "../../ui/page/alert";
import { PageHeader } from "../../ui/page/page-header";
import {
  ITEMS_PAGE,
  type OpenedReview,
  type Review,
  type ReviewItems,
  useReview,
  useReviewItems,
  useReviewReport,
} from "./api";
import { REPORT_COLUMNS } from "./report";
import { ReviewList } from "./review-list";
import { reviewTitle } from "./role-words";

/** One access review: unused, outgrown and risky access first, each with why it was given and when it was used. */
export function ReviewScreen({ reviewId }: { reviewId: string }) {
  return (
    <QueryBoundary title="The access review could not be loaded" page="Access Review">
      <Loaded reviewId={reviewId} />
    </QueryBoundary>
  );
}

function Loaded({ reviewId }: { reviewId: string }) {
  const review = useReview(reviewId);
  if (!review)
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title="Access Review" />
        {review === null ? (
          <NotThere title="There is no such access review" list="accessReviews">
            The link is wrong, or you have no part in it. Those in charge of its domain see this page.
          </NotThere>
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
  const viewer = useViewer();
  return (
    <div className="flex max-w-5xl flex-col gap-4 print:table print:w-full print:max-w-none">
      <div className="print:table-header-group print:break-inside-avoid print:[&>header]:pb-4">
        <PageHeader
          title={reviewTitle(review)}
          context={
            <div className="flex flex-wrap items-baseline gap-x-2">
              {review.role?.level ? <Target name={review.role.name} /> : null}
              <span>{contextOf(review)}</span>
            </div>
          }
          actions={<Report review={review} items={items} />}
        />
      </div>
      <Second review={review} />
      <Hurried hurried={review.hurried} />
      <div className="print:table-row-group">
        <ReviewList review={review} items={items} />
        <div className="pt-4">
          <Imprint viewer={viewer} last={review.lastEvent} />
        </div>
      </div>
    </div>
  );
}

/** Who decided faster than anybody looks: it counts, and everybody who reads the review knows. */
function Hurried({ hurried }: Pick<OpenedReview, "hurried">) {
  if (hurried.length === 0) return null;
  const who = hurried.map(({ name, count }) => `${name} (${plural(count, "decision")})`).join(", ");
  return (
    <div className="print:pb-4">
      <Alert meaning="warning" title="Decided within seconds">
        {who}. These decisions count, and are marked below.
      </Alert>
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

/** Prints once everything is there: what is not loaded would be missing on paper. */
function usePrint({ status, loadMore }: ReviewItems) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    if (status === "CanLoadMore") loadMore(ITEMS_PAGE);
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
function Report({ review, items }: { review: Review; items: ReviewItems }) {
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
      <Button variant="outline" busy={isPrinting} busyLabel="Loading everything..." onClick={print}>
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

function progressOf(review: OpenedReview): string {
  const { state, dueAt, total, isWaiting, removals, left } = review;
  if (state === "collecting") return "What people hold is being collected.";
  if (isWaiting) return `Ended on ${formatDate(dueAt)}. What is still to be removed is waiting for a second person.`;
  if (state === "ended") return `Ended on ${formatDate(dueAt)}. ${endWords(review)}`;
  const head = `${plural(total, "item")} to decide by ${formatDeadline(dueAt)}.`;
  if (!removals || !left) return `${head} Then what is marked for removal is removed. ${defaultWords(review)}`;
  const second = removals.takesSecond ? " So many removals take a second person." : programWords(removals.ofPrograms);
  const going = removals.marked + left.going;
  const staying = total - going === 0 ? "" : `, and ${total - going} will stay`;
  const stands = `As it stands, ${going === 0 ? "nothing" : going} will be removed then${staying}.`;
  return `${head} ${left.count > 0 ? `${undecidedWords(review, left.count)} ` : ""}${stands}${second}`;
}

function endWords({ undecided, left }: OpenedReview): string {
  if (undecided === "keep" || !left || left.going === 0) return "What nobody decided about stayed.";
  return `${left.going === 1 ? "1 access was" : `${left.going} accesses were`} removed because nobody decided.`;
}

function programWords(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? " One of them is a service user's, which takes a second person."
    : ` ${count} of them are service users', which take a second person.`;
}
