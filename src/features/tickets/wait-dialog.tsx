import { useDeferredValue, useState } from "react";
import { whyNotWaitUntil } from "../../../convex/core/tickets/rules/waits";
import { FormDialog, useDialogForm } from "../../components/form/form-dialog";
import { typedMoment } from "../../lib/readers-clock";
import { Button } from "../../ui/button";
import { DateTimeInput } from "../../ui/form/date-input";
import { Field } from "../../ui/form/field";
import { Input } from "../../ui/form/input";
import { Select } from "../../ui/form/select";
import { type Ticket, useAgentCommands, useWaitable } from "./api";
import { Arrived, type useUnread } from "./here/unread";

export type WaitsOn = "waitingOnRequester" | "waitingOnThirdParty";

const WORDS: Readonly<Record<WaitsOn, readonly [title: string, help: string]>> = {
  waitingOnRequester: [
    "Wait for the requester",
    "The wait ends when they reply, or at this time. Leave it empty to wait for their reply.",
  ],
  waitingOnThirdParty: [
    "Wait for a third party",
    "Support picks it up again at this time. Leave it empty to wait without an end date.",
  ],
};

/** All of a request, where no single task of it is waited for. */
const ALL = "all";

/** Lets a ticket wait, until somebody says otherwise or a time has come that its requester reads too. */
export function WaitDialog(props: {
  ticket: Ticket;
  on: WaitsOn;
  unread: ReturnType<typeof useUnread>;
  onClose: () => void;
}) {
  const { ticket, on, unread, onClose } = props;
  const [until, setUntil] = useState("");
  const [name, setName] = useState("");
  const [task, setTask] = useState(ALL);
  const { wait } = useAgentCommands();
  const { key } = ticket;
  const [title, help] = WORDS[on];
  const at = () => (until === "" ? null : typedMoment(until));
  const what = task === ALL ? name.trim() || null : `task:${task}`;
  const form = useDialogForm({
    check: () => (whyNotWaitUntil(at(), Date.now()) ? { until: "Choose a time within the next 90 days." } : {}),
    send: async () => await wait({ key, on, until: at(), what, readUpTo: unread.readNow() }),
    saved: `${key} waits`,
    onClose,
  });
  const named = (next: string, nextTask = ALL): void => {
    setName(next);
    setTask(nextTask);
  };
  return (
    <FormDialog
      title={title}
      description={
        ticket.isAnswered
          ? "Waiting time does not count towards the target."
          : "Nobody has answered yet: the first answer stays due. Waiting time only moves when the ticket has to be solved."
      }
      verb="Start waiting"
      form={form}
      idOf={(field) => `wait-${field}`}
      onClose={onClose}
    >
      <Arrived messages={unread.arrived} />
      {on === "waitingOnThirdParty" ? (
        <WhatFields related={ticket.related} name={name} task={task} onName={named} onTask={setTask} />
      ) : null}
      <Field id="wait-until" label="Until" help={help} error={form.problems.until ?? null}>
        <DateTimeInput value={until} onChange={setUntil} />
      </Field>
    </FormDialog>
  );
}

interface WhatFieldsProps {
  related: Ticket["related"];
  name: string;
  task: string;
  onName: (name: string, task?: string) => void;
  onTask: (task: string) => void;
}

/** What of the portal it waits for, and of a request which task is enough. */
function WhatFields({ related, name, task, onName, onTask }: WhatFieldsProps) {
  const tasks = useWaitable(useDeferredValue(name))?.tasks ?? [];
  return (
    <>
      <Field
        id="wait-what"
        label="Request or incident"
        help="For example REQ-142 or INC-3. When it ends, the ticket comes back to support with the outcome."
      >
        <Input value={name} maxLength={20} onChange={({ target }) => onName(target.value)} />
      </Field>
      {name === "" ? <RelatedChoice related={related} onName={onName} /> : null}
      {tasks.length === 0 ? null : (
        <Field id="wait-task" label="Until this is done" required>
          <Select
            value={task}
            onValueChange={onTask}
            options={[
              { value: ALL, label: "All of it" },
              ...tasks.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
        </Field>
      )}
    </>
  );
}

/** What the ticket is about, where that can be waited for. */
function RelatedChoice({ related, onName }: Pick<WhatFieldsProps, "related" | "onName">) {
  const isTask = related?.kind === "task";
  const ref = related?.kind === "request" ? related.ref : isTask ? `task:${related.ref}` : "";
  const about = useWaitable(ref);
  if (!about || about.isOver) return null;
  const open = isTask ? about.tasks.find(({ id }) => id === related.ref) : undefined;
  if (isTask && !open) return null;
  return (
    <Button size="sm" variant="outline" className="self-start" onClick={() => onName(about.key, open?.id)}>
      {open ? `Use “${open.title}” of ${about.key}` : `Use ${about.key}`}
    </Button>
  );
}
