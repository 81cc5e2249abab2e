import { X } from "lucide-react";
import type { InheritedField } from "../../../convex/core/domains/table";
import { useAreas } from "../../components/pickers/api";
import { AreaPicker } from "../../components/pickers/list-pickers";
import { PeopleField } from "../../components/pickers/people-field";
import { Button } from "../../ui/button";
import { Field } from "../../ui/form/field";
import type { DomainPage } from "./api";
import { type FieldsProps, FROM_CATALOGUE, idOf } from "./domain-fields";

type People = DomainPage["own"]["owners"];
type Areas = DomainPage["own"]["ownerAreas"];

/** People allowed in one place of a domain. */
const MAX_PEOPLE = 10;

/** People and business areas in one place: whoever is in charge of an area stands there for it. */
function PlacesField(props: {
  id: string;
  label: string;
  help: string;
  error?: string;
  people: People;
  areas: Areas;
  onChange: (next: { people: People; areas: Areas }) => void;
}) {
  const { id, label, help, error, people, areas, onChange } = props;
  const known = useAreas() ?? [];
  const free = known.filter((area) => !areas.some((one) => one.id === area.id));
  return (
    <div className="flex flex-col gap-2">
      <PeopleField
        id={id}
        label={label}
        help={help}
        error={error}
        limit={MAX_PEOPLE}
        people={people}
        onChange={(next) =>
          onChange({ people: next.map((person) => ({ ...person, status: "active" as const })), areas })
        }
      />
      <Field label={`${label}: business areas`} help="Whoever is in charge of the area at the time.">
        {areas.length === 0 ? null : (
          <ul aria-label={`${label}: chosen business areas`} className="flex flex-wrap gap-1.5 pb-0.5">
            {areas.map((area) => (
              <li
                key={area.id}
                className="flex max-w-full items-center gap-1 rounded-md border border-line bg-hover pl-2 text-sm text-ink"
              >
                <span className="min-w-0 truncate">{area.name}</span>
                <Button
                  variant="ghost"
                  size="iconSm"
                  aria-label={`Remove ${area.name}`}
                  onClick={() => onChange({ people, areas: areas.filter((one) => one.id !== area.id) })}
                >
                  <X aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <AreaPicker
          key={areas.length}
          value=""
          areas={free}
          onChange={(chosen) => {
            const area = free.find((one) => one.id === chosen);
            if (area) onChange({ people, areas: [...areas, { id: area.id, name: area.name }] });
          }}
        />
      </Field>
    </div>
  );
}

/** Those in charge and those who know; what is taken from above is not asked. */
export function PeopleFields({ typed, type, problems, leads }: FieldsProps) {
  const isOwn = (field: InheritedField): boolean => typed.parent === null || !typed.inherits.includes(field);
  return (
    <>
      {isOwn("owners") ? (
        <PlacesField
          id={idOf("owners")}
          label="Owners"
          help="Decide about access to it."
          error={problems["owners"]}
          people={typed.owners}
          areas={typed.ownerAreas}
          onChange={({ people, areas }) => type({ owners: people, ownerAreas: areas })}
        />
      ) : null}
      {isOwn("deputies") ? (
        <PlacesField
          id={idOf("deputies")}
          label="Deputies"
          help="Decide when no owner can."
          error={problems["deputies"]}
          people={typed.deputies}
          areas={typed.deputyAreas}
          onChange={({ people, areas }) => type({ deputies: people, deputyAreas: areas })}
        />
      ) : null}
      {leads.includes("experts") ? (
        <p className="text-sm text-muted">
          <span className="block font-medium text-ink">Experts</span>
          {FROM_CATALOGUE}
        </p>
      ) : null}
      {isOwn("experts") && !leads.includes("experts") ? (
        <PeopleField
          id={idOf("experts")}
          label="Experts"
          help="Know the data. They decide nothing."
          error={problems["experts"]}
          limit={MAX_PEOPLE}
          people={typed.experts}
          onChange={(next) => type({ experts: next.map((person) => ({ ...person, status: "active" })) })}
        />
      ) : null}
    </>
  );
}
