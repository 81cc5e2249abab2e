import { useActs } from "../../../components/form/use-act";
import { Field } from "../../../ui/form/field";
import { Select } from "../../../ui/form/select";
import type { Ticket } from "../api";
import { useHandToTeam, useTeams } from "./api";

const NONE = { value: "", label: "No team" };

/** Which team looks after a ticket, for those who answer it; nothing where there are no teams. */
export function TeamField({ ticket: { key, team } }: { ticket: Pick<Ticket, "key" | "team"> }) {
  const teams = useTeams()?.teams ?? [];
  const hand = useHandToTeam();
  const { act } = useActs();
  if (teams.length === 0 && team === null) return null;
  const current = teams.find(({ name }) => name === team);
  const former = team !== null && !current ? [{ value: team, label: team }] : [];
  return (
    <Field
      label="Team"
      required
      help="The new team is notified. If the agent is not in it, the ticket becomes unassigned."
    >
      <Select
        value={current?.id ?? team ?? NONE.value}
        options={[NONE, ...former, ...teams.map(({ id, name }) => ({ value: id as string, label: name }))]}
        onValueChange={(value) => {
          const chosen = teams.find(({ id }) => id === value);
          if (chosen || value === NONE.value)
            void act("The team was not changed", () => hand({ key, teamId: chosen?.id ?? null }));
        }}
      />
    </Field>
  );
}
