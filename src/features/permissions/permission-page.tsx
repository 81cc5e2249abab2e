import { useState } from "react";
import { ROLE_NAMES, ROLES, type RoleName } from "../../../convex/access/roles";
import { type ListedArea, useAreas } from "../../components/pickers/api";
import { PersonPicker } from "../../components/pickers/person-picker";
import { explain } from "../../components/refusal-words";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/form/checkbox";
import { Field } from "../../ui/form/field";
import { Input } from "../../ui/form/input";
import { RadioGroup } from "../../ui/form/radio-group";
import { Select } from "../../ui/form/select";
import { Card } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import { PageHeader } from "../../ui/page/page-header";
import { toast } from "../../ui/toast/toast";
import { AnswerCard } from "./answer-card";
import { type Answer, type Question, useExplain, useTypes } from "./api";
import { BUTTON_OPTIONS, type Kind, KINDS, nameOf, PAGE_OPTIONS } from "./permission-words";

/** The menu that roles open, as the frame draws it: groups with the names of their pages. */
type MenuOf = (roles: readonly RoleName[]) => readonly { group: string; pages: string }[];

type Person = { id: string; name: string };

/** What is filled in; the question it makes, or what is missing. */
interface Draft {
  readonly isMadeUp: boolean;
  readonly person: Person | null;
  readonly roles: readonly RoleName[];
  readonly areaId: ListedArea["id"] | null;
  readonly kind: Kind;
  readonly name: string;
}
const BLANK: Draft = { isMadeUp: false, person: null, roles: [], areaId: null, kind: "page", name: "" };

/** Says why somebody can or cannot do something, what is missing, and who could change it. */
export function PermissionPage({ menuOf }: { menuOf: MenuOf }) {
  const [draft, setDraft] = useState<Draft>(BLANK);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isBusy, setBusy] = useState(false);
  const askWhy = useExplain();
  const change = (changes: Partial<Draft>): void => {
    setDraft({ ...draft, ...changes });
    setAnswer(null);
  };
  const name = nameOf(draft.name);
  const missing = !draft.isMadeUp && !draft.person ? "Choose a person" : name === "" ? "Choose what it is about" : null;
  async function ask(): Promise<void> {
    setBusy(true);
    try {
      setAnswer(await askWhy(questionOf(draft, name)));
    } catch (error) {
      toast.error("There is no answer", { description: explain(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <PageHeader
        title="Permission check"
        context="Why somebody can or cannot do something, and who could change it. Each question is written to the audit trail."
      />
      <Card className="flex flex-col gap-4 p-4">
        <Who draft={draft} onChange={change} menuOf={menuOf} />
        <What draft={draft} onChange={change} />
        <div>
          <Button busy={isBusy} busyLabel="Checking..." disabledReason={missing} onClick={() => void ask()}>
            Check
          </Button>
        </div>
      </Card>
      <div role="status">{answer ? <AnswerCard answer={answer} /> : null}</div>
    </div>
  );
}

function questionOf({ isMadeUp, person, roles, areaId, kind }: Draft, name: string): Question {
  return {
    who: isMadeUp
      ? { kind: "madeUp", roles: [...roles], ...(areaId && { businessAreaId: areaId }) }
      : { kind: "person", personId: person?.id ?? "" },
    what: { kind, name },
  };
}

interface PartProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}

function Who(props: PartProps & { menuOf: MenuOf }) {
  const { draft, onChange } = props;
  const areas = useAreas() ?? [];
  return (
    <>
      <Field label="Who" required>
        <RadioGroup
          label="Who"
          value={draft.isMadeUp ? "madeUp" : "person"}
          onValueChange={(who) => onChange({ isMadeUp: who === "madeUp" })}
          options={[
            { value: "person", label: "A person" },
            { value: "madeUp", label: "Somebody with certain roles" },
          ]}
        />
      </Field>
      {draft.isMadeUp ? (
        <>
          <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
            <legend className="mb-1 text-sm font-medium">Roles</legend>
            {ROLE_NAMES.filter((role) => role !== "staff").map((role) => (
              <Checkbox
                key={role}
                label={ROLES[role].label}
                checked={draft.roles.includes(role)}
                onCheckedChange={(isOn) =>
                  onChange({ roles: isOn ? [...draft.roles, role] : draft.roles.filter((other) => other !== role) })
                }
              />
            ))}
          </fieldset>
          <Field label="Business area">
            <Select
              options={areas.map(({ id, name }) => ({ value: id, label: name }))}
              value={draft.areaId}
              onValueChange={(areaId) => onChange({ areaId })}
            />
          </Field>
          <section aria-labelledby="made-up-menu" className="flex flex-col gap-2">
            <h2 id="made-up-menu" className="text-sm font-medium">
              Their menu
            </h2>
            <DescriptionList
              items={props.menuOf(draft.roles).map(({ group, pages }) => ({ term: group, value: pages }))}
            />
          </section>
        </>
      ) : (
        <Field label="Person" required>
          <PersonPicker value={draft.person} onChange={(person) => onChange({ person })} />
        </Field>
      )}
    </>
  );
}

function What({ draft, onChange }: PartProps) {
  const types = useTypes() ?? [];
  const options =
    draft.kind === "page"
      ? PAGE_OPTIONS
      : draft.kind === "button"
        ? BUTTON_OPTIONS
        : draft.kind === "requestType"
          ? types.map(({ key, name }) => ({ value: key, label: name }))
          : null;
  const label = KINDS.find(({ value }) => value === draft.kind)?.label.replace(/^An? /, "") ?? "";
  return (
    <>
      <Field label="What about" required>
        <Select options={KINDS} value={draft.kind} onValueChange={(kind) => onChange({ kind, name: "" })} />
      </Field>
      <Field
        label={label.charAt(0).toUpperCase() + label.slice(1)}
        help={
          options ? undefined : draft.kind === "request" ? "Its key or its link." : "Its link, from the address bar."
        }
        required
      >
        {options ? (
          <Select options={options} value={draft.name || null} onValueChange={(name) => onChange({ name })} />
        ) : (
          <Input value={draft.name} autoComplete="off" onChange={(event) => onChange({ name: event.target.value })} />
        )}
      </Field>
    </>
  );
}
