import { useState } from "react";
import { TITLE_MAX_LENGTH, titleProblem, TOPIC_NAMES, TOPICS } from "../../../../convex/core/tickets/rules";
import { SentFiles } from "../../../components/files/sent-files";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { FormattedText } from "../../../components/formatted/formatted-text";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { Select } from "../../../ui/form/select";
import { toast } from "../../../ui/toast/toast";
import { type Ticket, useDownload } from "../api";
import { useConversion } from "./api";

type Message = Ticket["messages"][number];

const OPTIONS = TOPIC_NAMES.map((value) => ({ value, label: TOPICS[value].label }));

/** Makes a message a ticket of its own. */
export function SplitDialog(props: { ticket: Ticket; message: Message; onClose: () => void }) {
  const { ticket, message, onClose } = props;
  const [title, setTitle] = useState("");
  const [topic, setTopic] = useState(ticket.topic);
  const download = useDownload();
  const { split } = useConversion();
  const form = useDialogForm({
    check: () => {
      const problem = titleProblem(title);
      return problem === null ? {} : { title: problem };
    },
    send: async () => {
      const messageId = message.id as Parameters<typeof split>[0]["messageId"];
      const key = await split({ key: ticket.key, messageId, title, topic });
      toast.success(`It is now ${key}`);
    },
    saved: null,
    onClose,
  });
  return (
    <FormDialog
      title="Split off as a new ticket"
      description={`What ${message.author} wrote becomes a ticket of their own, and they are notified. To undo this, merge it back.`}
      verb="Split off"
      form={form}
      idOf={(field) => `split-${field}`}
      onClose={onClose}
    >
      <blockquote className="max-h-60 overflow-y-auto border-l-2 border-line pl-3 text-ink-soft">
        <FormattedText text={message.body} />
        <SentFiles files={message.files} fetch={download} />
      </blockquote>
      <Field id="split-title" label="Title" error={form.problems["title"] ?? null} required>
        <Input value={title} maxLength={TITLE_MAX_LENGTH} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Field id="split-topic" label="Topic" required>
        <Select
          value={topic}
          onValueChange={(next) => setTopic(TOPIC_NAMES.find((name) => name === next) ?? topic)}
          options={OPTIONS}
        />
      </Field>
    </FormDialog>
  );
}
