import type { Id } from "../../../convex/_generated/dataModel";
import { IMPERSONATION_REASON_MAX } from "../../../convex/core/people/rules/impersonating";
import { useStepUp } from "../../components/form/step-up";
import { WordsDialog } from "../../components/form/words-dialog";
import { useAuth } from "../../shell/session";
import { useImpersonationCommands } from "./api";

/** Asks for a reason and the password before anything is done in somebody else's name. */
export function ActDialog(props: { sessionId: Id<"impersonationSessions">; name: string; onClose: () => void }) {
  const { sessionId, name, onClose } = props;
  const { act: startActing } = useImpersonationCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  return (
    <WordsDialog
      title={`Act as ${name} for 30 minutes?`}
      description="What you send then is theirs, marked with your name in the audit trail. You never decide approvals, and never change their settings."
      words={{ maxLength: IMPERSONATION_REASON_MAX }}
      verb="Start acting"
      busyLabel="Starting..."
      failure="You cannot act for them"
      send={(reason) => withStepUp(() => startActing({ sessionId, reason }))}
      onClose={onClose}
    >
      {stepUpDialog}
    </WordsDialog>
  );
}
