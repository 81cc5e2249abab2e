import { useState } from "react";
import { REASON_MAX_LENGTH } from "../../../../convex/core/proposals/rules";
import { useStepUp } from "../../../components/form/step-up";
import { useAct } from "../../../components/form/use-act";
import { usePeople } from "../../../components/pickers/api";
import { PeopleField, type PickedPerson } from "../../../components/pickers/people-field";
import { refusalText } from "../../../components/refusal-words";
import { formatDateTime } from "../../../lib/dates";
import { useAuth } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { ConfirmDialog } from "../../../ui/floating/confirm-dialog";
import { Field } from "../../../ui/form/field";
import { Textarea } from "../../../ui/form/input";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import { DescriptionList } from "../../../ui/page/description-list";
import { toast } from "../../../ui/toast/toast";
import { type Impact, useImpact, useRemovalCommands } from "./api";

const idOf = (field: string): string => `remove-${field}`;

/** Who goes, who takes over, what that means, and the confirmation that says the address again. */
export function RemoveUserForm({
  named,
}: {
  named: readonly [userId: string | undefined, successorId: string | undefined];
}) {
  const known = usePeople(named.filter((id) => id !== undefined));
  const [chosen, setPeople] = useState<readonly PickedPerson[] | null>(null);
  const [heirs, setSuccessors] = useState<readonly PickedPerson[] | null>(null);
  // Whom the link named stands there until somebody else is chosen.
  const people = chosen ?? known?.filter(({ id }) => id === named[0]) ?? [];
  const successors = heirs ?? known?.filter(({ id }) => id === named[1]) ?? [];
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const [confirms, setConfirms] = useState<Impact | null>(null);
  const [person] = people;
  const [successor] = successors;
  const impact = useImpact(person?.email ?? null, successor?.id ?? null) ?? null;
  const problems = {
    user_email: person ? null : "Please select a user to remove",
    successor: successor ? null : "Please select who takes over",
    reason: reason.trim() === "" ? "Give a reason" : null,
  };
  const shown = (field: RemoveField): string | null => (isTried ? problems[field] : null);
  function ask(): void {
    setTried(true);
    if (Object.values(problems).every((problem) => problem === null) && impact) setConfirms(impact);
  }
  function again(): void {
    setConfirms(null);
    setPeople([]);
    setReason("");
    setTried(false);
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <RemoveFields
        {...{ people, setPeople, successors, setSuccessors, reason, setReason, shown, impact }}
        onAsk={ask}
      />
      <ImpactCard impact={impact} />
      {confirms && successor ? (
        <ConfirmRemoval
          impact={confirms}
          successorId={successor.id}
          reason={reason.trim()}
          onDone={again}
          onClose={() => setConfirms(null)}
        />
      ) : null}
    </div>
  );
}

type RemoveField = "user_email" | "successor" | "reason";

/** Who goes, who takes over, and why. */
function RemoveFields(props: {
  people: readonly PickedPerson[];
  setPeople: (people: readonly PickedPerson[]) => void;
  successors: readonly PickedPerson[];
  setSuccessors: (people: readonly PickedPerson[]) => void;
  reason: string;
  setReason: (reason: string) => void;
  shown: (field: RemoveField) => string | null;
  impact: Impact | null;
  onAsk: () => void;
}) {
  const { people, setPeople, successors, setSuccessors, reason, setReason, shown, impact, onAsk } = props;
  return (
    <Card aria-labelledby="remove-title">
      <CardHeader
        id="remove-title"
        title="Remove from the portal"
        description="Their sign-in is disabled at once and deleted after 30 days. Until then a super admin can bring them back, as suspended staff."
      />
      <CardBody className="flex flex-col gap-4">
        <PeopleField
          id={idOf("user_email")}
          label="User"
          help="By name or email."
          error={shown("user_email")}
          limit={1}
          required
          people={people}
          onChange={setPeople}
        />
        <PeopleField
          id={idOf("successor")}
          label="Successor"
          help="Takes over the business areas, data domains and service users they own."
          error={shown("successor")}
          limit={1}
          required
          people={successors}
          onChange={setSuccessors}
        />
        <Field id={idOf("reason")} label="Reason" help="It stands in the audit trail." error={shown("reason")} required>
          <Textarea
            rows={3}
            maxLength={REASON_MAX_LENGTH}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <div>
          <Button variant="outline" disabledReason={refusalText(impact?.whyNot ?? null)} onClick={onAsk}>
            {impact?.takesTwo === true ? "Propose to remove" : "Remove user"}
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}

/** What it would do, in lines; these are what is confirmed. */
function ImpactCard({ impact }: { impact: Impact | null }) {
  return (
    <Card aria-labelledby="remove-impact">
      <CardHeader id="remove-impact" title="What will happen" />
      <CardBody>
        {impact === null ? (
          <p className="text-sm text-muted">Choose the user and a successor to see what changes hands.</p>
        ) : (
          <>
            <DescriptionList
              items={impact.lines.map(({ field, before, after }) => ({
                term: field,
                value: before === after ? before : `${before} → ${after}`,
              }))}
            />
            <p className="mt-3 text-sm text-ink-soft">
              Approvals and tasks that wait for them go to others. Their user in Snowflake stays until it is deleted.
              {impact.takesTwo ? " A second person has to confirm this." : ""}
            </p>
          </>
        )}
      </CardBody>
    </Card>
  );
}

function ConfirmRemoval(props: {
  impact: Impact;
  successorId: PickedPerson["id"];
  reason: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const { impact, successorId, reason, onDone, onClose } = props;
  const { remove } = useRemovalCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { act } = useAct();
  async function send(): Promise<void> {
    const { email, name, shownHash } = impact;
    const done = await act(`${name} was not removed`, () =>
      withStepUp(() => remove({ userEmail: email, successorId, reason, typed: email, shownHash })),
    );
    // The dialog stays open; the toast said why.
    if (!done) throw new Error("not removed");
    const { result } = done;
    if (result?.state === "proposed")
      toast.success("Proposed", {
        description:
          result.appliesAt === null
            ? "A second person has to confirm it."
            : `It takes effect on ${formatDateTime(result.appliesAt)} unless an admin stops it.`,
      });
    else toast.success(`${name} was removed`);
    onDone();
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`${impact.title}?`}
      description="They are signed out everywhere, and what they own changes hands."
      confirmLabel={impact.takesTwo ? "Propose" : "Remove user"}
      busyLabel={impact.takesTwo ? "Proposing..." : "Removing..."}
      destructive
      typedConfirmation={impact.email}
      onConfirm={send}
    >
      {stepUpDialog}
    </ConfirmDialog>
  );
}
