import { type ShownApproval, useApprovalCommands } from "../api";
import { BreakGlassDialog, ReviewDialog, TakeBackDialog } from "../careful-dialogs";
import { DecisionDialog } from "../decision-dialog";
import { SnoozeDialog } from "../list/snooze-dialog";
import type { Action } from "../seat-actions";
import { useDecideOn } from "../use-decide-on";
import { ReassignDialog } from "./reassign-dialog";

/** What is asked above the page. */
export type PageDialog = Action | "snooze" | "reassign" | "nameApprover" | "takeBack" | "breakGlass" | "review";

/** The one dialog that is open. */
export function PageDialogs(props: {
  page: ShownApproval;
  dialog: PageDialog;
  onClose: () => void;
  finalFocus: () => null | false;
}) {
  const { page, dialog, onClose, finalFocus } = props;
  const { snooze } = useApprovalCommands();
  const decideOn = useDecideOn(page);
  const subject = `${page.request.key} ${page.request.title}`;
  switch (dialog) {
    case "approve":
    case "reject":
    case "askInfo":
      return (
        <DecisionDialog
          action={dialog}
          subject={subject}
          onClose={onClose}
          finalFocus={finalFocus}
          unplanned={page.tasks.some(({ lacksPlan }) => lacksPlan) ? "known" : "none"}
          ahead={page.me.ahead}
          onDecide={(said) => decideOn(dialog, said)}
        />
      );
    case "snooze":
      return (
        <SnoozeDialog
          subject={subject}
          onClose={onClose}
          onSnooze={(until) => snooze({ approvalId: page.id, until })}
        />
      );
    case "reassign":
      return <ReassignDialog page={page} isOwn onClose={onClose} />;
    case "nameApprover":
      return <ReassignDialog page={page} isOwn={false} onClose={onClose} />;
    case "takeBack":
      return <TakeBackDialog page={page} onClose={onClose} finalFocus={finalFocus} />;
    case "breakGlass":
      return <BreakGlassDialog page={page} onClose={onClose} finalFocus={finalFocus} />;
    case "review":
      return <ReviewDialog page={page} onClose={onClose} finalFocus={finalFocus} />;
    default:
      return dialog satisfies never;
  }
}
