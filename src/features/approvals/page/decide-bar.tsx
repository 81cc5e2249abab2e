import type { RefObject } from "react";
import { refusalText } from "../../../components/refusal-words";
import { formatDeadline } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { VisuallyHidden } from "../../../ui/text/visually-hidden";
import type { ShownApproval } from "../api";
import { TimeLeft } from "../time-left";
import type { PageDialog } from "./page-dialogs";

interface BarProps {
  page: ShownApproval;
  onChoose: (dialog: PageDialog) => void;
  /** The words that say what came of the decision. */
  words: RefObject<HTMLParagraphElement | null>;
}

/**
 * On narrow screens the decision stays within reach at the bottom, and so does taking it back while that is possible.
 */
export function DecideBar(props: BarProps) {
  const { state, me } = props.page;
  const isOpen = state === "Pending" && me.seatId !== null;
  if (!isOpen && (state !== "Approved" || me.whyNotTakeBack !== null)) return null;
  return (
    <div
      role="region"
      aria-label="Decide"
      className="sticky bottom-0 z-20 -mx-4 flex items-center gap-2 border-t border-line bg-raised px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] lg:hidden"
    >
      {isOpen ? <Decisions {...props} /> : <SecondThoughts {...props} />}
    </div>
  );
}

function Decisions({ page: { me }, onChoose }: BarProps) {
  const no = refusalText(me.whyNotApprove);
  return (
    <>
      <Button className="flex-1" disabledReason={no} onClick={() => onChoose("approve")}>
        Approve
      </Button>
      <Button className="flex-1" variant="outline" disabledReason={no} onClick={() => onChoose("reject")}>
        Reject
      </Button>
      <Button
        className="flex-1"
        variant="outline"
        disabledReason={refusalText(me.whyNotAskInfo)}
        onClick={() => onChoose("askInfo")}
      >
        Ask
      </Button>
    </>
  );
}

function SecondThoughts({ page: { holdUntil }, onChoose, words }: BarProps) {
  return (
    <>
      <p ref={words} tabIndex={-1} className="min-w-0 flex-1 text-ink-soft">
        <span className="font-medium text-ink">Approved.</span>{" "}
        {holdUntil === null ? (
          "It can be taken back."
        ) : (
          <>
            <VisuallyHidden>It can be taken back until {formatDeadline(holdUntil)}.</VisuallyHidden>{" "}
            <TimeLeft until={holdUntil} />
          </>
        )}
      </p>
      <Button variant="outline" onClick={() => onChoose("takeBack")}>
        Take back
      </Button>
    </>
  );
}
