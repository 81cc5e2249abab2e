import { type ReactNode, Suspense, useState } from "react";
import { useAct } from "../../../components/form/use-act";
import { HistoryPages } from "../../../components/history-pages";
import { QueryBoundary } from "../../../components/query-boundary";
import { refusalText } from "../../../components/refusal-words";
import { useProposalCommands, useProposals } from "../../../components/second-person/api";
import { EndedProposals, OpenProposal } from "../../../components/second-person/proposals";
import { formatDeadline } from "../../../lib/dates";
import { useAuth } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { Menu, MenuSeparator, RefusableItem } from "../../../ui/floating/menu";
import { lazyPart } from "../../../ui/lazy-part";
import { Alert } from "../../../ui/page/alert";
import { Card } from "../../../ui/page/card";
import { PageHeader } from "../../../ui/page/page-header";
import { Tabs } from "../../../ui/page/tabs";
import { useTabTitle } from "../../../ui/page/use-tab-title";
import { MetaLine } from "../../../ui/text/meta-line";
import { toast } from "../../../ui/toast/toast";
import { type PersonPage, useEmailCorrection, useMoves, usePerson, usePersonCommands, usePersonHistory } from "./api";
import { PersonStatusBadge } from "./badges";
import type { PersonDialog } from "./person-dialogs";
import { Access, Facts, Leads, NotYet, Owned, Section, Work } from "./person-parts";
import type { PersonTabName } from "./person-search";
import { rolesText } from "./user-words";

const PersonDialogs = lazyPart(() => import("./person-dialogs").then((part) => part.PersonDialogs));

interface Place {
  personId: string;
  tab: PersonTabName;
  onTab: (tab: PersonTabName) => void;
  /** Begins to look through their eyes, for those who may. */
  viewAs: (person: { personId: string; name: string }) => ReactNode;
  /** Who did, and through whose they did. */
  impersonations: ReactNode;
  /** Where they are signed in. */
  sessions: ReactNode;
  /** What would be if they left. */
  leaving: ReactNode;
  /** Moves them, and what is decided afterwards. */
  moveAction: (person: { personId: string; name: string }) => ReactNode;
  moveReview: ReactNode;
}

/** One person on a page of their own: who they are, what they have, what waits for them, and what happened. */
export function PersonScreen(props: Place) {
  return (
    <QueryBoundary title="The person could not be loaded" page="Person">
      <Loaded {...props} />
    </QueryBoundary>
  );
}

function Loaded({ personId, tab, onTab, viewAs, impersonations, sessions, leaving, moveAction, moveReview }: Place) {
  const person = usePerson(personId);
  const proposals = useProposals(personId);
  const commands = useProposalCommands(useAuth().stepUp);
  if (!person)
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title="Person" />
        <NotYet isGone={person === null} />
      </div>
    );
  return (
    <div className="flex max-w-5xl flex-col gap-4">
      <Header
        person={person}
        viewAs={viewAs({ personId, name: person.name })}
        moveAction={moveAction({ personId, name: person.name })}
      />
      <OpenProposal proposals={proposals} commands={commands} />
      <EmailCorrection person={person} />
      <Tabs
        label={`About ${person.name}`}
        items={tabsOf(person, proposals, { impersonations, sessions, leaving, moveReview })}
        value={tab}
        onValueChange={onTab}
      />
    </div>
  );
}

function tabsOf(
  person: PersonPage,
  proposals: ReturnType<typeof useProposals>,
  {
    impersonations,
    sessions,
    leaving,
    moveReview,
  }: Pick<Place, "impersonations" | "sessions" | "leaving" | "moveReview">,
) {
  return [
    {
      value: "overview" as const,
      label: "Overview",
      panel: (
        <Panel title="Overview">
          <Facts person={person} />
          <div className="flex flex-wrap gap-2">
            <Leads id={person.id} />
          </div>
        </Panel>
      ),
    },
    {
      value: "access" as const,
      label: "Access",
      panel: (
        <Panel title="Access">
          {moveReview}
          <Access person={person} />
        </Panel>
      ),
    },
    {
      value: "work" as const,
      label: "Owned and waiting",
      panel: (
        <Panel title="Owned and waiting">
          <Section title="Owns">
            <Owned person={person} />
          </Section>
          <Work person={person} />
        </Panel>
      ),
    },
    {
      value: "leaving" as const,
      label: "If they leave",
      panel: <Panel title="If they leave">{leaving}</Panel>,
    },
    {
      value: "history" as const,
      label: "Sessions and history",
      panel: (
        <Panel title="Sessions and history">
          <Section title="Signed in">{sessions}</Section>
          <EndedProposals proposals={proposals} />
          <Section title="Impersonation">{impersonations}</Section>
          <Section title="What happened">
            <HistoryPages key={person.id} of={person.id} usePage={usePersonHistory} />
          </Section>
        </Panel>
      ),
    },
  ];
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="mt-3 flex flex-col gap-5 p-4">
      <h2 className="sr-only">{title}</h2>
      {children}
    </Card>
  );
}

