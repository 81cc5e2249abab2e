import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { FormErrorSummary } from "../../ui/form/form-error-summary";
import { Alert } from "../../ui/page/alert";
import { toast } from "../../ui/toast/toast";
import { explain } from "../refusal-words";
import { fieldsRefused } from "./form-fields";

/** What is wrong, by field. */
type Problems = Readonly<Record<string, string | undefined>>;

/** Checks and sends a form in a dialog: the same rules before and on the server, every problem at its field. */
export function useDialogForm({
  check,
  send,
  saved,
  onClose,
}: {
  check: () => Problems;
  send: () => Promise<unknown>;
  /** What a toast says then; null where `send` says it. */
  saved: string | null;
  onClose: () => void;
}) {
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function submit(): Promise<void> {
    const found = check();
    setProblems(found);
    setFailure(null);
    if (Object.keys(found).length > 0 || isBusy) return;
    setBusy(true);
    try {
      await send();
      if (saved !== null) toast.success(saved);
      onClose();
    } catch (error) {
      const refused = fieldsRefused(error);
      setProblems(refused ?? {});
      setFailure(refused ? null : explain(error));
    } finally {
      setBusy(false);
    }
  }
  return { problems, failure, isBusy, submit };
}

/** The dialog around such a form. `idOf` is a field's control, for the summary of problems. */
export function FormDialog(props: {
  title: string;
  description?: string;
  verb: string;
  form: ReturnType<typeof useDialogForm>;
  idOf: (field: string) => string;
  disabledReason?: string | null;
  size?: "md" | "lg";
  /** What closing it is called where what was typed is kept. */
  closeLabel?: string;
  children: ReactNode;
  onClose: () => void;
}) {
  const { title, description, verb, form, idOf, onClose } = props;
  const formId = useId();
  const shown = Object.entries(form.problems).flatMap(([field, message]) =>
    message ? [{ fieldId: idOf(field), message }] : [],
  );
  return (
    <Dialog
      open
      size={props.size ?? "md"}
      title={title}
      description={description}
      onOpenChange={(open) => (open || form.isBusy ? undefined : onClose())}
      footer={
        <>
          <Button
            type="submit"
            form={formId}
            busy={form.isBusy}
            busyLabel="Saving"
            disabledReason={props.disabledReason ?? null}
          >
            {verb}
          </Button>
          <Button variant="outline" onClick={onClose} disabledReason={form.isBusy ? "It is being saved" : null}>
            {props.closeLabel ?? "Cancel"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <FormErrorSummary problems={shown} submission={form.problems} />
        {form.failure === null ? null : (
          <Alert meaning="danger" title="It was not saved">
            {form.failure}
          </Alert>
        )}
        {props.children}
      </form>
    </Dialog>
  );
}
