import { useState } from "react";
import { ROLES, type RoleName, GRANTED_ROLES } from "../../../../convex/access/roles";
import { areSameEnds, whyNotRoleEnds, type WishedEnd } from "../../../../convex/core/people/rules/dates";
import { useStepUp } from "../../../components/form/step-up";
import { useAct } from "../../../components/form/use-act";
import { refusalText } from "../../../components/refusal-words";
import { Reason, sayOutcome, SecondPerson } from "../../../components/second-person/second-person-words";
import { useAuth } from "../../../shell/session";
import { Dialog } from "../../../ui/floating/dialog";
import { Checkbox } from "../../../ui/form/checkbox";
import { usePersonCommands } from "./api";
import { dayOfEnd, DayField, endOfDay } from "./day-field";
import { type DialogProps, Footer } from "./dialog-footer";

/** Other roles for somebody, each for good or until a day. */
export function RolesDialog({ person, moves, onClose }: DialogProps) {
  const [roles, setRoles] = useState<readonly RoleName[]>(person.roles);
  const [ends, setEnds] = useState<readonly WishedEnd[]>(person.roleEnds.map(({ role, endsAt }) => ({ role, endsAt })));
  const [now] = useState(() => Date.now());
  const [reason, setReason] = useState("");
  const { changeRoles } = usePersonCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { isBusy, act } = useAct();
  const wished = ends.filter(({ role }) => roles.includes(role));
  const isSame =
    roles.length === person.roles.length &&
    roles.every((role) => person.roles.includes(role)) &&
    areSameEnds(wished, person.roleEnds);
  const badEnd = refusalText(whyNotRoleEnds(roles, wished, person, { now, termDays: moves.roleTermDays }));
  const missing = isSame ? "Choose other roles" : (badEnd ?? (reason.trim() === "" ? "Give a reason" : null));
  const setEnd = (role: RoleName, day: string): void => {
    const endsAt = endOfDay(day);
    setEnds([...ends.filter((end) => end.role !== role), ...(endsAt === null ? [] : [{ role, endsAt }])]);
  };
  async function save(): Promise<void> {
    const done = await act(`The roles of ${person.name} were not changed`, () =>
      withStepUp(() =>
        changeRoles({ personId: person.id, roles: [...roles], ends: [...wished], reason: reason.trim() }),
      ),
    );
    if (!done) return;
    sayOutcome(done.result, `The roles of ${person.name} were changed`);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={`Change the roles of ${person.name}?`}
      description="Everybody is staff. Other roles add to it, for good or until the end of a day (UTC)."
      footer={
        <Footer
          isBusy={isBusy}
          label="Propose"
          busyLabel="Proposing..."
          disabledReason={missing}
          onSave={() => void save()}
          onClose={onClose}
        />
      }
    >
      <SecondPerson waits={moves.waitsInstead} />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">Roles</legend>
        {GRANTED_ROLES.map((role) => (
          <div key={role} className="flex flex-col gap-2">
            <Checkbox
              label={ROLES[role].label}
              checked={roles.includes(role)}
              onCheckedChange={(isOn) => setRoles(isOn ? [...roles, role] : roles.filter((other) => other !== role))}
            />
            {roles.includes(role) ? (
              <div className="pl-6">
                <DayField
                  label={`${ROLES[role].label} until`}
                  help="Leave empty for no end date."
                  value={dayOfEnd(ends.find((end) => end.role === role)?.endsAt ?? null)}
                  onChange={(day) => setEnd(role, day)}
                />
              </div>
            ) : null}
          </div>
        ))}
      </fieldset>
      <Reason value={reason} onChange={setReason} help="Whoever confirms sees it." />
      {stepUpDialog}
    </Dialog>
  );
}
