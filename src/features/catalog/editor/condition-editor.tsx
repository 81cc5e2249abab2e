import { Plus, Trash2 } from "lucide-react";
import { clausesOf } from "../../../../convex/core/catalog/rules/conditions";
import type { Clause, Condition, FormField } from "../../../../convex/core/catalog/table";
import { Button } from "../../../ui/button";
import { Input } from "../../../ui/form/input";
import { Select } from "../../../ui/form/select";

type Scalar = string | number | boolean;
type Join = "always" | "every" | "some";

const JOINS = [
  { value: "always", label: "Always" },
  { value: "every", label: "When all of these hold" },
  { value: "some", label: "When one of these holds" },
] as const;

const COMPARISONS = [
  { value: "equal", label: "is" },
  { value: "oneOf", label: "is one of" },
  { value: "above", label: "is above" },
  { value: "set", label: "is filled in" },
  { value: "empty", label: "is empty" },
] as const;

/** When something belongs to a request. */
export function ConditionEditor(props: {
  value: Condition | undefined;
  fields: readonly FormField[];
  label: string;
  onChange: (value: Condition | undefined) => void;
}) {
  const { value, fields, label, onChange } = props;
  const clauses = clausesOf(value);
  const join: Join = value === undefined ? "always" : "every" in value ? "every" : "some";
  const joined = (next: Join, list: readonly Clause[]): Condition | undefined =>
    next === "always" ? undefined : next === "every" ? { every: [...list] } : { some: [...list] };
  const first = fields[0];
  const fresh: Clause | null = first ? { field: first.name, is: "set" } : null;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium text-ink">{label}</legend>
      <Select
        aria-label={label}
        className="w-60"
        options={JOINS}
        value={join}
        onValueChange={(next) => onChange(joined(next, clauses.length === 0 && fresh ? [fresh] : clauses))}
      />
      {clauses.map((clause, index) => (
        <ClauseRow
          // Clauses have no names of their own; their place is what they are known by.
          key={index}
          clause={clause}
          fields={fields}
          number={index + 1}
          onChange={(next) => onChange(joined(join, clauses.with(index, next)))}
          onRemove={() => onChange(joined(clauses.length === 1 ? "always" : join, clauses.toSpliced(index, 1)))}
        />
      ))}
      {join !== "always" && fresh ? (
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          onClick={() => onChange(joined(join, [...clauses, fresh]))}
        >
          <Plus aria-hidden />
          Add a statement
        </Button>
      ) : null}
    </fieldset>
  );
}

function ClauseRow(props: {
  clause: Clause;
  fields: readonly FormField[];
  number: number;
  onChange: (clause: Clause) => void;
  onRemove: () => void;
}) {
  const { clause, fields, number, onChange } = props;
  const field = fields.find(({ name }) => name === clause.field);
  const options = fields.map(({ name, label }) => ({ value: name, label }));
  const known = field ? options : [{ value: clause.field, label: `${clause.field} (missing)` }, ...options];
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken p-2">
      <Select
        aria-label={`Field of statement ${number}`}
        className="w-44"
        options={known}
        value={clause.field}
        onValueChange={(name) => onChange({ field: name, is: "set" })}
      />
      <Select
        aria-label={`Comparison of statement ${number}`}
        className="w-32"
        options={COMPARISONS}
        value={clause.is}
        onValueChange={(is) => onChange(clauseOf(clause.field, is, valuesOf(clause), field))}
      />
      <ClauseValue clause={clause} field={field} number={number} onChange={onChange} />
      <Button variant="ghost" size="iconSm" aria-label={`Remove statement ${number}`} onClick={props.onRemove}>
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
}

function ClauseValue({
  clause,
  field,
  number,
  onChange,
}: {
  clause: Clause;
  field: FormField | undefined;
  number: number;
  onChange: (clause: Clause) => void;
}) {
  if (clause.is === "set" || clause.is === "empty") return null;
  const label = `Value of statement ${number}`;
  const change = (values: readonly Scalar[]) => onChange(clauseOf(clause.field, clause.is, values, field));
  const choices = choicesOf(field);
  if (clause.is === "equal" && choices.length > 0) {
    const stray = choices.some(({ value }) => value === String(clause.value))
      ? []
      : [{ value: String(clause.value), label: `${String(clause.value)} (no choice)` }];
    return (
      <Select
        aria-label={label}
        className="min-w-32 flex-1"
        options={[...stray, ...choices]}
        value={String(clause.value)}
        onValueChange={(value) => change([typed(value, field)])}
      />
    );
  }
  const text = valuesOf(clause).map(String).join(", ");
  return (
    <Input
      // Typed text becomes values when the person leaves it, so that a comma can be typed.
      key={text}
      aria-label={label}
      className="min-w-32 flex-1"
      defaultValue={text}
      placeholder={clause.is === "oneOf" ? "a, b, c" : undefined}
      onBlur={(event) =>
        change(event.target.value.split(clause.is === "oneOf" ? "," : "\n").map((part) => typed(part.trim(), field)))
      }
    />
  );
}

function choicesOf(field: FormField | undefined): { value: string; label: string }[] {
  if (field?.kind === "yesNo")
    return [
      { value: "true", label: "Yes" },
      { value: "false", label: "No" },
    ];
  return (field?.options ?? []).map(({ value, label }) => ({ value, label }));
}

function valuesOf(clause: Clause): readonly Scalar[] {
  if (clause.is === "oneOf") return clause.values;
  return clause.is === "equal" || clause.is === "above" ? [clause.value] : [];
}

/** A value as the field holds it. */
function typed(text: string, field: FormField | undefined): Scalar {
  if (field?.kind === "yesNo") return text === "true" || text === "yes";
  const isNumber = field !== undefined && ["number", "money", "durationDays"].includes(field.kind);
  return isNumber && text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

function clauseOf(name: string, is: Clause["is"], values: readonly Scalar[], field: FormField | undefined): Clause {
  const first = values[0] ?? (choicesOf(field)[0] ? typed(choicesOf(field)[0]?.value ?? "", field) : "");
  switch (is) {
    case "set":
    case "empty":
      return { field: name, is };
    case "equal":
      return { field: name, is, value: first };
    case "oneOf":
      return { field: name, is, values: values.length > 0 ? [...values] : [first] };
    case "above":
      return { field: name, is, value: Number(first) || 0 };
    default:
      return is satisfies never;
  }
}
