import { useState } from "react";
import { whyNotName } from "../../../../contracts/sign-in";
import { useStepUp } from "../../../components/form/step-up";
import { useAct } from "../../../components/form/use-act";
import { Reason, sayOutcome, SecondPerson } from "../../../components/second-person/second-person-words";
import { useAuth } from "../../../shell/session";
import { Dialog } from "../../../ui/floating/dialog";
import { Field } from "../../../ui/form/field";
import { Input } from "../../../ui/form/input";
import { toast } from "../../../ui/toast/toast";
import { usePersonCommands } from "./api";
import { DatesDialog } from "./dates-dialog";
import { type DialogProps, Footer } from "./dialog-footer";
import { EmailDialog } from "./email-dialog";
import { RolesDialog } from "./roles-dialog";

/** What is done about a person in a dialog. */
export type PersonDialog = "suspend" | "restore" | "roles" | "dates" | "name" | "email" | "sessions";

/** The dialog that was asked for. */
export function PersonDialogs({ shows, ...props }: DialogProps & { shows: PersonDialog }) {
  switch (shows) {
    case "suspend":
      return <MoveDialog key={shows} move="suspend" {...props} />;
    case "restore":
      return <MoveDialog key={shows} move="restore" {...props} />;
    case "roles":
      return <RolesDialog key={shows} {...props} />;
    case "dates":
      return <DatesDialog key={shows} {...props} />;
    case "sessions":
      return <SessionsDialog key={shows} {...props} />;
    case "email":
      return <EmailDialog key={shows} {...props} />;
    case "name":
      return <NameDialog key={shows} {...props} />;
  }
  return shows satisfies never;
}

const MOVES = {
  suspend: {
    title: (name: string) => `Suspend ${name}?`,
    does: "They are signed out everywhere at once. Their approvals and tasks go to others, and their delegations end.",
    button: "Suspend",
    busy: "Suspending...",
    done: (name: string) => `${name} was suspended`,
    failed: (name: string) => `${name} was not suspended`,
  },
  restore: {
    title: (name: string) => `Restore ${name}?`,
    does: "They can sign in again, as staff. Roles, sessions and delegations from before do not come back.",
    button: "Restore",
    busy: "Restoring...",
    done: (name: string) => `${name} was restored, with the Staff role`,
    failed: (name: string) => `${name} was not restored`,
  },
} as const;

function MoveDialog({ person, moves, onClose, move }: DialogProps & { move: "suspend" | "restore" }) {
  const [reason, setReason] = useState("");
  const commands = usePersonCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { isBusy, act } = useAct();
  const words = MOVES[move];
  async function save(): Promise<void> {
    const done = await act(words.failed(person.name), () =>
      withStepUp(() => commands[move]({ personId: person.id, reason: reason.trim() })),
    );
    if (!done) return;
    sayOutcome(done.result, words.done(person.name));
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={words.title(person.name)}
      description={words.does}
      footer={
        <Footer
          isBusy={isBusy}
          isDestructive={move === "suspend"}
          label={moves.takesTwo ? "Propose" : words.button}
          busyLabel={moves.takesTwo ? "Proposing..." : words.busy}
          disabledReason={reason.trim() === "" ? "Give a reason" : null}
          onSave={() => void save()}
          onClose={onClose}
        />
      }
    >
      {moves.takesTwo ? <SecondPerson waits={moves.waitsInstead} /> : null}
      <Reason value={reason} onChange={setReason} help="They and those who look after people see it." />
      {stepUpDialog}
    </Dialog>
  );
}

function SessionsDialog({ person, onClose }: DialogProps) {
  const [reason, setReason] = useState("");
  const { endSessions } = usePersonCommands();
  const { isBusy, act } = useAct();
  async function save(): Promise<void> {
    const done = await act(`${person.name} was not signed out`, () =>
      endSessions({ personId: person.id, reason: reason.trim() }),
    );
    if (!done) return;
    toast.success(`${person.name} was signed out everywhere`);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={`Sign ${person.name} out everywhere?`}
      description="Every session of theirs ends within a second. They can sign in again; unsaved work is lost."
      footer={
        <Footer
          isBusy={isBusy}
          isDestructive
          label="Sign out"
          busyLabel="Signing out..."
          disabledReason={reason.trim() === "" ? "Give a reason" : null}
          onSave={() => void save()}
          onClose={onClose}
        />
      }
    >
      <Reason value={reason} onChange={setReason} help="They and those who look after people see it." />
    </Dialog>
  );
}

function NameDialog({ person, moves, onClose }: DialogProps) {
  const [names, setNames] = useState({ firstName: moves.firstName, lastName: moves.lastName });
  const { correctName } = usePersonCommands();
  const { isBusy, act } = useAct();
  const problems = {
    firstName: whyNotName(names.firstName, "First name"),
    lastName: whyNotName(names.lastName, "Last name"),
  };
  const isSame = names.firstName.trim() === moves.firstName && names.lastName.trim() === moves.lastName;
  const missing = problems.firstName ?? problems.lastName ?? (isSame ? "Nothing is changed yet" : null);
  async function save(): Promise<void> {
    const saved = await act("The name was not corrected", () => correctName({ personId: person.id, ...names }));
    if (!saved) return;
    toast.success("The name was corrected");
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={`Correct the name of ${person.name}`}
      description="They are notified, and can change it in their profile."
      footer={
        <Footer
          isBusy={isBusy}
          label="Save name"
          busyLabel="Saving..."
          disabledReason={missing}
          onSave={() => void save()}
          onClose={onClose}
        />
      }
    >
      {(["firstName", "lastName"] as const).map((field) => (
        <Field key={field} label={field === "firstName" ? "First name" : "Last name"} error={problems[field]} required>
          <Input
            name={field}
            autoComplete="off"
            value={names[field]}
            onChange={(event) => setNames({ ...names, [field]: event.target.value })}
          />
        </Field>
      ))}
    </Dialog>
  );
}
