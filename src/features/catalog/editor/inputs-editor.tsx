import { Trash2 } from "lucide-react";
import { useRef } from "react";
import { PERSON_PLACES } from "../../../../convex/core/catalog/rules/inputs";
import type { FormField, InputSource } from "../../../../convex/core/catalog/table";
import type { TaskTypeWorkings } from "../../../../convex/core/tasks/rules/workings";
import { Button } from "../../../ui/button";
import { Input } from "../../../ui/form/input";
import { Select } from "../../../ui/form/select";
import { useTyped } from "../../../ui/form/use-typed";
import { useRowFocus } from "../../../ui/list/use-row-focus";

const SOURCES = [
  { value: "form", label: "The form" },
  { value: "beneficiary", label: "Whom it is for" },
  { value: "requester", label: "Who asks" },
  { value: "text", label: "A text" },
  { value: "constant", label: "A constant" },
] as const;

const PERSON_OPTIONS = PERSON_PLACES.map((value) => ({ value: value as string, label: value }));

/** Where each input of a connector task comes from. */
export function InputsEditor(props: {
  type: TaskTypeWorkings;
  value: Readonly<Record<string, InputSource>>;
  fields: readonly FormField[];
  onChange: (value: Record<string, InputSource>) => void;
}) {
  const { type, value, fields, onChange } = props;
  const names = [
    ...new Set([...type.inputs.map(({ name }) => name).filter((name) => name in value), ...Object.keys(value)]),
  ];
  const left = type.inputs.filter(({ name }) => !(name in value));
  const list = useRef<HTMLDivElement>(null);
  const focus = useRowFocus(list);
  function remove(name: string): void {
    onChange(Object.fromEntries(Object.entries(value).filter(([given]) => given !== name)));
    focus({ at: names.indexOf(name), grip: "remove" });
  }
  return (
    <section aria-label="Inputs" className="flex flex-col gap-2">
      <h3 className="text-sm font-medium text-ink">Inputs of {type.title}</h3>
      <div ref={list} tabIndex={-1} aria-label="Inputs that are set" role="group" className="flex flex-col gap-2">
        {names.map((name) => {
          const source = value[name];
          return source ? (
            <div key={name} className="flex flex-col gap-1.5 rounded-md border border-line bg-sunken p-2">
              <div className="flex items-center justify-between gap-2">
                <p className="min-w-0 text-sm wrap-anywhere">
                  <span className="font-mono text-xs text-ink">{name}</span>
                  <span className="text-muted">
                    {" "}
                    {type.inputs.find((input) => input.name === name)?.what ?? "Not known to this task type"}
                  </span>
                </p>
                <Button
                  variant="ghost"
                  size="iconSm"
                  data-grip="remove"
                  aria-label={`Remove the input ${name}`}
                  onClick={() => remove(name)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </div>
              <div className="flex flex-wrap gap-2">
                <Select
                  aria-label={`Source of ${name}`}
                  className="w-36"
                  options={SOURCES}
                  value={source.from}
                  onValueChange={(from) => onChange({ ...value, [name]: sourceOf(from, fields) })}
                />
                <SourceValue
                  name={name}
                  source={source}
                  fields={fields}
                  onChange={(next) => onChange({ ...value, [name]: next })}
                />
              </div>
            </div>
          ) : null;
        })}
      </div>
      {left.length > 0 ? (
        <Select
          aria-label="Add an input"
          placeholder="Add an input"
          className="w-56"
          options={left.map((input) => ({
            value: input.name,
            label: input.isRequired ? `${input.name} (needed)` : input.name,
          }))}
          value={null}
          onValueChange={(name) => onChange({ ...value, [name]: { from: "form", field: "" } })}
        />
      ) : null}
    </section>
  );
}

function SourceValue({
  name,
  source,
  fields,
  onChange,
}: {
  name: string;
  source: InputSource;
  fields: readonly FormField[];
  onChange: (source: InputSource) => void;
}) {
  const label = `Value of ${name}`;
  switch (source.from) {
    case "form": {
      const options = fields.map((field) => ({ value: field.name, label: field.label }));
      const known =
        options.some(({ value }) => value === source.field) || source.field === ""
          ? options
          : [{ value: source.field, label: `${source.field} (missing)` }, ...options];
      return (
        <Select
          aria-label={label}
          className="min-w-40 flex-1"
          placeholder="Choose a field"
          options={known}
          value={source.field || null}
          onValueChange={(field) => onChange({ from: "form", field })}
        />
      );
    }
    case "requester":
    case "beneficiary":
      return (
        <Select
          aria-label={label}
          className="min-w-40 flex-1"
          options={PERSON_OPTIONS}
          value={source.field}
          onValueChange={(field) => onChange({ from: source.from, field })}
        />
      );
    case "text":
      return (
        <Input
          aria-label={label}
          className="min-w-40 flex-1"
          value={source.text}
          placeholder="{form.reason}, {request.key}"
          onChange={(event) => onChange({ from: "text", text: event.target.value })}
        />
      );
    case "constant":
      return <Constant label={label} value={source.value} onChange={onChange} />;
    default:
      return source satisfies never;
  }
}

function Constant(props: { label: string; value: unknown; onChange: (source: InputSource) => void }) {
  const { label, value: constant } = props;
  const text = typeof constant === "string" ? constant : JSON.stringify(constant);
  const { value, onChange, onBlur } = useTyped(text, (typed) =>
    props.onChange({ from: "constant", value: constantOf(typed) }),
  );
  return <Input aria-label={label} className="min-w-40 flex-1" value={value} onChange={onChange} onBlur={onBlur} />;
}

function sourceOf(from: InputSource["from"], fields: readonly FormField[]): InputSource {
  switch (from) {
    case "form":
      return { from, field: fields[0]?.name ?? "" };
    case "requester":
    case "beneficiary":
      return { from, field: "email" };
    case "text":
      return { from, text: "" };
    case "constant":
      return { from, value: "" };
    default:
      return from satisfies never;
  }
}

/** Numbers, yes and no, and lists as what they are; anything else is text. */
function constantOf(text: string): unknown {
  if (!/^(?:-?\d+(?:\.\d+)?|true|false|\[.*\])$/.test(text.trim())) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
