import { useState } from "react";
import {
  DOMAIN_TYPES,
  domainTextProblems,
  INHERITED_FIELDS,
  INHERITED_LABELS,
  type Sensitivity,
  SENSITIVITY_LABELS,
  TYPE_LABELS,
} from "../../../convex/core/domains/rules";
import type { InheritedField } from "../../../convex/core/domains/table";
import { FormDialog, useDialogForm } from "../../components/form/form-dialog";
import { useStepUp } from "../../components/form/step-up";
import { sayOutcome } from "../../components/second-person/second-person-words";
import { useSeen } from "../../components/second-person/seen";
import { randomKey } from "../../lib/random-key";
import { useAuth, useViewer } from "../../shell/session";
import { Checkbox } from "../../ui/form/checkbox";
import { Combobox } from "../../ui/form/combobox";
import { Field } from "../../ui/form/field";
import { Input, Textarea } from "../../ui/form/input";
import { Select } from "../../ui/form/select";
import { type DomainPage, useDomainCommands, useDomainImpact, useDomainNames } from "./api";
import {
  changesOf,
  type FieldsProps,
  FROM_CATALOGUE,
  idOf,
  inputOf,
  type Typed,
  typedOf,
  wantedOf,
} from "./domain-fields";
import { DomainReview } from "./domain-review";
import { PeopleFields } from "./places-field";

const TYPES = [
  { value: "none" as const, label: "None" },
  ...DOMAIN_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] })),
];
const TYPE_HELP = {
  none: "What it is there for.",
  source: "As its source has it.",
  aggregate: "Brought together from several.",
  consumer: "Made for those who use it.",
} as const;
const SENSITIVITIES = Object.entries(SENSITIVITY_LABELS).map(([value, label]) => ({
  value: value as Sensitivity,
  label,
}));

/** Makes a data domain, or changes one: what would change is listed before it is sent. */
export function DomainForm({ domain, onClose }: { domain: DomainPage | null; onClose: () => void }) {
  const [saveKey] = useState(randomKey);
  // What is typed is about the domain as it was when the form was opened; a change meanwhile is refused, not
  // overwritten.
  const [shown] = useState(domain);
  const [typed, setTyped] = useState(() => typedOf(domain));
  const [reason, setReason] = useState("");
  const move = moveOf(shown, typed);
  const seen = useSeen(JSON.stringify(move), useDomainImpact(move));
  const { save } = useDomainCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const form = useDialogForm({
    check: () => ({ ...domainTextProblems(wantedOf(typed)) }),
    send: async () => {
      const known = shown && { domainId: shown.id, shownAt: shown.updatedAt, shownHash: seen.shown?.shownHash };
      const outcome = await withStepUp(() => save({ ...known, saveKey, ...inputOf(typed), reason: reason.trim() }));
      sayOutcome(outcome, domain ? "The data domain was saved" : `${typed.name.trim()} was added`);
    },
    saved: null,
    onClose,
  });
  const fields = {
    typed,
    type: (changes: Partial<Typed>) => setTyped({ ...typed, ...changes }),
    problems: form.problems,
    leads: shown?.catalogue?.leads ?? [],
  };
  return (
    <FormDialog
      title={domain ? `Change ${domain.name}` : "Add a data domain"}
      description={
        domain
          ? undefined
          : "It is a draft until it is opened for requests, which takes two people as soon as there are two."
      }
      verb={domain ? "Save data domain" : "Add data domain"}
      size="lg"
      disabledReason={move === null ? null : seen.whyNot}
      form={form}
      idOf={idOf}
      onClose={onClose}
    >
      <TextFields {...fields} />
      <ParentFields {...fields} ownId={shown?.id ?? null} />
      <PeopleFields {...fields} />
      <SnowflakeFields {...fields} />
      {shown === null ? null : (
        <DomainReview
          changes={changesOf(typedOf(shown), typed)}
          moved={move === null ? null : seen}
          isOpen={shown.status !== "draft" && shown.status !== "inReview"}
          reason={reason}
          onReason={setReason}
        />
      )}
      {stepUpDialog}
    </FormDialog>
  );
}

/** Another place in the tree, as it is asked about; null while the domain stays where it is. */
function moveOf(shown: DomainPage | null, typed: Typed) {
  const { parentId, inherits } = inputOf(typed);
  if (shown === null || (shown.parent?.id ?? null) === (parentId ?? null)) return null;
  return { domainId: shown.id, wish: { parentId: parentId ?? null, inherits: inherits ?? [] } };
}

