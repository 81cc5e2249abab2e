import { useState } from "react";
import { cleaned } from "../../../../convex/core/catalog/rules/values";
import type { FieldKind, FormField } from "../../../../convex/core/catalog/table";
import { Button } from "../../../ui/button";
import { Sheet } from "../../../ui/floating/sheet";
import { Checkbox } from "../../../ui/form/checkbox";
import { Field } from "../../../ui/form/field";
import { Input, Textarea } from "../../../ui/form/input";
import { Select } from "../../../ui/form/select";
import { useTyped } from "../../../ui/form/use-typed";
import { KINDS } from "../template-words";
import { ConditionEditor } from "./condition-editor";
import { compact, replaceField } from "./edit";
import { FieldFacts } from "./field-facts";
import { NumberField } from "./number-field";
import { PlaceProblems } from "./problems-panel";
import type { Editor } from "./use-editor";

const KIND_OPTIONS = (Object.keys(KINDS) as FieldKind[]).map((value) => ({ value, label: KINDS[value] }));
const TAKES = [
  { value: "any" as const, label: "Any text" },
  { value: "First name" as const, label: "A first name" },
  { value: "Last name" as const, label: "A last name" },
];
const TEXTS: readonly FieldKind[] = ["text", "longText", "email"];
const NUMBERS: readonly FieldKind[] = ["number", "money", "durationDays", "date"];
const LISTS: readonly FieldKind[] = ["multiChoice", "cidrList", "nameList"];
const CHOICES: readonly FieldKind[] = ["choice", "multiChoice"];

/** One field of the form: to change it in a draft, to read it otherwise. */
export function FieldSheet(props: { editor: Editor; field: FormField; index: number; onClose: () => void }) {
  const { editor, field, index, onClose } = props;
  const change = (next: FormField) => editor.change(replaceField(editor.definition, index, compact(next)));
  return (
    <Sheet
      wide
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={field.label || field.name}
      footer={editor.isEditable ? <Button onClick={onClose}>Done</Button> : undefined}
    >
      <div className="flex flex-col gap-5 px-4 pb-6">
        <PlaceProblems
          problems={editor.problems.filter(({ place }) => place.part === "fields" && place.key === field.name)}
        />
        {editor.isEditable ? (
          <FieldForm field={field} before={editor.definition.fields.slice(0, index)} change={change} />
        ) : (
          <FieldFacts field={field} fields={editor.definition.fields} />
        )}
      </div>
    </Sheet>
  );
}

function FieldForm({
  field,
  before,
  change,
}: {
  field: FormField;
  before: readonly FormField[];
  change: (field: FormField) => void;
}) {
  const text = (name: "help" | "section" | "example") => ({
    value: field[name] ?? "",
    onChange: (event: { target: { value: string } }) => change({ ...field, [name]: event.target.value || undefined }),
  });
  return (
    <>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field label="Label" required>
          <Input value={field.label} onChange={(event) => change({ ...field, label: event.target.value })} />
        </Field>
        <Field label="Name" required help="The name that conditions and inputs use.">
          <Input
            value={field.name}
            spellCheck={false}
            className="font-mono text-sm"
            onChange={(event) => change({ ...field, name: event.target.value })}
          />
        </Field>
        <Field label="Kind" required>
          <Select options={KIND_OPTIONS} value={field.kind} onValueChange={(kind) => change({ ...field, kind })} />
        </Field>
        <Field label="Section">
          <Input {...text("section")} />
        </Field>
      </div>
      <Field label="Help">
        <Textarea rows={2} {...text("help")} />
      </Field>
      <Checkbox
        label="Required"
        checked={field.isRequired}
        onCheckedChange={(isRequired) => change({ ...field, isRequired })}
      />
      <Checkbox
        label="Read only by those who decide"
        help="The answer sets nothing up, and the form says so."
        checked={field.isForDeciders ?? false}
        onCheckedChange={(isOn) => change({ ...field, isForDeciders: isOn || undefined })}
      />
      {CHOICES.includes(field.kind) ? <OptionsField field={field} change={change} /> : null}
      <Limits field={field} change={change} />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field label="Example">
          <Input {...text("example")} />
        </Field>
        <DefaultField field={field} change={change} />
      </div>
      <ConditionEditor
        label="When it is asked"
        value={field.when}
        fields={before}
        onChange={(when) => change({ ...field, when })}
      />
    </>
  );
}

type PartProps = { field: FormField; change: (field: FormField) => void };