function Header({ person, viewAs, moveAction }: { person: PersonPage; viewAs: ReactNode; moveAction: ReactNode }) {
  const moves = useMoves(person.id);
  const [dialog, setDialog] = useState<PersonDialog | null>(null);
  useTabTitle(person.name);
  const reasonOf = (whyNot: unknown) => (moves ? refusalText(whyNot as Parameters<typeof refusalText>[0]) : "Loading");
  const action = (shows: PersonDialog, label: string, whyNot: unknown) => (
    <Button size="sm" variant="outline" disabledReason={reasonOf(whyNot)} onClick={() => setDialog(shows)}>
      {label}
    </Button>
  );
  const item = (shows: PersonDialog, label: string, whyNot: unknown) => (
    <RefusableItem reason={reasonOf(whyNot)} onClick={() => setDialog(shows)}>
      {label}
    </RefusableItem>
  );
  return (
    <>
      <PageHeader
        title={person.name}
        context={
          <span className="flex flex-wrap items-center gap-2">
            <PersonStatusBadge status={person.status} />
            <MetaLine>
              <span>{rolesText(person.roles, person.roleEnds)}</span>
              {person.area === null ? null : <span>{person.area}</span>}
            </MetaLine>
          </span>
        }
        actions={
          <>
            {viewAs}
            {action("roles", "Change roles", moves?.whyNotRoles)}
            {moveAction}
            {person.status === "suspended" || person.status === "removed"
              ? action("restore", "Restore", moves?.whyNotRestore)
              : action("suspend", "Suspend", moves?.whyNotSuspend)}
            <MoreActions person={person} whyNotSignInHelp={reasonOf(moves?.whyNotSendLink)}>
              {item("sessions", "Sign out everywhere", moves?.whyNotSendLink)}
              <MenuSeparator />
              {item("name", "Correct name", moves?.whyNotCorrectName)}
              {item("email", "Correct email", moves?.whyNotCorrectEmail)}
              {item("dates", "Set first and last day", moves?.whyNotDates)}
            </MoreActions>
          </>
        }
      />
      {dialog && moves ? (
        <Suspense fallback={null}>
          <PersonDialogs shows={dialog} person={person} moves={moves} onClose={() => setDialog(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

/**
 * What is done about a person now and then, first of all for whoever cannot sign in: a link to a new password is mailed
 * to them, or their wrong ones are forgotten.
 */
function MoreActions(props: { person: PersonPage; whyNotSignInHelp: string | null; children: ReactNode }) {
  const { person, whyNotSignInHelp, children } = props;
  const { sendResetLink, unlock } = usePersonCommands();
  const link = useAct();
  const lock = useAct();
  const personId = person.id;
  async function send(): Promise<void> {
    if (await link.act("The link was not sent", () => sendResetLink({ personId })))
      toast.success(`A link to a new password is on its way to ${person.email}`);
  }
  async function open(): Promise<void> {
    if (await lock.act("The sign-in was not unlocked", () => unlock({ personId })))
      toast.success(`${person.name} can try their password again`);
  }
  return (
    <Menu
      trigger={
        <Button variant="outline" size="sm" busy={link.isBusy || lock.isBusy} aria-label={`More for ${person.name}`}>
          More
        </Button>
      }
    >
      <RefusableItem reason={whyNotSignInHelp} onClick={() => void send()}>
        Send reset link
      </RefusableItem>
      <RefusableItem reason={whyNotSignInHelp} onClick={() => void open()}>
        Unlock sign-in
      </RefusableItem>
      {children}
    </Menu>
  );
}

/** Another address that somebody is getting, and the way to stop it. */
function EmailCorrection({ person }: { person: PersonPage }) {
  const found = useEmailCorrection(person.id);
  const { stopCorrection } = usePersonCommands();
  const { isBusy, act } = useAct();
  if (!found) return null;
  async function stop(): Promise<void> {
    if (await act("Nothing was stopped", () => stopCorrection({ personId: person.id })))
      toast.success(`${person.name} keeps ${person.email}`);
  }
  return (
    <Alert meaning="info" title={`${found.by} is changing their email address to ${found.email}`}>
      <p>
        It can be confirmed there from {formatDeadline(found.confirmableAt)} until {formatDeadline(found.endsAt)}.
      </p>
      <p>Reason: {found.reason}</p>
      <Button
        size="sm"
        variant="outline"
        className="mt-2"
        busy={isBusy}
        busyLabel="Stopping..."
        onClick={() => void stop()}
      >
        Stop the change
      </Button>
    </Alert>
  );
}
