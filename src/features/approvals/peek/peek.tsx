import { Link } from "@tanstack/react-router";
import { ArrowUpRight, Check, CircleHelp, X } from "lucide-react";
import { whyOnItsPage } from "../../../../convex/core/catalog/rules/exposure";
import { withoutPerson } from "../../../../convex/core/requests/rules";
import { PAGES } from "../../../../convex/site/pages";
import { refusalText } from "../../../components/refusal-words";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { Sheet } from "../../../ui/floating/sheet";
import { useApproval, type WaitingRow } from "../api";
import type { Action } from "../seat-actions";
import { PeekBasis } from "./peek-basis";

/** What a peek needs: the row it is about, and what can be done from it. */
interface PeekProps {
  row: WaitingRow;
  onAction: (row: WaitingRow, action: Action) => void;
  onClose: () => void;
}

/** What one row rests on, beside the list: the focus stays in the list, and the panel follows it. */
export function PeekBeside({ row, ...actions }: PeekProps) {
  return (
    <aside
      aria-label={`Preview of ${row.requestKey}`}
      className="fixed top-[calc(3rem+var(--above-page))] right-0 bottom-0 z-20 flex w-full max-w-[27rem] flex-col border-l border-line bg-raised shadow-float"
    >
      <div className="flex items-start justify-between gap-2 border-b border-line py-2.5 pr-2 pl-4">
        <h2 className="min-w-0 pt-1 text-lg font-semibold text-ink wrap-anywhere">
          {withoutPerson(row.title, row.beneficiary)}
        </h2>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close the preview"
          title="Close (Esc)"
          onClick={actions.onClose}
        >
          <X aria-hidden />
        </Button>
      </div>
      <div
        tabIndex={0}
        role="group"
        aria-label="Basis for the decision"
        className="min-h-0 flex-1 overflow-y-auto px-4 py-3"
      >
        <Basis row={row} />
      </div>
      <div className="flex flex-wrap gap-1.5 border-t border-line px-4 py-3">
        {/* All of them in one line of the panel. */}
        <Actions row={row} {...actions} size="sm" />
      </div>
    </aside>
  );
}

/** The same above the list, for phones. */
export function PeekAbove({ row, onAction, onClose }: PeekProps) {
  const act = (from: WaitingRow, action: Action): void => {
    onClose();
    onAction(from, action);
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={withoutPerson(row.title, row.beneficiary)}
      wide
      footer={<Actions row={row} onAction={act} />}
    >
      <div className="px-4 pb-4">
        <Basis row={row} />
      </div>
    </Sheet>
  );
}

function Basis({ row }: { row: WaitingRow }) {
  return <PeekBasis row={row} page={useApproval(row.approvalId)} />;
}

/** What is decided on its own page leads there. */
function Actions({ row, onAction, size = "md" }: Pick<PeekProps, "row" | "onAction"> & { size?: "sm" | "md" }) {
  const no = refusalText(row.whyNotApprove);
  const isOnItsPage = whyOnItsPage(row) !== null;
  const isDecidedThere = isOnItsPage && no === null;
  const open = (
    <Link
      to={PAGES.approval.path}
      params={{ approvalId: row.address }}
      className={buttonClasses({ variant: isDecidedThere ? "default" : "ghost", size })}
    >
      <ArrowUpRight aria-hidden /> {isDecidedThere ? "Decide on its page" : "Open"}
    </Link>
  );
  if (isOnItsPage) {
    return (
      <>
        {no === null ? null : <p className="w-full text-ink-soft">{no}</p>}
        {open}
      </>
    );
  }
  return (
    <>
      <Button size={size} disabledReason={no} onClick={() => onAction(row, "approve")}>
        <Check aria-hidden /> Approve
      </Button>
      <Button variant="outline" size={size} disabledReason={no} onClick={() => onAction(row, "reject")}>
        <X aria-hidden /> Reject
      </Button>
      <Button variant="outline" size={size} disabledReason={no} onClick={() => onAction(row, "askInfo")}>
        <CircleHelp aria-hidden /> Ask for info
      </Button>
      {open}
    </>
  );
}