function TextFields({ typed, type, problems, leads }: FieldsProps) {
  const isTaken = typed.parent !== null && typed.inherits.includes("sensitivity");
  return (
    <>
      <Line
        of="name"
        label="Name"
        help="What people call it, such as Orders."
        {...{ typed, type, problems, leads }}
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id={idOf("type")} label="Type" help={TYPE_HELP[typed.type ?? "none"]} error={problems["type"]}>
          <Select
            options={TYPES}
            value={typed.type ?? "none"}
            onValueChange={(chosen) => type({ type: chosen === "none" ? null : chosen })}
          />
        </Field>
        <Field
          id={idOf("sensitivity")}
          label="Sensitivity"
          help={isTaken ? `From ${typed.parent?.name ?? "above"}.` : "Who else is asked."}
          error={problems["sensitivity"]}
          required
        >
          <Select
            options={SENSITIVITIES}
            value={typed.sensitivity}
            onValueChange={(sensitivity) =>
              type({ sensitivity, inherits: typed.inherits.filter((field) => field !== "sensitivity") })
            }
          />
        </Field>
      </div>
      <Field
        id={idOf("description")}
        label="Description"
        help={leads.includes("description") ? FROM_CATALOGUE : "What is in it, in one sentence."}
        error={problems["description"]}
      >
        <Textarea
          rows={2}
          disabled={leads.includes("description")}
          value={typed.description}
          onChange={(event) => type({ description: event.target.value })}
        />
      </Field>
    </>
  );
}

/** The domain it is a part of, and what it takes from there. */
function ParentFields({ typed, type, problems, leads, ownId }: FieldsProps & { ownId: string | null }) {
  const viewer = useViewer();
  // Owners leave their domain where it is: the others are not theirs to see.
  const mayMove = viewer?.capabilities.includes("domains.write") ?? false;
  const names = useDomainNames(mayMove);
  if (!mayMove) return null;
  // The field has its place before the names are there: what is below it does not move.
  const items = (names ?? [])
    .filter(({ id, status }) => id !== ownId && status !== "archived")
    .map(({ id, name }) => ({ value: id as string, label: name }));
  const toggle = (field: InheritedField, isOn: boolean): void =>
    type({ inherits: isOn ? [...typed.inherits, field] : typed.inherits.filter((one) => one !== field) });
  return (
    <>
      <Field
        id={idOf("parent")}
        label="Part of"
        help="The domain above it, if there is one."
        error={problems["parent"]}
      >
        <Combobox
          items={items}
          value={typed.parent && { value: typed.parent.id, label: typed.parent.name }}
          onValueChange={(item) =>
            type({
              parent: item && { id: item.value, name: item.label },
              inherits: item ? (typed.parent ? typed.inherits : ownId === null ? INHERITED_FIELDS : []) : [],
            })
          }
          emptyText="No domain by this name"
          isLoading={names === undefined}
          placeholder="None: it stands at the top"
        />
      </Field>
      {typed.parent === null ? null : (
        <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
          <legend className="mb-1.5 text-sm font-medium">Taken from {typed.parent.name}</legend>
          {INHERITED_FIELDS.map((field) => (
            <Checkbox
              key={field}
              label={INHERITED_LABELS[field]}
              checked={typed.inherits.includes(field)}
              disabled={field === "experts" && leads.includes("experts")}
              onCheckedChange={(isOn) => toggle(field, isOn)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

function SnowflakeFields(props: FieldsProps) {
  return (
    <>
      <Line {...props} of="databases" label="Databases" help="In Snowflake, separated by commas." />
      <div className="grid gap-4 sm:grid-cols-2">
        <Line {...props} of="readRoles" label="Roles for reading" help="In Snowflake, separated by commas." />
        <Line {...props} of="writeRoles" label="Roles for changing" help="In Snowflake, separated by commas." />
      </div>
      <Line {...props} of="products" label="Data products" help="Made of this data, separated by commas." />
    </>
  );
}

/** One line of text, or of names in Snowflake. */
function Line({
  of,
  label,
  help,
  required = false,
  typed,
  type,
  problems,
}: FieldsProps & {
  of: "name" | "databases" | "readRoles" | "writeRoles" | "products";
  label: string;
  help: string;
  required?: boolean;
}) {
  const isWords = of === "name" || of === "products";
  return (
    <Field id={idOf(of)} label={label} help={help} error={problems[of]} required={required}>
      <Input
        autoComplete="off"
        spellCheck={isWords}
        className={isWords ? undefined : "font-mono"}
        value={typed[of]}
        onChange={(event) => type({ [of]: event.target.value })}
      />
    </Field>
  );
}
