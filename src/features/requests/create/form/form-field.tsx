import type { FormValues } from "../../../../../convex/core/catalog/rules/conditions";
import { environmentOf, type Lookups } from "../../../../../convex/core/catalog/rules/forms";
import { shownValue } from "../../../../../convex/core/catalog/rules/review";
import { itemsOf } from "../../../../../convex/core/catalog/rules/values";
import type { FormField } from "../../../../../convex/core/catalog/table";
import { impossible } from "../../../../../convex/lib/pure/impossible";
import { AreaPicker, DomainPicker, RolePicker } from "../../../../components/pickers/list-pickers";
import { cn } from "../../../../ui/cn";
import { Checkbox } from "../../../../ui/form/checkbox";
import { Field, useFieldControl } from "../../../../ui/form/field";
import { RadioGroup } from "../../../../ui/form/radio-group";
import { Select } from "../../../../ui/form/select";
import { BeneficiaryPicker, FormPersonPicker } from "./form-person-picker";
import type { Lists, NamedInForm } from "./lookups";
import { LongText, Typed } from "./typed-field";
import { fieldId, typedText } from "./typed-text";

/** What a field needs to be filled in. */
export interface FieldProps {
  field: FormField;
  values: FormValues;
  onChange: (name: string, value: unknown) => void;
  error: string | undefined;
  lists: Lists;
  people: ReadonlyMap<string, NamedInForm>;
  lookups: Lookups;
  /** The chosen domain; null while none is, undefined when the form asks for none. */
  domainKey: string | null | undefined;
}

/** One field of a form: label, help, control and the first message about it. */
export function RequestField(props: FieldProps) {
  const { field, error } = props;
  return (
    <Field
      id={fieldId(field.name)}
      label={field.label}
      help={helpOf(field)}
      error={error ?? null}
      required={field.isRequired || field.derived !== undefined}
    >
      <Control {...props} />
    </Field>
  );
}

/** Said of answers that set nothing up. */
const FOR_DECIDERS = "For the approvers only; it sets nothing up.";

function helpOf({ help, example, kind, isForDeciders }: FormField): string | undefined {
  const shown =
    example === undefined || kind === "longText" || kind === "publicKey" ? undefined : `For example ${example}`;
  return [help, isForDeciders === true ? FOR_DECIDERS : undefined, shown].filter(Boolean).join(" ") || undefined;
}

function Control(props: FieldProps) {
  const { field, values, onChange } = props;
  const value = values[field.name];
  const text = typedText(field, value);
  const change = (next: unknown): void => onChange(field.name, next);
  if (field.derived) return <Derived {...props} />;
  switch (field.kind) {
    case "longText":
      return <LongText field={field} text={text} onChange={change} />;
    case "choice":
      return <Choice field={field} value={text} onChange={change} />;
    case "multiChoice":
      return <Choices field={field} chosen={itemsOf(value ?? []).map(String)} onChange={change} />;
    case "yesNo":
      return (
        <RadioGroup
          label={field.label}
          options={YES_NO}
          value={yesNo(value)}
          onValueChange={(next) => change(next === "yes")}
          className="flex-row gap-5"
        />
      );
    case "person":
    case "domain":
    case "businessArea":
    case "role":
      return (
        <div className="max-w-md">
          <Picked {...props} kind={field.kind} text={text} change={change} />
        </div>
      );
    default:
      return <Typed field={field} kind={field.kind} text={text} change={change} />;
  }
}

/** One of the people, domains, areas or roles the portal knows. */
function Picked({
  kind,
  text,
  change,
  field,
  values,
  lists,
  people,
  domainKey,
}: FieldProps & {
  kind: "person" | "domain" | "businessArea" | "role";
  text: string;
  change: (value: string) => void;
}) {
  switch (kind) {
    case "person": {
      const Picker = field.name === "requestedFor" ? BeneficiaryPicker : FormPersonPicker;
      return <Picker value={text} onChange={change} known={people.get(text)} />;
    }
    case "domain":
      return <DomainPicker value={text} onChange={change} domains={lists.domains} />;
    case "businessArea":
      return <AreaPicker value={text} onChange={change} areas={lists.areas} />;
    case "role":
      return (
        <RolePicker
          value={text}
          onChange={change}
          field={field}
          domains={lists.domains}
          domainKey={domainKey}
          environment={environmentOf(field, values)}
        />
      );
    default:
      return impossible(kind);
  }
}

const YES_NO = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

function yesNo(value: unknown): string | null {
  if (value === true || value === "yes" || value === "true") return "yes";
  return value === false || value === "no" || value === "false" ? "no" : null;
}

/** Choices with something to say, and short lists, are all in view. */
const MOST_IN_VIEW = 5;

function Choice({ field, value, onChange }: { field: FormField; value: string; onChange: (value: string) => void }) {
  const options = field.options ?? [];
  if (options.length <= MOST_IN_VIEW)
    return (
      <RadioGroup label={field.label} options={options} value={value === "" ? null : value} onValueChange={onChange} />
    );
  return <Select options={options} value={value === "" ? null : value} onValueChange={onChange} className="max-w-xs" />;
}

function Choices({
  field,
  chosen,
  onChange,
}: {
  field: FormField;
  chosen: readonly string[];
  onChange: (value: string[]) => void;
}) {
  const options = field.options ?? [];
  const toggle = (option: string, isOn: boolean): void =>
    onChange(options.map(({ value }) => value).filter((value) => (value === option ? isOn : chosen.includes(value))));
  const control = useFieldControl();
  const describedBy = "id" in control ? control["aria-describedby"] : undefined;
  return (
    <div
      id={fieldId(field.name)}
      role="group"
      aria-label={field.label}
      aria-describedby={describedBy}
      className="flex flex-col gap-1.5"
    >
      {options.map(({ value, label, help }) => (
        <Checkbox
          key={value}
          label={label}
          help={help}
          checked={chosen.includes(value)}
          onCheckedChange={(isOn) => toggle(value, isOn)}
        />
      ))}
    </div>
  );
}

function Derived({ field, values, lookups }: FieldProps) {
  const value = values[field.name];
  const words = value === undefined ? "Not known yet" : shownValue(field, value, lookups);
  return (
    <output
      id={fieldId(field.name)}
      className={cn("text-base", value === undefined ? "text-muted" : "font-medium text-ink")}
    >
      {words}
    </output>
  );
}
