import { useState } from "react";
import { REASON_MAX_LENGTH } from "../../../convex/core/proposals/rules";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";

/** Asks what an access is needed for, and sends it. */
export function WordsDialog(props: {
  title: string;
  description: string;
  action: string;
  isBusy: boolean;
  onSend: (words: string) => Promise<void>;
  onClose: () => void;
}) {
  const { title, description, action, isBusy, onSend, onClose } = props;
  const [words, setWords] = useState("");
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={title}
      description={description}
      footer={
        <>
          <Button
            busy={isBusy}
            busyLabel="Sending..."
            disabledReason={words.trim() === "" ? "Say what you need it for" : null}
            onClick={() => void onSend(words.trim())}
          >
            {action}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Field label="What you need it for" required>
        <Textarea
          rows={3}
          maxLength={REASON_MAX_LENGTH}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}
