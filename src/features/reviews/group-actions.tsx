import { useState } from "react";
import { MAX_DECIDED_TOGETHER, TOGETHER } from "../../../convex/core/reviews/rules";
import { plural } from "../../../convex/lib/pure/text";
import { useAct } from "../../components/form/use-act";
import { WordsDialog } from "../../components/form/words-dialog";
import { RoleCode } from "../../components/kinds/access-name";
import { Button } from "../../ui/button";
import { toast } from "../../ui/toast/toast";
import { type Review, type ReviewItem, useReviewCommands } from "./api";
import { PassDialog, passable } from "./pass-dialog";

type Grouped = { review: Review; items: readonly ReviewItem[] };

/** Passes on what of a group the reader has to decide, so many at a time. */
export function PassTogether({ review, items }: Grouped) {
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

/** Decides at once about what of a group nobody has decided about, where its use speaks for it. */
export function DecideTogether({ group, ...grouped }: Grouped & { group: ReviewItem["group"] }) {
  if (group === TOGETHER.keep) return <KeepTogether {...grouped} />;
  return group === TOGETHER.remove ? <RemoveTogether {...grouped} /> : null;
}

function decidable(items: readonly ReviewItem[]): readonly ReviewItem[] {
  return items
    .filter(({ verdict, whyNot, isWithOthers }) => verdict === null && whyNot === null && !isWithOthers)
    .slice(0, MAX_DECIDED_TOGETHER);
}

function countOf({ length }: readonly ReviewItem[]): string {
  return length === 0 ? "" : ` (${length})`;
}

function KeepTogether({ review, items }: Grouped) {
  const open = decidable(items);
  const { decideTogether } = useReviewCommands();
  const { isBusy, act } = useAct();
  async function keep(): Promise<void> {
    const itemIds = open.map(({ id }) => id);
    const wish = { reviewId: review.id, itemIds, verdict: "keep" as const, reason: "" };
    await act("Nothing was decided", async () => {
      // Somebody else may have decided about some of them meanwhile.
      const count = await decideTogether(wish);
      toast.success(`${plural(count, "item")} in use kept`);
    });
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
      Keep all in use{countOf(open)}
    </Button>
  );
}

/** Shows who loses what before it is said why. */
function RemoveTogether({ review, items }: Grouped) {
  const [shown, setShown] = useState<readonly ReviewItem[] | null>(null);
  const open = decidable(items);
  const { decideTogether } = useReviewCommands();
  async function send(reason: string): Promise<void> {
    const itemIds = (shown ?? []).map(({ id }) => id);
    const count = await decideTogether({ reviewId: review.id, itemIds, verdict: "remove", reason });
    toast.success(`${plural(count, "unused item")} ${count === 1 ? "is" : "are"} to be removed`);
  }
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        className="print:hidden"
        disabledReason={open.length === 0 ? "Nothing unused is left for you to decide" : null}
        onClick={() => setShown(open)}
      >
        Remove all unused{countOf(open)}
      </Button>
      {shown ? (
        <WordsDialog
          title={`Remove ${plural(shown.length, "unused item")}`}
          description="Everybody keeps theirs until the review ends. You can change your mind about each until then."
          words={{ help: "Whoever loses it sees it." }}
          verb="Mark for removal"
          busyLabel="Saving..."
          failure="Nothing was decided"
          send={send}
          onClose={() => setShown(null)}
        >
          <ul
            aria-label="Who loses what"
            // A list of many lines is read by scrolling.
            tabIndex={shown.length > 3 ? 0 : undefined}
            className="max-h-48 overflow-auto rounded-md border border-line bg-sunken px-3 py-1.5 text-sm"
          >
            {shown.map(({ id, holder, description, code }) => (
              <li key={id} className="py-0.5 wrap-anywhere">
                {holder}: {description}
                <RoleCode code={code} className="ml-1.5" />
              </li>
            ))}
          </ul>
        </WordsDialog>
      ) : null}
    </>
  );
}
