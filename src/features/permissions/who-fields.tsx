import { useId } from "react";
import { ROLES, type RoleName, GRANTED_ROLES } from "../../../convex/access/roles";
import { type ListedArea, useAreas } from "../../components/pickers/api";
import { PersonPicker } from "../../components/pickers/person-picker";
import { Checkbox } from "../../ui/form/checkbox";
import { Field } from "../../ui/form/field";
import { RadioGroup } from "../../ui/form/radio-group";
import { Select } from "../../ui/form/select";
import { DescriptionList } from "../../ui/page/description-list";
import type { Question } from "./api";
import { madeUpName } from "./permission-words";

/** The menu that roles open, as the frame draws it: groups with the names of their pages. */
export type MenuOf = (roles: readonly RoleName[]) => readonly { group: string; pages: string }[];

type Person = { id: string; name: string };

/** Whom it is asked about, as far as it is filled in. */
export interface Draft {
  readonly isMadeUp: boolean;
  readonly person: Person | null;
  readonly roles: readonly RoleName[];
  readonly areaId: ListedArea["id"] | null;
}
/** Nobody is chosen yet. */
export const NOBODY: Draft = { isMadeUp: false, person: null, roles: [], areaId: null };
/** Whom the question is about. */
export function questionWhoOf({ isMadeUp, person, roles, areaId }: Draft): Question["who"] {
  return isMadeUp
    ? { kind: "madeUp", roles: [...roles], ...(areaId && { businessAreaId: areaId }) }
    : { kind: "person", personId: person?.id ?? "" };
}

/** What they are called. */
export function whoOf({ isMadeUp, person, roles }: Draft): string {
  return isMadeUp ? madeUpName(roles) : (person?.name ?? "");
}

interface WhoProps {
  label: string;
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  menuOf: MenuOf;
}

/** Chooses somebody, or makes somebody up of roles and a business area. */
export function Who(props: WhoProps) {
  const { label, draft, onChange } = props;
  const areas = useAreas() ?? [];
  const menuId = useId();
  return (
    <div role="group" aria-label={label} className="flex min-w-0 flex-col gap-4">
      <Field label={label} required>
        <RadioGroup
          label={label}
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
            {GRANTED_ROLES.map((role) => (
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
          <section aria-labelledby={menuId} className="flex flex-col gap-2">
            <h2 id={menuId} className="text-sm font-medium">
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
    </div>
  );
}
