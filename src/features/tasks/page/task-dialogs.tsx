import { type RefObject, useRef, useState } from "react";
import { whyNotEvidence, whyNotReason } from "../../../../convex/core/tasks/rules/work";
import type { FoundPerson } from "../../../components/pickers/api";
import { PersonPicker } from "../../../components/pickers/person-picker";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/floating/dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { Field } from "../../../ui/form/field";
import { Textarea } from "../../../ui/form/input";
import type { TaskPageData } from "../api";
import { useTaskCommand } from "./use-task-command";

/** What the viewer wants to do. */
export type TaskDialog = "retry" | "resolve" | "assign" | "fail" | "revoke" | "confirmRemoved";

interface Words {
  readonly title: string;
  readonly description: string;
  readonly verb: string;
  readonly busy: string;
  readonly failure: string;
  readonly label: string;
}

const WORDS: Readonly<Record<TaskDialog, Words>> = {
  retry: {
    title: "Try this task again?",
    description:
      "It starts at once if nothing else holds it up. What earlier attempts did is recognised and not done twice.",
    verb: "Retry",
    busy: "Retrying",
    failure: "The task could not be tried again",
    label: "Reason",
  },
  resolve: {
    title: "Resolve manually?",
    description:
      "Only when somebody has done the work outside of the portal. The request carries on as if the task had done it.",
    verb: "Resolve",
    busy: "Resolving",
    failure: "The task could not be resolved",
    label: "Reason",
  },
  assign: {
    title: "Hand this task on",
    description: "The new holder is notified, and the audit trail records who gave it to whom.",
    verb: "Hand on",
    busy: "Handing on",
    failure: "The task could not be handed on",
    label: "Reason",
  },
  fail: {
    title: "Report that it cannot be done?",
    description: "The request stops here until an admin sees to it.",
    verb: "Report as failed",
    busy: "Reporting",
    failure: "The task could not be reported",
    label: "What is in the way",
  },
  revoke: {
    title: "Take this access away?",
    description: "It is removed in the system now and read back. The holder is notified.",
    verb: "Revoke access",
    busy: "Revoking",
    failure: "The access could not be revoked",
    label: "Reason",
  },
  confirmRemoved: {
    title: "Was the access removed manually?",
    description: "Only when you have seen that it is gone. The grant ends with what you write.",
    verb: "Confirm removal",
    busy: "Confirming",
    failure: "The removal could not be confirmed",
    label: "What shows that it is gone",
  },
};

/** What was filled in so far. */
interface Given {
  readonly reason: string;
  readonly evidence: string;
  readonly person: FoundPerson | null;
  readonly makeNewPlan: boolean;
}

/** Asks for the words an action needs, and does it. */
export function TaskDialogs({
  task,
  dialog,
  onClose,
  next,
}: {
  task: TaskPageData;
  dialog: TaskDialog;
  onClose: () => void;
  next: RefObject<HTMLElement | null>;
}) {
  const words = WORDS[dialog];
  const [given, setGiven] = useState<Given>({ reason: "", evidence: "", person: null, makeNewPlan: false });
  const { reason, evidence, person, makeNewPlan } = given;
  const { commands, act, isBusy } = useTaskCommand();
  const isDone = useRef(false);
  const grantId = task.grant?.id;

  async function confirm(): Promise<void> {
    const taskId = task.id;
    const does: Readonly<Record<TaskDialog, () => Promise<unknown>>> = {
      retry: () => commands.retry({ taskId, reason, makeNewPlan }),
      resolve: () => commands.resolve({ taskId, reason, evidence }),
      assign: async () => (person ? await commands.assign({ taskId, personId: person.id, reason }) : null),
      fail: () => commands.failManual({ taskId, reason }),
      revoke: async () => (grantId ? await commands.revoke({ grantId, reason }) : null),
      confirmRemoved: async () => (grantId ? await commands.confirmRemoved({ grantId, evidence: reason }) : null),
    };
    isDone.current = (await act(words.failure, does[dialog])) !== null;
    if (isDone.current) onClose();
  }

  const missing = missingWords(dialog, { reason, evidence, hasPerson: person !== null, label: words.label });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={words.title}
      // The button that was pressed may be gone by then.
      finalFocus={() => (isDone.current ? next.current : null)}
      description={words.description}
      footer={
        <>
          <Button
            variant={dialog === "revoke" || dialog === "fail" ? "destructive" : "default"}
            busy={isBusy}
            busyLabel={words.busy}
            disabledReason={missing}
            onClick={() => void confirm()}
          >
            {words.verb}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <GivenFields
        dialog={dialog}
        label={words.label}
        hasPlan={Boolean(task.plan)}
        given={given}
        change={(changes) => setGiven((before) => ({ ...before, ...changes }))}
      />
    </Dialog>
  );
}

function GivenFields({
  dialog,
  label,
  hasPlan,
  given: { reason, evidence, person, makeNewPlan },
  change,
}: {
  dialog: TaskDialog;
  label: string;
  hasPlan: boolean;
  given: Given;
  change: (changes: Partial<Given>) => void;
}) {
  return (
    <div className="flex flex-col gap-4">
      {dialog === "assign" ? (
        <Field label="To whom" required>
          <PersonPicker value={person} onChange={(next) => change({ person: next })} />
        </Field>
      ) : null}
      <Field label={label} required>
        <Textarea
          rows={3}
          maxLength={2000}
          value={reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Field>
      {dialog === "resolve" ? (
        <Field label="What shows that it is done" required>
          <Textarea
            rows={3}
            maxLength={4000}
            value={evidence}
            onChange={(event) => change({ evidence: event.target.value })}
          />
        </Field>
      ) : null}
      {dialog === "retry" && hasPlan ? (
        <Checkbox
          checked={makeNewPlan}
          onCheckedChange={(isOn) => change({ makeNewPlan: isOn })}
          label="Make a new plan"
          help="For when the account has changed since the plan was approved. The new plan is not approved again: look at what was sent afterwards."
        />
      ) : null}
    </div>
  );
}

function missingWords(
  dialog: TaskDialog,
  given: { readonly reason: string; readonly evidence: string; readonly hasPerson: boolean; readonly label: string },
): string | null {
  if (dialog === "assign" && !given.hasPerson) return "Choose who gets the task";
  if (whyNotReason(given.reason) !== null) return `${given.label} is required`;
  if (dialog === "resolve" && whyNotEvidence(given.evidence) !== null) return "Write down what shows that it is done";
  return dialog === "confirmRemoved" && whyNotEvidence(given.reason) !== null
    ? "Write down what shows that it is gone"
    : null;
}
