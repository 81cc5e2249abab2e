import { useState } from "react";
import { areaBudgetProblems, areaTextProblems, budgetIn } from "../../../convex/core/areas/rules";
import { FormDialog, useDialogForm } from "../../components/form/form-dialog";
import { useStepUp } from "../../components/form/step-up";
import { PeopleField } from "../../components/pickers/people-field";
import { Reason, sayOutcome } from "../../components/second-person/second-person-words";
import { randomKey } from "../../lib/random-key";
import { useAuth } from "../../shell/session";
import { Field } from "../../ui/form/field";
import { Input } from "../../ui/form/input";
import { type AreaRow, useAreaCommands } from "./api";

const idOf = (field: string): string => `area-${field}`;

type People = Pick<AreaRow, "owner" | "deputy" | "approver">;
const PLACES = ["owner", "deputy", "approver"] as const;

/** Makes an area, or changes one. */
export function AreaForm({ area, onClose }: { area: AreaRow | null; onClose: () => void }) {
  const [saveKey] = useState(randomKey);
  // What is typed is about the area as it was when the form was opened; a change meanwhile is refused, not overwritten.
  const [shown] = useState(area);
  const [texts, setTexts] = useState({
    name: area?.name ?? "",
    code: area?.code ?? "",
    costCentre: area?.costCentre ?? "",
    budget: area?.budget?.toString() ?? "",
  });
  const [people, setPeople] = useState<People>({
    owner: area?.owner ?? null,
    deputy: area?.deputy ?? null,
    approver: area?.approver ?? null,
  });
  const [reason, setReason] = useState("");
  const { save } = useAreaCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { budget, ...names } = texts;
  const form = useDialogForm({
    check: () => ({ ...areaTextProblems(texts), ...areaBudgetProblems(budgetIn(budget)) }),
    send: async () => {
      const outcome = await withStepUp(() =>
        save({
          ...(shown && { areaId: shown.id, shownAt: shown.updatedAt }),
          saveKey,
          ...names,
          budget: budgetIn(budget),
          ownerId: people.owner?.id ?? null,
          deputyId: people.deputy?.id ?? null,
          approverId: people.approver?.id ?? null,
          reason: reason.trim(),
        }),
      );
      sayOutcome(outcome, area ? "The area was saved" : `${texts.name.trim()} was added`);
    },
    saved: null,
    onClose,
  });
  const { problems } = form;
  const hasOthers = shown !== null && PLACES.some((place) => shown[place]?.id !== people[place]?.id);
  const textField = (field: keyof typeof texts, label: string, help: string, isRequired = false) => (
    <Field id={idOf(field)} label={label} help={help} error={problems[field]} required={isRequired}>
      <Input
        autoComplete="off"
        value={texts[field]}
        onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
      />
    </Field>
  );
  return (
    <FormDialog
      title={area ? `Change ${area.name}` : "Add a business area"}
      verb={area ? "Save area" : "Add area"}
      form={form}
      idOf={idOf}
      onClose={onClose}
    >
      {textField("name", "Name", "What people call it, such as Logistics.", true)}
      <div className="grid gap-4 sm:grid-cols-2">
        {textField("code", "Code", "Short and unique, such as LOG.", true)}
        {textField("costCentre", "Cost centre", "Where its costs are booked.")}
      </div>
      {textField("budget", "Default budget", "What a budget of the area starts with, in US dollars a month.")}
      <AreaPeople people={people} setPeople={setPeople} problems={problems} />
      {hasOthers ? <SecondPersonReason reason={reason} setReason={setReason} /> : null}
      {stepUpDialog}
    </FormDialog>
  );
}

function SecondPersonReason({ reason, setReason }: { reason: string; setReason: (reason: string) => void }) {
  return (
    <>
      <p className="text-ink-soft">
        Where people or requests belong to the area, others in charge of it take two people: somebody else confirms it.
        Neither of you decides about what is open there now.
      </p>
      <Reason value={reason} onChange={setReason} help="Whoever confirms sees it." />
    </>
  );
}

const PLACE_WORDS = {
  owner: ["Owner", "Decides on requests of the area. Without an owner, admins decide."],
  deputy: ["Deputy", "Decides when the owner cannot."],
  approver: ["Default approver", "Decides when neither of them can."],
} as const;

/** Who decides, and who decides when they cannot. */
function AreaPeople({
  people,
  setPeople,
  problems,
}: {
  people: People;
  setPeople: (people: People) => void;
  problems: Readonly<Record<string, string | undefined>>;
}) {
  return PLACES.map((place) => {
    const [label, help] = PLACE_WORDS[place];
    const person = people[place];
    return (
      <PeopleField
        key={place}
        id={idOf(place)}
        label={label}
        help={help}
        error={problems[place]}
        limit={1}
        people={person ? [person] : []}
        onChange={([chosen]) => setPeople({ ...people, [place]: chosen ? { ...chosen, status: "active" } : null })}
      />
    );
  });
}
