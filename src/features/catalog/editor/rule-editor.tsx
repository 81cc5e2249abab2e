import { useState } from "react";
import { ROLE_NAMES, ROLES, KEEPER_ROLE } from "../../../../convex/access/roles";
import type { ApproverRule } from "../../../../convex/core/approvals/table";
import type { FormField } from "../../../../convex/core/catalog/table";
import type { PersonId } from "../../../components/pickers/api";
import { PersonPicker } from "../../../components/pickers/person-picker";
import { Field } from "../../../ui/form/field";
import { Select } from "../../../ui/form/select";

const KINDS = [
  { value: "manager", label: "Manager" },
  { value: "businessAreaOwner", label: "Owner of the business area" },
  { value: "domainOwner", label: "Owner of the data domain" },
  { value: "role", label: "Everybody with a role" },
  { value: "person", label: "One person" },
] as const;

const ROLE_OPTIONS = ROLE_NAMES.map((value) => ({ value, label: ROLES[value].label }));

/** Whom a step or a task asks. */
export function RuleEditor(props: {
  label: string;
  value: ApproverRule | undefined;
  fields: readonly FormField[];
  people: readonly { readonly id: PersonId; readonly name: string }[];
  /** Said as a choice of its own when there need not be a rule. */
  noneLabel?: string;
  onChange: (rule: ApproverRule | undefined) => void;
}) {
  const { label, value, fields, noneLabel, onChange } = props;
  const none = noneLabel === undefined ? [] : [{ value: "none" as const, label: noneLabel }];
  const [isNaming, setNaming] = useState(false);
  const kind = isNaming ? "person" : (value?.kind ?? (noneLabel === undefined ? null : "none"));
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} required>
        <Select
          options={[...none, ...KINDS]}
          value={kind}
          onValueChange={(next) => {
            // A person has to be found first.
            setNaming(next === "person" && value?.kind !== "person");
            if (next !== "person") onChange(next === "none" ? undefined : ruleOf(next, fields));
          }}
        />
      </Field>
      {kind === "role" && value?.kind === "role" ? (
        <Select
          aria-label={`${label}: role`}
          options={ROLE_OPTIONS}
          value={value.role}
          onValueChange={(role) => onChange({ kind: "role", role })}
        />
      ) : null}
      {value?.kind === "domainOwner" && !isNaming ? (
        <DomainField
          label={label}
          value={value.field}
          fields={fields}
          onChange={(field) => onChange({ kind: "domainOwner", field })}
        />
      ) : null}
      {kind === "person" ? (
        <PersonPicker
          label={`${label}: person`}
          value={
            value?.kind === "person"
              ? {
                  id: value.personId,
                  name: props.people.find(({ id }) => id === value.personId)?.name ?? "Chosen person",
                }
              : null
          }
          onChange={(person) => {
            if (!person) return;
            setNaming(false);
            onChange({ kind: "person", personId: person.id });
          }}
        />
      ) : null}
    </div>
  );
}

function DomainField({
  label,
  value,
  fields,
  onChange,
}: {
  label: string;
  value: string;
  fields: readonly FormField[];
  onChange: (field: string) => void;
}) {
  const domains = fields
    .filter(({ kind }) => kind === "domain")
    .map((field) => ({ value: field.name, label: field.label }));
  const known = domains.some((option) => option.value === value)
    ? domains
    : [{ value, label: `${value || "No field"} (holds no domain)` }, ...domains];
  return (
    <Select aria-label={`${label}: field with the domain`} options={known} value={value} onValueChange={onChange} />
  );
}

function ruleOf(kind: Exclude<ApproverRule["kind"], "person">, fields: readonly FormField[]): ApproverRule {
  switch (kind) {
    case "role":
      return { kind, role: KEEPER_ROLE };
    case "domainOwner":
      return { kind, field: fields.find((field) => field.kind === "domain")?.name ?? "" };
    case "businessAreaOwner":
    case "manager":
      return { kind };
    default:
      return kind satisfies never;
  }
}
