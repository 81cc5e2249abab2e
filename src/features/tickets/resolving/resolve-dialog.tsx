import { type ReactNode, useState } from "react";
import { REPLY_MAX_LENGTH } from "../../../../convex/core/tickets/rules";
import { CAUSE_MISSING } from "../../../../convex/core/tickets/rules/causes";
import type { ChosenCause } from "../../../../convex/core/tickets/table";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { SecretWarning } from "../../../components/form/secret-warning";
import { FormattedField } from "../../../components/formatted/formatted-field";
import { Field } from "../../../ui/form/field";
import { CauseField } from "./cause-field";

/** What its dialog begins with. */
export interface Resolution {
  readonly body: string;
  readonly cause: ChosenCause | null;
}

/** Resolves one ticket or several with a word to each requester, for one cause. */
export function ResolveDialog(props: {
  /** What is resolved, as "TKT-12" or "3 tickets". */
  what: string;
  isMany?: boolean;
  initial?: Resolution;
  /** Whether what the ticket waited for is done. */
  isProven?: boolean;
  /** What is said first, above the form. */
  notice?: ReactNode;
  send: (resolution: { body: string; cause: ChosenCause }) => Promise<unknown>;
  onClose: () => void;
}) {
  const { what, isMany = false, initial, isProven = false, send, onClose } = props;
  const [body, setBody] = useState(initial?.body ?? "");
  const [cause, setCause] = useState(initial?.cause ?? null);
  const form = useDialogForm({
    check: () => ({
      ...(body.trim() === "" && { body: "Say what was done" }),
      ...(cause === null && { cause: CAUSE_MISSING }),
    }),
    send: async () => cause && (await send({ body, cause })),
    saved: null,
    onClose,
  });
  return (
    <FormDialog
      title={`Resolve ${what}`}
      description={
        isMany
          ? "A reply within 7 days reopens its ticket. The others are then closed."
          : "A reply within 7 days reopens it. After that it is closed."
      }
      verb={isMany ? "Resolve tickets" : "Resolve ticket"}
      form={form}
      idOf={(field) => `resolve-${field}`}
      onClose={onClose}
    >
      {props.notice}
      <Field
        id="resolve-body"
        label="What was done"
        help={isMany ? "Each requester reads it in their own ticket. Do not name anyone." : "The requester reads it."}
        error={form.problems.body ?? null}
        required
      >
        <FormattedField rows={4} maxLength={REPLY_MAX_LENGTH} value={body} onText={setBody} />
      </Field>
      <SecretWarning text={body} />
      <CauseField
        id="resolve-cause"
        value={cause}
        onChange={setCause}
        isProven={isProven}
        error={form.problems.cause ?? null}
      />
    </FormDialog>
  );
}
