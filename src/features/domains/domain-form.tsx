import { useState } from "react";
import {
  domainTextProblems,
  SENSITIVITY_LABELS,
  type Sensitivity,
  tidyDomain,
} from "../../../convex/core/domains/rules";
import { listIn } from "../../../convex/lib/pure/sheet";
import { FormDialog, useDialogForm } from "../../components/form/form-dialog";
import { PeopleField } from "../../components/pickers/people-field";
import { refusalText } from "../../components/refusal-words";
import { randomKey } from "../../lib/random-key";
import { Field } from "../../ui/form/field";
import { Input, Textarea } from "../../ui/form/input";
import { Select } from "../../ui/form/select";
import { type DomainRow, useDomainCommands } from "./api";

const idOf = (field: string): string => `domain-${field}`;
const SENSITIVITIES = Object.entries(SENSITIVITY_LABELS).map(([value, label]) => ({
  value: value as Sensitivity,
  label,
}));
const MAX_PEOPLE = 10;

/** Makes a data domain, or changes one. */
export function DomainForm({
  domain,
  isDraft,
  onClose,
}: {
  domain: DomainRow | null;
  isDraft: boolean;
  onClose: () => void;
}) {
  const fields = useDomainFields(domain);
  const { wanted, send } = fields;
  const form = useDialogForm({
    check: () => ({ ...domainTextProblems(wanted) }),
    send,
    saved: domain ? "The data domain was saved" : `${wanted.name} was added`,
    onClose,
  });
  return (
    <FormDialog
      title={domain ? `Change ${domain.name}` : "Add a data domain"}
      description={
        isDraft
          ? "It stays a draft until another person from data governance activates it."
          : "It can be asked for as soon as it has an owner."
      }
      verb={domain ? "Save data domain" : "Add data domain"}
      size="lg"
      form={form}
      idOf={idOf}
      disabledReason={domain ? refusalText(domain.whyNotChange) : null}
      onClose={onClose}
    >
      <DomainFields fields={fields} problems={form.problems} />
    </FormDialog>
  );
}

/** What is typed and chosen, and how it is sent. */
function useDomainFields(domain: DomainRow | null) {
  const [saveKey] = useState(randomKey);
  // What is typed is about the domain as it was when the form was opened; a change meanwhile is refused, not
  // overwritten.
  const [shown] = useState(domain);
  const [typed, setTyped] = useState(() => typedOf(domain));
  const [people, setPeople] = useState<Record<"owners" | "deputies", DomainRow["owners"]>>({
    owners: domain?.owners ?? [],
    deputies: domain?.deputies ?? [],
  });
  const { save } = useDomainCommands();
  const wanted = tidyDomain({
    name: typed.name,
    description: typed.description,
    sensitivity: typed.sensitivity,
    ownerIds: people.owners.map(({ id }) => id),
    deputyIds: people.deputies.map(({ id }) => id),
    databases: listIn(typed.databases),
    readRoles: listIn(typed.readRoles),
    writeRoles: listIn(typed.writeRoles),
  });
  return {
    typed,
    people,
    wanted,
    type: (changes: Partial<Typed>) => setTyped({ ...typed, ...changes }),
    choose: (changes: Partial<typeof people>) => setPeople({ ...people, ...changes }),
    send: () =>
      save({
        ...(shown && { domainId: shown.id, shownAt: shown.updatedAt }),
        saveKey,
        ...wanted,
        sensitivity: wanted.sensitivity ?? "restricted",
      }),
  };
}

function DomainFields({
  fields: { typed, people, type, choose },
  problems,
}: {
  fields: ReturnType<typeof useDomainFields>;
  problems: Readonly<Record<string, string | undefined>>;
}) {
  const text = (
    field: "name" | "databases" | "readRoles" | "writeRoles",
    label: string,
    help: string,
    required = false,
  ) => (
    <Field id={idOf(field)} label={label} help={help} error={problems[field]} required={required}>
      <Input
        autoComplete="off"
        spellCheck={field === "name"}
        className={field === "name" ? undefined : "font-mono"}
        value={typed[field]}
        onChange={(event) => type({ [field]: event.target.value })}
      />
    </Field>
  );
  const peopleField = (field: "owners" | "deputies", label: string, help: string) => (
    <PeopleField
      id={idOf(field)}
      label={label}
      help={help}
      error={problems[field]}
      limit={MAX_PEOPLE}
      people={people[field]}
      onChange={(next) => choose({ [field]: next.map((person) => ({ ...person, status: "active" })) })}
    />
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_12rem]">
        {text("name", "Name", "What people call it, such as Orders.", true)}
        <Field
          id={idOf("sensitivity")}
          label="Sensitivity"
          help="Who else is asked."
          error={problems["sensitivity"]}
          required
        >
          <Select
            options={SENSITIVITIES}
            value={typed.sensitivity}
            onValueChange={(sensitivity) => type({ sensitivity })}
          />
        </Field>
      </div>
      <Field
        id={idOf("description")}
        label="Description"
        help="What is in it, in one sentence."
        error={problems["description"]}
      >
        <Textarea rows={2} value={typed.description} onChange={(event) => type({ description: event.target.value })} />
      </Field>
      {peopleField("owners", "Owners", "Decide about access to it.")}
      {peopleField("deputies", "Deputies", "Decide when no owner can.")}
      {text("databases", "Databases", "In Snowflake, separated by commas.")}
      <div className="grid gap-4 sm:grid-cols-2">
        {text("readRoles", "Roles for reading", "In Snowflake, separated by commas.")}
        {text("writeRoles", "Roles for changing", "In Snowflake, separated by commas.")}
      </div>
    </>
  );
}

interface Typed {
  readonly name: string;
  readonly description: string;
  readonly sensitivity: Sensitivity | null;
  readonly databases: string;
  readonly readRoles: string;
  readonly writeRoles: string;
}

function typedOf(domain: DomainRow | null): Typed {
  if (domain === null)
    return { name: "", description: "", sensitivity: null, databases: "", readRoles: "", writeRoles: "" };
  const { name, description, sensitivity, databases, readRoles, writeRoles } = domain;
  return {
    name,
    description,
    sensitivity,
    databases: databases.join(", "),
    readRoles: readRoles.join(", "),
    writeRoles: writeRoles.join(", "),
  };
}
