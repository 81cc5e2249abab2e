import { useState } from "react";
import { REPLY_MAX_LENGTH } from "../../../../convex/core/tickets/rules";
import { FileChoice } from "../../../components/files/file-choice";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { Combobox } from "../../../ui/form/combobox";
import { Field } from "../../../ui/form/field";
import { Textarea } from "../../../ui/form/input";
import type { Ticket } from "../api";
import { useConversion, useSuggestableTypes, useTakableFiles } from "./api";

const REQUEST_WORDS =
  "You can ask for this with a request. I have filled in a draft from your ticket: check it and send it.";
const IDEA_WORDS =
  "This would help others too. Please publish it as an idea, so that everybody can vote for it. You are notified of each answer.";
const IDEA = { value: "idea:", label: "An idea for everybody", detail: "Feedback" };

/** Suggests to its requester to ask for something or to write an idea, with a word they read. */
export function SuggestDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { key, requester } = ticket;
  const types = useSuggestableTypes(key);
  const files = useTakableFiles(key) ?? [];
  const [fileIds, setFileIds] = useState<readonly (typeof files)[number]["id"][]>([]);
  const { suggest } = useConversion();
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setBody] = useState<string | null>(null);
  const body = typed ?? (chosen === IDEA.value ? IDEA_WORDS : REQUEST_WORDS);
  const items = [IDEA, ...(types ?? []).map((type) => ({ value: type.key, label: type.name }))];
  const form = useDialogForm({
    check: () => ({
      ...(chosen === null && { type: "Choose what to suggest" }),
      ...(body.trim() === "" && { body: "Say why" }),
    }),
    send: async () =>
      await suggest({ key, typeKey: chosen === IDEA.value ? null : chosen, body, fileIds: [...fileIds] }),
    saved: `Suggested to ${requester}`,
    onClose,
  });
  return (
    <FormDialog
      title="Suggest a request or an idea"
      description={`${requester} gets a draft filled in from ${key} and decides whether to send it. If they send a request, the ticket waits until it ends. If they publish an idea, the ticket is resolved.`}
      verb="Send suggestion"
      form={form}
      idOf={(field) => `suggest-${field}`}
      onClose={onClose}
    >
      <Field id="suggest-type" label="What to suggest" error={form.problems["type"] ?? null} required>
        <Combobox
          items={items}
          value={items.find(({ value }) => value === chosen) ?? null}
          onValueChange={(item) => setChosen(item?.value ?? null)}
          isLoading={types === undefined}
          placeholder="A request or an idea"
          emptyText="They cannot request anything like this"
        />
      </Field>
      <FileChoice
        legend="Files to include"
        help={`Files ${requester} sent in this ticket. They choose which of these to keep.`}
        files={files}
        chosen={fileIds}
        onChange={setFileIds}
      />
      <Field
        id="suggest-body"
        label={`Reply to ${requester}`}
        help="It is shown in the ticket."
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
