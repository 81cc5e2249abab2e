import { useState } from "react";
import { IMPERSONATION_REASON_MAX } from "../../../convex/core/people/rules/impersonating";
import { WordsDialog } from "../../components/form/words-dialog";
import { useViewer } from "../../shell/session";
import { Button } from "../../ui/button";
import { type Session, useImpersonationCommands } from "./api";

/** Ends somebody else's impersonation that runs, for those who may; one's own is stopped in its bar. */
export function EndButton({ session }: { session: Session }) {
  const viewer = useViewer();
  const { end } = useImpersonationCommands();
  const [isAsking, setAsking] = useState(false);
  if (session.endedAt !== null || session.by.id === viewer?._id || !viewer?.capabilities.includes("impersonation.end"))
    return null;
  const { by, as } = session;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={`End ${by.name} viewing as ${as.name}`}
        onClick={() => setAsking(true)}
      >
        End
      </Button>
      {isAsking ? (
        <WordsDialog
          title={`End ${by.name} viewing as ${as.name}?`}
          description="It ends at once in every window. Both are notified, with your name and reason."
          words={{ maxLength: IMPERSONATION_REASON_MAX }}
          verb="End impersonation"
          busyLabel="Ending..."
          failure="It did not end"
          send={(reason) => end({ sessionId: session.id, reason })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
