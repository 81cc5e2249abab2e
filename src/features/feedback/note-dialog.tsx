import { useState } from "react";
import { NOTE_MAX_LENGTH, whyNotSay } from "../../../convex/core/feedback/rules";
import type { ListedStatus } from "../../../convex/core/feedback/rules/listed";
import { FormDialog, useDialogForm } from "../../components/form/form-dialog";
import { SecretWarning } from "../../components/form/secret-warning";
import { FormattedField } from "../../components/formatted/formatted-field";
import { Combobox } from "../../ui/form/combobox";
import { Field } from "../../ui/form/field";
import { type Idea, useIdeaCommands, useToMerge } from "./api";
import { IDEA_READERS } from "./idea-fields";

/** What is done with an idea under a note. */
export type NotedMove =
  | { readonly kind: "move"; readonly to: ListedStatus }
  | { readonly kind: "merge" | "unmerge" | "remove" };

const TITLES = { merge: "Merge into another idea", unmerge: "Undo the merge", remove: "Delete this idea" } as const;
const VERBS = { merge: "Merge idea", unmerge: "Undo merge", remove: "Delete idea" } as const;

/** Whatever is done with an idea needs a note: step for here. */
export function NoteDialog({ idea, step, onClose }: { idea: Idea; step: NotedMove; onClose: () => void }) {
  const [note, setNote] = useState("");
  const [into, setInto] = useState<Target | null>(null);
  const commands = useIdeaCommands();
  const isRemoval = step.kind === "remove";
  const form = useDialogForm({
    check: () => {
      const refusal = whyNotSay(note, NOTE_MAX_LENGTH);
      return {
        ...(refusal && {
          note: refusal.code === "too-long" ? `At most ${NOTE_MAX_LENGTH} characters` : "Write a note first",
        }),
        ...(step.kind === "merge" && !into && { into: "Choose an idea" }),
      };
    },
    send: async () => {
      const ideaId = idea.id;
      if (step.kind === "move") await commands.move({ ideaId, to: step.to, note });
      else if (step.kind === "unmerge") await commands.unmerge({ ideaId, note });
      else if (step.kind === "remove") await commands.remove({ ideaId, reason: note });
      else if (into) await commands.merge({ ideaId, intoId: into.id, note });
    },
    saved: isRemoval ? `${idea.key} was deleted` : `The answer to ${idea.key} was saved`,
    onClose,
  });
  return (
    <FormDialog
      title={step.kind === "move" ? `Move ${idea.key} to ${step.to}` : TITLES[step.kind]}
      description={
        isRemoval
          ? "Its text, comments and notes are deleted permanently. The audit trail keeps a record that it existed."
          : "Its author and everybody who voted for it are notified."
      }
      verb={step.kind === "move" ? `Move to ${step.to}` : VERBS[step.kind]}
      form={form}
      idOf={(field) => `idea-${field}`}
      onClose={onClose}
    >
      {step.kind === "merge" ? (
        <Field id="idea-into" label="Idea" error={form.problems.into ?? null} required>
          <TargetPicker ideaId={idea.id} value={into} onChange={setInto} />
        </Field>
      ) : null}
      <Field
        id="idea-note"
        label={isRemoval ? "Reason" : "Public note"}
        help={isRemoval ? "It is kept in the audit trail." : "Everyone can read it."}
        error={form.problems.note ?? null}
        required
      >
        <FormattedField rows={4} value={note} onText={setNote} />
      </Field>
      <SecretWarning text={note} readers={isRemoval ? "Everyone who reads the audit trail" : IDEA_READERS} />
    </FormDialog>
  );
}

type Target = NonNullable<ReturnType<typeof useToMerge>>[number];

/** The idea another one becomes a part of, found among all by its number or words. */
function TargetPicker(props: { ideaId: Idea["id"]; value: Target | null; onChange: (next: Target | null) => void }) {
  const { ideaId, value, onChange } = props;
  const [text, setText] = useState("");
  // What was chosen stands in the field by its name: that is no search.
  const found = useToMerge(ideaId, value && text === labelOf(value) ? "" : text);
  const itemOf = (one: Target) => ({ value: one.id as string, label: labelOf(one), detail: one.status });
  return (
    <Combobox
      items={(found ?? []).map(itemOf)}
      value={value && itemOf(value)}
      onValueChange={(item) => onChange((found ?? []).find(({ id }) => id === item?.value) ?? null)}
      onQuery={setText}
      isLoading={found === undefined}
      emptyText="No idea found"
      placeholder="Number or words"
    />
  );
}

function labelOf({ key, title }: Target): string {
  return `${key} ${title}`;
}
