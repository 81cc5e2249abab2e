import { useState } from "react";
import {
  COMMENT_MAX_LENGTH,
  type ListedStatus,
  nextStatuses,
  NOTE_MAX_LENGTH,
  PRIORITIES,
  whyNotSay,
} from "../../../convex/core/feedback/rules";
import { FormDialog, useDialogForm } from "../../components/form/form-dialog";
import { useAct } from "../../components/form/use-act";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { Button } from "../../ui/button";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { Select } from "../../ui/form/select";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { Saying } from "../../ui/text/saying";
import { type Idea, useIdeaCommands, useIdeas, useTeam } from "./api";

type Step = { readonly kind: "move"; readonly to: ListedStatus } | { readonly kind: "merge" | "unmerge" | "remove" };

/** What a button says that gives an idea this status. */
const VERBS: Readonly<Record<ListedStatus, string>> = {
  New: "Reopen",
  "Under review": "Review",
  Planned: "Plan",
  "In progress": "Start",
  Shipped: "Ship",
  Declined: "Decline",
};

/** What only admins see and do: the next status, merges, their own priority and notes. */
export function TeamPart({ idea, mayDelete }: { idea: Idea; mayDelete: boolean }) {
  const [step, setStep] = useState<Step | null>(null);
  const isOpen = !["Merged", "Withdrawn", "Shipped", "Declined"].includes(idea.status);
  return (
    <Card aria-label="For admins">
      <CardHeader
        title="For admins"
        description="Nobody else sees this part."
        actions={
          <>
            {nextStatuses(idea.status).map((to) => (
              <Button key={to} size="sm" variant="outline" onClick={() => setStep({ kind: "move", to })}>
                {VERBS[to]}
              </Button>
            ))}
            {isOpen ? (
              <Button size="sm" variant="outline" onClick={() => setStep({ kind: "merge" })}>
                Merge
              </Button>
            ) : null}
            {idea.status === "Merged" ? (
              <Button size="sm" variant="outline" onClick={() => setStep({ kind: "unmerge" })}>
                Undo merge
              </Button>
            ) : null}
            {mayDelete ? (
              <Button size="sm" variant="destructiveOutline" onClick={() => setStep({ kind: "remove" })}>
                Delete
              </Button>
            ) : null}
          </>
        }
      />
      <CardBody>
        <Notes ideaId={idea.id} />
      </CardBody>
      {step ? <NoteDialog idea={idea} step={step} onClose={() => setStep(null)} /> : null}
    </Card>
  );
}

function Notes({ ideaId }: { ideaId: Idea["id"] }) {
  const team = useTeam(ideaId);
  const [text, setText] = useState("");
  const { note, prioritise } = useIdeaCommands();
  const { isBusy, act } = useAct();
  if (team === undefined) return <ListSkeleton label="Loading the notes" />;
  async function send(): Promise<void> {
    if (await act("The note was not saved", () => note({ ideaId, text: text.trim() }))) setText("");
  }
  const choose = (next: string) =>
    void act("The priority was not saved", () =>
      prioritise({ ideaId, teamPriority: PRIORITIES.find((one) => one === next) ?? null }),
    );
  return (
    <div className="flex flex-col items-start gap-4">
      <Field label="Team priority" className="w-60">
        <Select
          value={team.teamPriority ?? "none"}
          onValueChange={choose}
          options={[
            { value: "none", label: "Not set" },
            ...PRIORITIES.map((value) => ({ value, label: value as string })),
          ]}
        />
      </Field>
      {team.notes.length === 0 ? null : (
        <ul aria-label="Internal notes" className="flex w-full flex-col gap-3">
          {team.notes.map(({ id, by, text: said, at }) => (
            <li key={id}>
              <Saying by={by} at={at}>
                {said}
              </Saying>
            </li>
          ))}
        </ul>
      )}
      <Field label="Internal note" help="Admins read it, nobody else." required className="w-full">
        <Textarea
          rows={2}
          maxLength={COMMENT_MAX_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <Button
        variant="outline"
        busy={isBusy}
        busyLabel="Saving..."
        disabledReason={text.trim() === "" ? "Write something first" : null}
        onClick={() => void send()}
      >
        Add note
      </Button>
    </div>
  );
}

const TITLES = { merge: "Merge into another idea", unmerge: "Undo the merge", remove: "Delete this idea" } as const;

/** Whatever is done with an idea needs a note: step for here. */
function NoteDialog({ idea, step, onClose }: { idea: Idea; step: Step; onClose: () => void }) {
  const [note, setNote] = useState("");
  const [into, setInto] = useState("");
  const commands = useIdeaCommands();
  const { results } = useIdeas(null);
  const others = results.filter(({ id }) => id !== idea.id);
  const target = others.find(({ id }) => id === into);
  const isRemoval = step.kind === "remove";
  const form = useDialogForm({
    check: () => {
      const refusal = whyNotSay(note, NOTE_MAX_LENGTH);
      return {
        ...(refusal && {
          note: refusal.code === "too-long" ? `At most ${NOTE_MAX_LENGTH} characters` : "Write a note first",
        }),
        ...(step.kind === "merge" && !target && { into: "Choose an idea" }),
      };
    },
    send: async () => {
      const ideaId = idea.id;
      if (step.kind === "move") await commands.move({ ideaId, to: step.to, note });
      else if (step.kind === "unmerge") await commands.unmerge({ ideaId, note });
      else if (step.kind === "remove") await commands.remove({ ideaId, reason: note });
      else if (target) await commands.merge({ ideaId, intoId: target.id, note });
    },
    saved: isRemoval ? `${idea.key} was deleted` : `The answer to ${idea.key} was saved`,
    onClose,
  });
  return (
    <FormDialog
      title={step.kind === "move" ? `Move ${idea.key} to ${step.to}` : TITLES[step.kind]}
      description={
        isRemoval
          ? "Its words, comments and notes are deleted for good. That it was there stays in the audit trail."
          : "Its author and everybody who voted for it are notified."
      }
      verb={isRemoval ? "Delete idea" : "Save answer"}
      form={form}
      idOf={(field) => `idea-${field}`}
      onClose={onClose}
    >
      {step.kind === "merge" ? (
        <Field id="idea-into" label="Idea" error={form.problems.into ?? null} required>
          <Select
            value={into}
            onValueChange={setInto}
            placeholder="Choose an idea"
            options={others.map(({ id, key, title }) => ({ value: id as string, label: `${key} ${title}` }))}
          />
        </Field>
      ) : null}
      <Field
        id="idea-note"
        label={isRemoval ? "Reason" : "Public note"}
        help={isRemoval ? "It is kept in the audit trail." : "Everybody reads it."}
        error={form.problems.note ?? null}
        required
      >
        <Textarea rows={4} value={note} onChange={({ target: { value } }) => setNote(value)} />
      </Field>
    </FormDialog>
  );
}
