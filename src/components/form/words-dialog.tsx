import { type ReactNode, useState } from "react";
import { REASON_MAX_LENGTH } from "../../../convex/core/proposals/rules";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { useAct } from "./use-act";

/** What is asked for: a reason, where nothing else is said. */
interface Words {
  readonly label?: string;
  readonly help?: string;
  /** What is to be done while nothing is typed. */
  readonly missing?: string;
  readonly maxLength?: number;
  /** What was written before. */
  readonly initial?: string;
}

/** Asks for words and does something with them. It stays open, with what was typed, where that was refused. */
export function WordsDialog(props: {
  title: string;
  description?: string;
  words?: Words;
  verb: string;
  busyLabel: string;
  /** What is missing beside the words, or null. */
  whyNot?: string | null;
  /** What a toast says where it was refused. */
  failure: string;
  send: (words: string) => Promise<unknown>;
  onClose: () => void;
  /** What stands above the words. */
  children?: ReactNode;
  /** What stands below them: the words have the focus when it opens. */
  below?: ReactNode;
}) {
  const { title, description, verb, busyLabel, whyNot = null, failure, send, onClose, children, below } = props;
  const {
    label = "Reason",
    help,
    missing = "Give a reason",
    maxLength = REASON_MAX_LENGTH,
    initial,
  } = props.words ?? {};
  const [text, setText] = useState(initial ?? "");
  const { isBusy, act } = useAct();
  async function save(): Promise<void> {
    if (await act(failure, () => send(text.trim()))) onClose();
  }
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
            busyLabel={busyLabel}
            disabledReason={whyNot ?? (text.trim() === "" ? missing : null)}
            onClick={() => void save()}
          >
            {verb}
          </Button>
          <Button variant="outline" onClick={onClose} disabledReason={isBusy ? "It is being sent" : null}>
            Cancel
          </Button>
        </>
      }
    >
      {children}
      <Field label={label} help={help} required>
        <Textarea rows={3} maxLength={maxLength} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      {below}
    </Dialog>
  );
}
