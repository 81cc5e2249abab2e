import { useState } from "react";
import {
  CANNED_TITLE_MAX_LENGTH,
  cannedProblems,
  PLACEHOLDER_WORDS,
  tidyCanned,
} from "../../../../convex/core/cannedReplies/rules";
import type { CannedReply } from "../../../../convex/core/cannedReplies/table";
import { TOPIC_NAMES, TOPICS } from "../../../../convex/core/tickets/rules";
import { withTags } from "../../../../convex/core/tickets/rules/tags";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { Field } from "../../../ui/form/field";
import { Input, Textarea } from "../../../ui/form/input";
import { Select } from "../../../ui/form/select";
import { CauseField } from "../resolving/cause-field";
import { TagList, TagPicker } from "../sorting/tag-picker";
import { AfterAnswerSelect } from "./after-answer";
import { type ListedReply, useCannedCommands } from "./api";

const EVERY = "every";

const TOPIC_OPTIONS = [
  { value: EVERY, label: "All topics" },
  ...TOPIC_NAMES.map((value) => ({ value, label: TOPICS[value].label })),
];

/** Writes a canned reply, or changes the one that is `shown`. */
export function CannedForm(props: { shown: ListedReply | null; initial: CannedReply; onClose: () => void }) {
  const { shown, initial, onClose } = props;
  const [reply, setReply] = useState<CannedReply>(() => {
    const { title, body, topic, after, cause, tags } = initial;
    return { title, body, topic, after, ...(cause !== undefined && { cause }), ...(tags && { tags }) };
  });
  const { save } = useCannedCommands();
  const { tags = [] } = reply;
  const change = (fields: Partial<CannedReply>) => setReply({ ...reply, ...fields });
  const form = useDialogForm({
    check: () => cannedProblems(tidyCanned(reply)),
    send: async () => await save({ shown: shown && { id: shown.id, updatedAt: shown.updatedAt }, reply }),
    saved: `“${tidyCanned(reply).title}” was saved`,
    onClose,
  });
  return (
    <FormDialog
      title={shown ? "Edit canned reply" : "New canned reply"}
      verb="Save canned reply"
      size="lg"
      form={form}
      idOf={(field) => `canned-${field}`}
      onClose={onClose}
    >
      <Field id="canned-title" label="Title" error={form.problems.title ?? null} required>
        <Input
          value={reply.title}
          maxLength={CANNED_TITLE_MAX_LENGTH}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      <Field
        id="canned-body"
        label="Reply"
        help={`${PLACEHOLDER_WORDS} become the requester’s first name, the ticket’s number and your name.`}
        error={form.problems.body ?? null}
        required
      >
        <Textarea rows={6} value={reply.body} onChange={({ target }) => change({ body: target.value })} />
      </Field>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field label="Topic" help="Offered first in tickets about this topic." required>
          <Select
            value={reply.topic ?? EVERY}
            onValueChange={(next) => change({ topic: TOPIC_NAMES.find((name) => name === next) ?? null })}
            options={TOPIC_OPTIONS}
          />
        </Field>
        <Field label="After sending" required>
          <AfterAnswerSelect value={reply.after} onChange={(after) => change({ after })} />
        </Field>
      </div>
      {reply.after === "resolve" ? (
        <CauseField
          id="canned-cause"
          value={reply.cause ?? null}
          onChange={(cause) => change({ cause })}
          error={form.problems.cause ?? null}
        />
      ) : null}
      <div className="flex flex-col gap-2">
        <Field
          id="canned-tags"
          label="Tags"
          help="The ticket gets them when the reply is sent. Only support sees them."
          error={form.problems.tags ?? null}
        >
          <TagPicker except={tags} onChoose={(tag) => change({ tags: withTags(tags, [tag]) })} />
        </Field>
        <TagList
          label="Tags of this canned reply"
          tags={tags}
          onRemove={(tag) => change({ tags: tags.filter((one) => one !== tag) })}
        />
      </div>
    </FormDialog>
  );
}
