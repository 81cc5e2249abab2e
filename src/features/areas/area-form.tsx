import { useState } from "react";
import { areaTextProblems } from "../../../convex/core/areas/rules";
import { FormDialog, useDialogForm } from "../../components/form/form-dialog";
import { PeopleField } from "../../components/pickers/people-field";
import { randomKey } from "../../lib/random-key";
import { Field } from "../../ui/form/field";
import { Input } from "../../ui/form/input";
import { type AreaRow, useAreaCommands } from "./api";

const idOf = (field: string): string => `area-${field}`;

/** Makes an area, or changes one. */
export function AreaForm({ area, onClose }: { area: AreaRow | null; onClose: () => void }) {
  const [saveKey] = useState(randomKey);
  // What is typed is about the area as it was when the form was opened; a change meanwhile is refused, not overwritten.
  const [shown] = useState(area);
  const [texts, setTexts] = useState({
    name: area?.name ?? "",
    code: area?.code ?? "",
    costCentre: area?.costCentre ?? "",
  });
  const [people, setPeople] = useState<Pick<AreaRow, "owner" | "deputy">>({
    owner: area?.owner ?? null,
    deputy: area?.deputy ?? null,
  });
  const { save } = useAreaCommands();
  const form = useDialogForm({
    check: () => ({ ...areaTextProblems(texts) }),
    send: () =>
      save({
        ...(shown && { areaId: shown.id, shownAt: shown.updatedAt }),
        saveKey,
        ...texts,
        ownerId: people.owner?.id ?? null,
        deputyId: people.deputy?.id ?? null,
      }),
    saved: area ? "The area was saved" : `${texts.name.trim()} was added`,
    onClose,
  });
  const { problems } = form;
  const textField = (
    field: keyof typeof texts,
    label: string,
    help: string,
    more: { required?: boolean; className?: string } = {},
  ) => (
    <Field
      id={idOf(field)}
      label={label}
      help={help}
      error={problems[field]}
      required={more.required ?? false}
      className={more.className}
    >
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
      {textField("name", "Name", "What people call it, such as Logistics.", { required: true })}
      <div className="grid gap-4 sm:grid-cols-2">
        {textField("code", "Code", "Short and unique, such as LOG.", { required: true })}
        {textField("costCentre", "Cost centre", "Where its costs are booked.")}
      </div>
      <AreaPeople people={people} setPeople={setPeople} problems={problems} />
    </FormDialog>
  );
}

/** Who decides, and who decides when they cannot. */
function AreaPeople({
  people,
  setPeople,
  problems,
}: {
  people: Pick<AreaRow, "owner" | "deputy">;
  setPeople: (people: Pick<AreaRow, "owner" | "deputy">) => void;
  problems: Readonly<Record<string, string | undefined>>;
}) {
  return (
    <>
      <PeopleField
        id={idOf("owner")}
        label="Owner"
        help="Decides on requests of the area. Without an owner, admins decide."
        error={problems["owner"]}
        limit={1}
        people={people.owner ? [people.owner] : []}
        onChange={([owner]) => setPeople({ ...people, owner: owner ? { ...owner, status: "active" } : null })}
      />
      <PeopleField
        id={idOf("deputy")}
        label="Deputy"
        help="Decides when the owner cannot."
        error={problems["deputy"]}
        limit={1}
        people={people.deputy ? [people.deputy] : []}
        onChange={([deputy]) => setPeople({ ...people, deputy: deputy ? { ...deputy, status: "active" } : null })}
      />
    </>
  );
}
