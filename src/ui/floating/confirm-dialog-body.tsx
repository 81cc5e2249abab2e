import { type ReactNode, type RefObject, useRef, useState } from "react";
import { Button } from "../button";
import { Field } from "../form/field";
import { Input } from "../form/input";
import { Dialog } from "./dialog";

/** What a confirmation needs to ask. */
export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen and whether it can be undone. */
  description: ReactNode;
  /** What is decided about, where it takes more than a sentence; the dialog is wider then. */
  children?: ReactNode;
  /** The verb on the button, never "OK". */
  confirmLabel: string;
  busyLabel?: string;
  destructive?: boolean;
  /** For the irreversible: the words a person must type first. */
  typedConfirmation?: string;
  /** The dialog stays open and busy until this settles, and closes only when it fulfils. */
  onConfirm: () => Promise<void> | void;
}

/** Runs the confirmation, busy until it settles; `done` only when it fulfilled. */
function useBusyAction(action: () => Promise<void> | void, done: () => void) {
  const [busy, setBusy] = useState(false);
  async function run(): Promise<void> {
    setBusy(true);
    try {
      await action();
      done();
    } catch {
      // The caller has told the person; the dialog stays so that they can try again.
    } finally {
      setBusy(false);
    }
  }
  return { busy, run: () => void run() };
}

function TypedConfirmation(props: {
  words: string;
  onChange: (typed: string) => void;
  onEnter: () => void;
  input: RefObject<HTMLInputElement | null>;
}) {
  const { words, onChange, onEnter, input } = props;
  return (
    <Field label={`Type “${words}” to confirm`} required>
      <Input
        ref={input}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onEnter();
        }}
      />
    </Field>
  );
}

/** The dialog of ConfirmDialog. */
export function ConfirmDialogBody(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, busyLabel, destructive, typedConfirmation } = props;
  const [typed, setTyped] = useState("");
  const cancel = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // A phone begins with a capital letter, and some write the address of a person so: no less sure of it.
  const isMissing = typedConfirmation !== undefined && typed.trim().toLowerCase() !== typedConfirmation.toLowerCase();

  function close(): void {
    setTyped("");
    onOpenChange(false);
  }
  const { busy, run } = useBusyAction(props.onConfirm, close);
  const closeUnlessBusy = () => (busy ? undefined : close());

  return (
    <Dialog
      open={open}
      onOpenChange={closeUnlessBusy}
      title={title}
      description={description}
      size={props.children ? "lg" : "sm"}
      initialFocus={typedConfirmation === undefined ? cancel : input}
      footer={
        <>
          <Button
            variant={destructive ? "destructive" : "default"}
            busy={busy}
            busyLabel={busyLabel}
            disabledReason={isMissing ? `Type “${typedConfirmation}” first` : null}
            onClick={run}
          >
            {confirmLabel}
          </Button>
          <Button ref={cancel} variant="outline" onClick={closeUnlessBusy}>
            Cancel
          </Button>
        </>
      }
    >
      {props.children}
      {typedConfirmation === undefined ? null : (
        <TypedConfirmation
          input={input}
          words={typedConfirmation}
          onChange={setTyped}
          onEnter={() => (isMissing || busy ? undefined : run())}
        />
      )}
    </Dialog>
  );
}
