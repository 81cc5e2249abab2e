import type { ReactNode } from "react";
import {
  DESCRIPTION_MAX_LENGTH,
  type IdeaForm,
  PRIORITIES,
  TITLE_MAX_LENGTH,
} from "../../../convex/core/feedback/rules";
import { DropZone, FileButton, FileList } from "../../components/files/attach";
import type { ShownFile } from "../../components/files/use-files";
import { SecretWarning } from "../../components/form/secret-warning";
import { FormattedField } from "../../components/formatted/formatted-field";
import { Field } from "../../ui/form/field";
import { Input } from "../../ui/form/input";
import { Select } from "../../ui/form/select";

/** Who reads an idea and what is said about it. */
export const IDEA_READERS = "Everyone who uses the portal";

/** The control of a field, for summaries of problems. */
export function ideaFieldId(field: string): string {
  return `idea-${field}`;
}

/** The fields of an idea and its files: for a new one, and for its author's changes. */
export function IdeaFields({
  form,
  files,
  problems,
  onChange,
  alike,
  children,
}: {
  form: IdeaForm;
  files: { readonly shown: readonly ShownFile[]; readonly add: (files: Iterable<File>) => void };
  problems: Readonly<Record<string, string | undefined>>;
  onChange: (next: IdeaForm) => void;
  /** Ideas like this one, seen before it is sent also where there is no room beside the form. */
  alike?: ReactNode;
  /** What else may go along, below the files. */
  children?: ReactNode;
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
      {alike}
      <Field
        id={ideaFieldId("description")}
        label="Description"
        help={`What you do today, and what would be easier: ${form.description.trim().length} of ${DESCRIPTION_MAX_LENGTH} characters.`}
        error={problems.description ?? null}
        required
      >
        <DropZone onFiles={files.add}>
          <FormattedField
            rows={6}
            value={form.description}
            onText={(description) => onChange({ ...form, description })}
          />
        </DropZone>
      </Field>
      <SecretWarning text={`${form.title}\n${form.description}`} readers={IDEA_READERS} />
      <div id={ideaFieldId("files")} tabIndex={-1} className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <FileButton onFiles={files.add} />
          <p className="text-sm text-muted">Everyone who reads the idea can open its files.</p>
        </div>
        <FileList files={files.shown} />
        {children}
        {problems.files ? <p className="text-sm text-danger">{problems.files}</p> : null}
      </div>
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
