import { useState } from "react";
import { areSameTeams, TEAMS_TITLE } from "../../../../convex/core/supportTeams/rules";
import { TOPIC_NAMES, TOPICS } from "../../../../convex/core/tickets/rules";
import { FormDialog, useDialogForm } from "../../../components/form/form-dialog";
import { useStepUp } from "../../../components/form/step-up";
import { useAreas } from "../../../components/pickers/api";
import { Reason } from "../../../components/second-person/second-person-words";
import { useAuth } from "../../../shell/session";
import { Field } from "../../../ui/form/field";
import { Select } from "../../../ui/form/select";
import { type Teams, type TeamsState, useSetSupportTeams } from "../api";

const idOf = (field: string): string => `teams-${field}`;
const NONE = { value: "", label: "No team" };

/** Says which business area looks after tickets about each topic, beginning with what holds or held. */
export function TeamsForm(props: { state: TeamsState; start: Teams; onClose: () => void }) {
  const { start, onClose } = props;
  // What is chosen is about the version that was open; a change meanwhile is refused, not overwritten.
  const [{ version: shownVersion, teams: now }] = useState(props.state);
  const [teams, setTeams] = useState(start);
  const [reason, setReason] = useState("");
  const areas = useAreas() ?? [];
  const set = useSetSupportTeams();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const form = useDialogForm({
    check: () => ({}),
    send: async () => {
      await withStepUp(() => set({ teams, shownVersion, reason: reason.trim() }));
    },
    saved: "The support teams are set",
    onClose,
  });
  const missing = areSameTeams(teams, now) ? "Nothing is changed yet" : reason.trim() === "" ? "Give a reason" : null;
  return (
    <FormDialog
      title={TEAMS_TITLE}
      verb="Set"
      size="lg"
      form={form}
      idOf={idOf}
      disabledReason={missing}
      onClose={onClose}
    >
      {TOPIC_NAMES.map((topic) => (
        <Field key={topic} id={idOf(topic)} label={TOPICS[topic].label} required>
          <Select
            value={teams[topic] ?? NONE.value}
            options={[NONE, ...areas.map(({ id, name }) => ({ value: id as string, label: name }))]}
            onValueChange={(value) => setTeams({ ...teams, [topic]: areas.find(({ id }) => id === value)?.id })}
          />
        </Field>
      ))}
      <Reason value={reason} onChange={setReason} help="It stays with this version." />
      {stepUpDialog}
    </FormDialog>
  );
}