/** One option per line: value, equals sign, label. */
function OptionsField({ field, change }: PartProps) {
  const text = (field.options ?? []).map(({ value, label }) => `${value} = ${label}`).join("\n");
  // While a line is typed its value is another one, or none.
  const [before] = useState(field.options ?? []);
  const { value, onChange, onBlur } = useTyped(text, (typed) =>
    change({ ...field, options: optionsOf(typed, before) }),
  );
  return (
    <Field label="Options" required help="One per line: value = label.">
      <Textarea
        rows={5}
        spellCheck={false}
        className="font-mono text-sm"
        value={value}
        onChange={onChange}
        onBlur={onBlur}
      />
    </Field>
  );
}

function optionsOf(text: string, before: NonNullable<FormField["options"]>): NonNullable<FormField["options"]> {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [value = "", ...rest] = line.split("=").map((part) => part.trim());
      // Help is kept: this form does not show it.
      return { ...before.find((option) => option.value === value), value, label: rest.join("=") || value };
    });
}

function Limits({ field, change }: PartProps) {
  const isDate = field.kind === "date";
  return (
    <div className="grid items-end gap-4 empty:hidden sm:grid-cols-2">
      {TEXTS.includes(field.kind) ? (
        <>
          <NumberField
            label="Shortest, in characters"
            value={field.minLength}
            onChange={(minLength) => change({ ...field, minLength })}
          />
          <NumberField
            label="Longest, in characters"
            value={field.maxLength}
            onChange={(maxLength) => change({ ...field, maxLength })}
          />
        </>
      ) : null}
      {NUMBERS.includes(field.kind) ? (
        <>
          <NumberField
            label={isDate ? "Earliest, in days from today" : "Smallest"}
            value={field.min}
            onChange={(min) => change({ ...field, min })}
          />
          <NumberField
            label={isDate ? "Latest, in days from today" : "Largest"}
            value={field.max}
            onChange={(max) => change({ ...field, max })}
          />
        </>
      ) : null}
      {LISTS.includes(field.kind) ? (
        <NumberField
          label="Entries at most"
          value={field.maxItems}
          onChange={(maxItems) => change({ ...field, maxItems })}
        />
      ) : null}
      {field.kind === "text" ? <TextRule field={field} change={change} /> : null}
    </div>
  );
}

/** What a text must be: somebody's name, or what a pattern says. */
function TextRule({ field, change }: PartProps) {
  const { pattern, personName } = field;
  return (
    <>
      <Field label="Takes" help="A person's name, by the rule of the sign-up form.">
        <Select
          options={TAKES}
          value={personName ?? "any"}
          onValueChange={(taken) =>
            change({
              ...field,
              personName: taken === "any" ? undefined : taken,
              pattern: taken === "any" ? pattern : undefined,
            })
          }
        />
      </Field>
      {personName ? null : (
        <Field label="Pattern" help="A regular expression for the whole value.">
          <Input
            spellCheck={false}
            className="font-mono text-sm"
            value={pattern?.source ?? ""}
            onChange={({ target: { value } }) =>
              change({
                ...field,
                pattern: value === "" ? undefined : { source: value, message: pattern?.message ?? "" },
              })
            }
          />
        </Field>
      )}
      {pattern ? (
        <Field label="What is said otherwise" required>
          <Input
            value={pattern.message}
            onChange={(event) => change({ ...field, pattern: { ...pattern, message: event.target.value } })}
          />
        </Field>
      ) : null}
    </>
  );
}

function DefaultField({ field, change }: PartProps) {
  if (field.kind === "person" || field.kind === "businessArea" || field.derived) return null;
  const { defaultValue } = field as { defaultValue?: unknown };
  const text =
    defaultValue === undefined ? "" : Array.isArray(defaultValue) ? defaultValue.join(", ") : String(defaultValue);
  return (
    <Field label="Default">
      <DefaultInput text={text} field={field} change={change} />
    </Field>
  );
}

function DefaultInput({ text, field, change }: PartProps & { text: string }) {
  const { value, onChange, onBlur } = useTyped(text, (whole) => {
    const typed = whole.trim();
    const result = typed === "" || field.kind === "date" ? null : cleaned(field, typed, 0);
    // What the field would refuse is kept as it was typed, and named as a problem.
    change({ ...field, defaultValue: typed === "" ? undefined : result && "value" in result ? result.value : typed });
  });
  return <Input value={value} onChange={onChange} onBlur={onBlur} />;
}
