import type { FormValues } from "../../../../convex/core/catalog/rules/conditions";
import { environmentOf } from "../../../../convex/core/catalog/rules/forms";
import { itemsOf } from "../../../../convex/core/catalog/rules/values";
import type { FormField, RequestTypeDefinition } from "../../../../convex/core/catalog/table";
import { AreaPicker, DomainPicker, RolePicker } from "../../../components/pickers/list-pickers";
import { PersonPicker } from "../../../components/pickers/person-picker";
import { Checkbox } from "../../../ui/form/checkbox";
import { DateInput } from "../../../ui/form/date-input";
import { Field } from "../../../ui/form/field";
import { Input, Textarea } from "../../../ui/form/input";
import { Select } from "../../../ui/form/select";
import { domainIn, shownFields, type SampleWorld } from "./sample";

interface Props {
  definition: RequestTypeDefinition;
  form: FormValues;
  world: SampleWorld;
  /** Names of people chosen here. */
  names: ReadonlyMap<string, string>;
  errors: Readonly<Record<string, string>>;
  onChange: (name: string, value: unknown, personName?: string) => void;
}

/** The form of the sample: the fields a requester would see. */
export function SampleFields(props: Props) {
  return shownFields(props.definition, props.form, props.world)
    .filter(({ derived }) => !derived)
    .map((field) => (
      <Field key={field.name} label={field.label} required={field.isRequired} error={props.errors[field.name] ?? null}>
        <Control {...props} field={field} />
      </Field>
    ));
}

function Control({ field, ...props }: Props & { field: FormField }) {
  const { form, onChange, world, definition } = props;
  const value = form[field.name];
  const text = Array.isArray(value)
    ? value.join(", ")
    : value === undefined || value === null
      ? ""
      : String(value as string | number | boolean);
  const change = (next: unknown) => onChange(field.name, next);
  const choose = (options: readonly { value: string; label: string }[]) => (
    <Select
      options={options}
      value={options.some((option) => option.value === text) ? text : null}
      onValueChange={change}
    />
  );
  switch (field.kind) {
    case "choice":
      return choose(field.options ?? []);
    case "yesNo":
      return choose([
        { value: "true", label: "Yes" },
        { value: "false", label: "No" },
      ]);
    case "domain":
      return <DomainPicker value={text} onChange={change} domains={world.domains} />;
    case "businessArea":
      return <AreaPicker value={text} onChange={change} areas={world.areas} />;
    case "role":
      return (
        <RolePicker
          value={text}
          onChange={change}
          field={field}
          domains={world.domains}
          domainKey={domainIn(definition, form)}
          environment={environmentOf(field, form)}
        />
      );
    case "person":
      return (
        <PersonPicker
          value={text === "" ? null : { id: text, name: props.names.get(text) ?? "Who asks" }}
          onChange={(person) => onChange(field.name, person?.id, person?.name)}
        />
      );
    case "multiChoice":
      return <Several field={field} chosen={itemsOf(value ?? []).map(String)} onChange={change} />;
    case "longText":
    case "publicKey":
      return <Textarea rows={2} value={text} onChange={(event) => change(event.target.value)} />;
    case "date":
      return <DateInput value={text} onChange={change} />;
    default:
      return <Input value={text} onChange={(event) => change(event.target.value)} />;
  }
}

function Several({
  field,
  chosen,
  onChange,
}: {
  field: FormField;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  return (
    <div className="flex flex-col gap-1">
      {(field.options ?? []).map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onCheckedChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))}
        />
      ))}
    </div>
  );
}
