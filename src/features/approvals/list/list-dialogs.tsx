import { toast } from "../../../ui/toast/toast";
import { useApproval, useApprovalCommands } from "../api";
import { BulkDecision } from "../bulk/bulk-decision";
import { DecisionDialog } from "../decision-dialog";
import { decidedText, leftAfterMine } from "../decision-words";
import { SnoozeDialog } from "./snooze-dialog";
import type { ListDialog } from "./use-waiting-list";

/** What is asked above the list: about one row, or about several. */
export function ListDialogs(props: {
  dialog: NonNullable<ListDialog>;
  onClose: () => void;
  onGone: (approvalId: string) => void;
  onBulkDone: (decidedIds: readonly string[]) => void;
}) {
  const { dialog, onClose } = props;
  if ("rows" in dialog) return <BulkDecision {...dialog} onClose={onClose} onDone={props.onBulkDone} />;
  return <RowDialog {...props} {...dialog} />;
}

function RowDialog({
  row,
  action,
  onClose,
  onGone,
}: Extract<NonNullable<ListDialog>, { row: unknown }> & { onClose: () => void; onGone: (approvalId: string) => void }) {
  const { decide, askInfo, snooze } = useApprovalCommands();
  const shown = useApproval(row.approvalId);
  const unplanned = shown ? (shown.tasks.some(({ lacksPlan }) => lacksPlan) ? "known" : "none") : "unknown";
  const subject = `${row.requestKey} ${row.title}`;
  if (action === "snooze") {
    return (
      <SnoozeDialog
        subject={subject}
        onClose={onClose}
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
