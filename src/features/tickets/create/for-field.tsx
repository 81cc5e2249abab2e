import type { TicketDraft } from "../../../../convex/core/tickets/table";
import { PersonPicker } from "../../../components/pickers/person-picker";
import { Field } from "../../../ui/form/field";
import { RadioGroup } from "../../../ui/form/radio-group";

const TELLS = [
  { value: "yes", label: "Yes", help: "They are notified straight away that support opened it." },
  { value: "no", label: "No", help: "They find it among their tickets, and are notified of answers." },
];

/** For whom an agent writes a ticket, and whether they are notified. */
export function ForField(props: {
  draft: Pick<TicketDraft, "requester" | "tells">;
  /** The control that asks whether they are notified, and what is wrong with it. */
  tellsId: string;
  problem: string | null;
  change: (words: Pick<TicketDraft, "requester" | "tells">) => void;
}) {
  const { draft, tellsId, problem, change } = props;
  const { requester, tells } = draft;
  return (
    <>
      <Field
        label="On behalf of"
        help="The ticket is theirs, and says that you wrote it. Leave it empty to write your own."
      >
        <PersonPicker
          value={requester ?? null}
          onChange={(person) =>
            change(
              person ? { requester: { id: person.id, name: person.name } } : { requester: undefined, tells: undefined },
            )
          }
        />
      </Field>
      {requester ? (
        <Field id={tellsId} label={`Notify ${requester.name}`} required error={problem}>
          <RadioGroup
            label={`Notify ${requester.name}`}
            options={TELLS}
            value={tells === undefined ? null : tells ? "yes" : "no"}
            onValueChange={(value) => change({ tells: value === "yes" })}
          />
        </Field>
      ) : null}
    </>
  );
}
