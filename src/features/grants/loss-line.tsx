import { useState } from "react";
import { useAct } from "../../components/form/use-act";
import { formatDateTime } from "../../lib/dates";
import { Button } from "../../ui/button";
import { toast } from "../../ui/toast/toast";
import { type OwnGrant, useSayNeed } from "./api";
import { WordsDialog } from "./words-dialog";

/** What an access review is about to take, and the way to say that it is still needed. */
export function LossLine({ description, loss }: { description: string; loss: NonNullable<OwnGrant["loss"]> }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pl-5.5 text-sm">
      <p className="wrap-anywhere text-danger">
        To be removed on {formatDateTime(loss.at)} by an access review: {loss.reason}
      </p>
      {loss.need === null ? (
        <Button variant="outline" size="sm" aria-label={`I still need ${description}`} onClick={() => setAsking(true)}>
          I still need it
        </Button>
      ) : (
        <p className="wrap-anywhere text-muted">You said that you still need it: “{loss.need}”</p>
      )}
      {isAsking ? <NeedDialog description={description} loss={loss} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

function NeedDialog({
  description,
  loss,
  onClose,
}: {
  description: string;
  loss: NonNullable<OwnGrant["loss"]>;
  onClose: () => void;
}) {
  const sayNeed = useSayNeed();
  const { isBusy, act } = useAct();
  async function send(note: string): Promise<void> {
    if (!(await act("Nothing was sent", () => sayNeed({ itemId: loss.itemId, note })))) return;
    toast.success("The reviewer sees that you still need it");
    onClose();
  }
  return (
    <WordsDialog
      title={`You still need ${description}?`}
      description="Whoever decided sees what you write and can change the decision until the review ends."
      action="Send"
      isBusy={isBusy}
      onSend={send}
      onClose={onClose}
    />
  );
}
