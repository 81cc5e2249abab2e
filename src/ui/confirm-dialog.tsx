import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { Input } from "./input";

/** What a confirmation needs to ask. */
export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen and whether it can be undone. */
  description: ReactNode;
  /** The verb on the button, never "OK". */
  confirmLabel: string;
  busyLabel?: string;
  destructive?: boolean;
  /** For the irreversible: the words a person must type first. */
  typedConfirmation?: string;
  /** The dialog stays open and busy until this settles, and closes only when it fulfils. */
  onConfirm: () => Promise<void> | void;
}

/** Asks before something with consequences. A rejected `onConfirm` keeps the dialog open; the caller reports it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, busyLabel, destructive, typedConfirmation } = props;
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const missing = typedConfirmation !== undefined && typed.trim() !== typedConfirmation;

  function changeOpen(next: boolean): void {
    if (busy) return;
    setTyped("");
    onOpenChange(next);
  }

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await props.onConfirm();
      setTyped("");
      onOpenChange(false);
    } catch {
      // The caller has told the person; the dialog stays so that they can try again.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title={title}
      description={description}
      size="sm"
      initialFocus={typedConfirmation === undefined ? cancel : input}
      footer={
        <>
          <Button
            variant={destructive ? "destructive" : "default"}
            busy={busy}
            busyLabel={busyLabel}
            disabledReason={missing ? `Type “${typedConfirmation}” first` : null}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
          <Button ref={cancel} variant="outline" onClick={() => changeOpen(false)}>
            Cancel
          </Button>
        </>
      }
    >
      {typedConfirmation === undefined ? null : (
        <Field label={`Type “${typedConfirmation}” to confirm`} required>
          <Input
            ref={input}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !missing && !busy) void confirm();
            }}
          />
        </Field>
      )}
    </Dialog>
  );
}
