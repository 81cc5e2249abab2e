import { toast } from "../../../ui/toast/toast";
import { useApproval, useApprovalCommands } from "../api";
import { BulkDecision } from "../bulk/bulk-decision";
import { DecisionDialog } from "../decision-dialog";
import { decidedText, leftAfterMine } from "../decision-words";
import { SnoozeDialog } from "./snooze-dialog";
import type { ListDialog } from "./use-waiting-list";

interface ListDialogProps {
  readonly onClose: () => void;
  readonly onGone: (approvalId: string) => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** What is asked above the list: about one row, or about several. */
export function ListDialogs(
  props: {
    dialog: NonNullable<ListDialog>;
    onBulkDone: (decidedIds: readonly string[]) => void;
  } & ListDialogProps,
) {
  const { dialog, onBulkDone, ...rest } = props;
  if ("rows" in dialog) return <BulkDecision {...dialog} {...rest} onDone={onBulkDone} />;
  return <RowDialog {...rest} {...dialog} />;
}

function RowDialog({
  row,
  action,
  onClose,
  onGone,
  finalFocus,
}: Extract<NonNullable<ListDialog>, { row: unknown }> & ListDialogProps) {
  const { decide, askInfo, snooze } = useApprovalCommands();
  const shown = useApproval(row.approvalId);
  const unplanned = shown ? (shown.tasks.some(({ lacksPlan }) => lacksPlan) ? "known" : "none") : "unknown";
  const subject = `${row.requestKey} ${row.title}`;
  if (action === "snooze") {
    return (
      <SnoozeDialog
        subject={subject}
        onClose={onClose}
        finalFocus={finalFocus}
        onSnooze={async (until) => {
          await snooze({ approvalId: row.approvalId, until });
          onGone(row.approvalId);
        }}
      />
    );
  }
  return (
    <DecisionDialog
      action={action}
      subject={subject}
      onClose={onClose}
      finalFocus={finalFocus}
      unplanned={unplanned}
      ahead={shown?.me.ahead}
      onDecide={async ({ comment, ...said }) => {
        const what = { approvalId: row.approvalId, stepId: row.stepId, formHash: row.formHash, comment };
        toast.success(
          action === "askInfo"
            ? await askInfo(what).then(() => `The requester of ${row.requestKey} was asked`)
            : decidedText(
                row.requestKey,
                action,
                await decide({ ...what, ...said, verdict: action }),
                leftAfterMine(row),
              ),
        );
        onGone(row.approvalId);
      }}
    />
  );
}
