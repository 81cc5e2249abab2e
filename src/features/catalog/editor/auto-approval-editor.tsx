import { Plus, Trash2 } from "lucide-react";
import type { AutoApproval } from "../../../../convex/core/approvals/table";
import type { FormField } from "../../../../convex/core/catalog/table";
import { Button } from "../../../ui/button";
import { Checkbox } from "../../../ui/form/checkbox";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { Select } from "../../../ui/form/select";
import { compact } from "./edit";
import { NumberField } from "./number-field";

type Answer = NonNullable<AutoApproval["where"]>[number];

const NEW: AutoApproval = { policyId: "", version: 1, maxDurationDays: 30 };

/** Approval without a person: under a name, for low risk, for so many days, and only for some answers. */
export function AutoApprovalEditor({
  value,
  fields,
  onChange,
}: {
  value: AutoApproval | undefined;
  fields: readonly FormField[];
  onChange: (value: AutoApproval | undefined) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-3">
      <Checkbox
        label="A policy approves without a person"
        help="Low risk only. Its name and version are shown in place of a person."
        checked={value !== undefined}
        onCheckedChange={(isOn) => onChange(isOn ? NEW : undefined)}
      />
      {value ? <PolicyFields value={value} fields={fields} onChange={onChange} /> : null}
    </fieldset>
  );
}

function PolicyFields({
  value,
  fields,
  onChange,
}: {
  value: AutoApproval;
  fields: readonly FormField[];
  onChange: (value: AutoApproval) => void;
}) {
  const choices = fields.filter(({ kind }) => kind === "choice");
  const where = value.where ?? [];
  const [first] = choices;
  const keep = (next: readonly Answer[]) =>
    onChange(compact({ ...value, where: next.length === 0 ? undefined : [...next] }));
  return (
    <div className="ml-6 flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
        <Field label="Name of the policy" required>
          <Input
            value={value.policyId}
            maxLength={60}
            onChange={(event) => onChange({ ...value, policyId: event.target.value })}
          />
        </Field>
        <NumberField
          label="Its version"
          required
          value={value.version}
          onChange={(version) => onChange({ ...value, version: version ?? 1 })}
        />
        <NumberField
          label="Days at most"
          required
          value={value.maxDurationDays}
          onChange={(days) => onChange({ ...value, maxDurationDays: days ?? 0 })}
        />
      </div>
      {where.map((answer, index) => (
        <AnswerRow
          // Answers have no names of their own; their place is what they are known by.
          key={index}
          answer={answer}
          number={index + 1}
          choices={choices}
          onChange={(next) => keep(where.with(index, next))}
          onRemove={() => keep(where.toSpliced(index, 1))}
        />
      ))}
      {first ? (
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          onClick={() => keep([...where, { field: first.name, values: [] }])}
        >
          <Plus aria-hidden />
          Only for some answers
        </Button>
      ) : null}
    </div>
  );
}

function AnswerRow(props: {
  answer: Answer;
  number: number;
  choices: readonly FormField[];
  onChange: (answer: Answer) => void;
  onRemove: () => void;
}) {
  const {
    answer: { field, values },
    number,
    choices,
    onChange,
  } = props;
  const known = choices.find(({ name }) => name === field);
  const options = choices.map(({ name, label }) => ({ value: name, label }));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-sunken p-2">
      <Select
        aria-label={`Field of answer ${number}`}
        className="w-44"
        options={known ? options : [{ value: field, label: `${field} (missing)` }, ...options]}
        value={field}
        onValueChange={(name) => onChange({ field: name, values: [] })}
      />
      {(known?.options ?? []).map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={values.includes(value)}
          onCheckedChange={(isOn) =>
            onChange({ field, values: isOn ? [...values, value] : values.filter((other) => other !== value) })
          }
        />
      ))}
      <Button
        variant="ghost"
        size="iconSm"
        className="ml-auto"
        aria-label={`Remove answer ${number}`}
        onClick={props.onRemove}
      >
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
}
