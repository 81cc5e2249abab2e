import { useState } from "react";
import { REPLY_MAX_LENGTH } from "../../../../convex/core/tickets/rules";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { Combobox } from "../../../ui/form/combobox";
import { Field } from "../../../ui/form/field";
import { Textarea } from "../../../ui/form/input";
import type { Ticket } from "../api";
import { useConversion, useSuggestableTypes } from "./api";

const WORDS =
  "This is something to ask for as a request. A draft is filled in from your ticket: look it over and send it.";

/** Suggests to its requester to ask for something, with a word they read. */
export function SuggestDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { key, requester } = ticket;
  const types = useSuggestableTypes(key);
  const { suggest } = useConversion();
  const [typeKey, setTypeKey] = useState<string | null>(null);
  const [body, setBody] = useState(WORDS);
  const items = (types ?? []).map((type) => ({ value: type.key, label: type.name }));
  const form = useDialogForm({
    check: () => ({
      ...(typeKey === null && { type: "Choose what to ask for" }),
      ...(body.trim() === "" && { body: "Say why" }),
    }),
    send: async () => await suggest({ key, typeKey: typeKey ?? "", body }),
    saved: `It was suggested to ${requester}`,
    onClose,
  });
  return (
    <FormDialog
      title={`Suggest a request in ${key}`}
      description={`${requester} gets a draft, filled in from this ticket, and sends it or not. Once it is sent, the ticket waits for its end.`}
      verb="Suggest request"
      form={form}
      idOf={(field) => `suggest-${field}`}
      onClose={onClose}
    >
      <Field id="suggest-type" label="Request" error={form.problems["type"] ?? null} required>
        <Combobox
          items={items}
          value={items.find(({ value }) => value === typeKey) ?? null}
          onValueChange={(item) => setTypeKey(item?.value ?? null)}
          isLoading={types === undefined}
          placeholder="What they need"
          emptyText="They may ask for nothing like this"
        />
      </Field>
      <Field
        id="suggest-body"
        label={`Reply to ${requester}`}
        help="It stands in the ticket."
        error={form.problems["body"] ?? null}
        required
      >
        <Textarea
          rows={4}
          maxLength={REPLY_MAX_LENGTH}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
