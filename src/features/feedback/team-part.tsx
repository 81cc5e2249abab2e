import { useState } from "react";
import { COMMENT_MAX_LENGTH, nextStatuses, PRIORITIES } from "../../../convex/core/feedback/rules";
import type { ListedStatus } from "../../../convex/core/feedback/rules/listed";
import { SecretWarning } from "../../components/form/secret-warning";
import { useAct, useActs } from "../../components/form/use-act";
import { FormattedField } from "../../components/formatted/formatted-field";
import { FormattedText } from "../../components/formatted/formatted-text";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { Button } from "../../ui/button";
import { Field } from "../../ui/form/field";
import { Select } from "../../ui/form/select";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { Saying } from "../../ui/text/saying";
import { AboutField } from "./about-field";
import { type Idea, useIdeaCommands, useTeam } from "./api";
import { NoteDialog, type NotedMove } from "./note-dialog";

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
  const [step, setStep] = useState<NotedMove | null>(null);
  const isOpen = !["Merged", "Withdrawn", "Shipped", "Declined"].includes(idea.status);
  return (
    <Card aria-label="For admins">
      <CardHeader
        title="For admins"
        description="Only admins can see this part."
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
      <CardBody className="flex flex-col gap-4">
        <AboutField idea={idea} />
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
  const choices = useActs();
  if (team === undefined) return <ListSkeleton label="Loading the notes" />;
  async function send(): Promise<void> {
    if (await act("The note was not saved", () => note({ ideaId, text: text.trim() })))
      setText((now) => (now === text ? "" : now));
  }
  const choose = (next: string) =>
    void choices.act("The priority was not saved", () =>
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
                <FormattedText text={said} level={3} />
              </Saying>
            </li>
          ))}
        </ul>
      )}
      <Field label="Internal note" help="Only admins can read it." required className="w-full">
        <FormattedField rows={2} maxLength={COMMENT_MAX_LENGTH} value={text} onText={setText} />
      </Field>
      <SecretWarning text={text} readers="Every admin" />
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
