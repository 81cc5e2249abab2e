import {
  DESCRIPTION_MAX_LENGTH,
  type IdeaForm,
  PRIORITIES,
  TITLE_MAX_LENGTH,
} from "../../../convex/core/feedback/rules";
import { FormattedField } from "../../components/formatted/formatted-field";
import { Field } from "../../ui/form/field";
import { Input } from "../../ui/form/input";
import { Select } from "../../ui/form/select";

/** The control of a field, for summaries of problems. */
export function ideaFieldId(field: string): string {
  return `idea-${field}`;
}

/** The fields of an idea: for a new one, and for its author's changes. */
export function IdeaFields({
  form,
  problems,
  onChange,
}: {
  form: IdeaForm;
  problems: Readonly<Record<string, string | undefined>>;
  onChange: (next: IdeaForm) => void;
}) {
  return (
    <>
      <Field
        id={ideaFieldId("title")}
        label="Title"
        help={`What you would like, in one line of at most ${TITLE_MAX_LENGTH} characters.`}
        error={problems.title ?? null}
        required
      >
        <Input dir="auto" value={form.title} onChange={({ target }) => onChange({ ...form, title: target.value })} />
      </Field>
      <Field
        id={ideaFieldId("description")}
        label="Description"
        help={`What you do today, and what would be easier then: ${form.description.trim().length} of ${DESCRIPTION_MAX_LENGTH} characters.`}
        error={problems.description ?? null}
        required
      >
        <FormattedField
          rows={6}
          value={form.description}
          onText={(description) => onChange({ ...form, description })}
        />
      </Field>
      <Field
        id={ideaFieldId("priority")}
        label="Priority"
        help="How much it matters to you."
        error={problems.priority ?? null}
        required
      >
        <Select
          value={form.priority}
          onValueChange={(priority) => onChange({ ...form, priority })}
          placeholder="Choose a priority"
          options={PRIORITIES.map((value) => ({ value, label: value }))}
        />
      </Field>
    </>
  );
}
