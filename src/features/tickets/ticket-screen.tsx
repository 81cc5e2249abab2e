import { type ReactNode, useMemo, useState } from "react";
import { OUR_TURN, stateWords, TOPICS, whyNotMove } from "../../../convex/core/tickets/rules";
import { waitWords } from "../../../convex/core/tickets/rules/waits";
import { pathTo } from "../../../convex/site/links";
import { useAct } from "../../components/form/use-act";
import { OwnFiles, type PageFiles } from "../../components/formatted/own-files";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { useMenuView } from "../../components/menu-view";
import { NotThere } from "../../components/not-there";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { formatDateTime, formatWeekday } from "../../lib/dates";
import { Button } from "../../ui/button";
import { Card, CardHeader } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import { PageHeader } from "../../ui/page/page-header";
import { toast } from "../../ui/toast/toast";
import { AgentKeys } from "./agent-keys";
import { AgentPanel } from "./agent-panel";
import {
  type SupportHours,
  type Ticket,
  useDownload,
  useKeptDraft,
  usePartyCommands,
  useSupportHours,
  useTicket,
  useTicketRights,
} from "./api";
import { ArticlesCard } from "./articles-card";
import { Back, Expected } from "./back";
import { Conversation } from "./conversation/conversation";
import { SuggestionCard } from "./converting/suggestion-card";
import { AgentsHere, AlsoWriting } from "./here/agents-here";
import { IncidentCard } from "./incidents/incident-card";
import { useIsPageKnown } from "./loading/api";
import { HeldMails } from "./mail/held-mails";
import { Participants } from "./participants";
import { Rating } from "./rating";
import { RedactButton } from "./redacting/redact-button";
import { Diagnostics } from "./seen/diagnostics";
import { Findings } from "./seen/findings";
import { TicketStateBadge } from "./ticket-state";
import { Composer, type ComposerProps } from "./writing/composer";
import { HeldReply } from "./writing/held-reply";
import type { Quotable, Wanted } from "./writing/quoting";

/** One ticket: whose turn it is, what was said, and the reply. */
export function TicketScreen(props: { ticketKey: string; viewAs: ReactNode }) {
  return (
    <QueryBoundary title="The ticket could not be loaded" page="Ticket Details">
      <Loaded {...props} />
    </QueryBoundary>
  );
}

function Loaded({ ticketKey, viewAs }: { ticketKey: string; viewAs: ReactNode }) {
  const ticket = useTicket(ticketKey);
  const hours = useSupportHours();
  const kept = useKeptDraft(ticketKey);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const { mayWrite, mayAnswer } = useTicketRights();
  const pageFiles = usePageFiles(ticket);
  useMenuView(ticket?.isAgent === true ? "supportQueue" : null);
  const isKnown = useIsPageKnown(ticketKey, ticket);
  if (!ticket || !hours || kept === undefined || !isKnown)
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title="Ticket Details" />
        {ticket === null ? (
          <NotThere
            title="There is no such ticket"
            list="support"
            {...(mayAnswer && { to: pathTo("support", { view: "queue" }), label: "Support Queue" })}
          >
            The link is wrong, or you do not take part in it.
          </NotThere>
        ) : (
          <ListSkeleton label="Loading the ticket" />
        )}
      </div>
    );
  const isHeld = (kept?.sendsAt ?? null) !== null;
  const writes = ticket.isParty || ticket.isAgent;
  const onQuote = writes && mayWrite && !isHeld ? (quotes: Quotable) => setWanted({ quotes }) : null;
  return (
    <OwnFiles value={pageFiles}>
      <div className="flex flex-col gap-4">
        {ticket.isAgent ? <AgentKeys ticket={ticket} onWrite={isHeld ? null : setWanted} /> : null}
        <PageHeader
          title={ticket.title}
          actions={
            ticket.isAgent ? (
              <>
                <AgentsHere ticket={ticket} />
                {viewAs}
              </>
            ) : null
          }
          context={
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-mono text-sm text-ink-soft">{ticket.key}</span>
              <TicketStateBadge state={ticket.state} isAgent={ticket.isAgent} isRequester={ticket.isRequester} />
            </span>
          }
        />
        <Turn ticket={ticket} hours={hours} />
        <SuggestionCard ticket={ticket} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <Conversation ticket={ticket} onQuote={onQuote} />
            {ticket.isAgent ? <HeldMails ticket={ticket} /> : null}
            {writes ? (
              <Writing ticket={ticket} kept={kept} wanted={wanted} onBegun={() => setWanted(null)} />
            ) : (
              <p className="text-sm text-ink-soft">
                You can read this ticket because its requester shares it with your business area. Only those who take
                part can reply.
              </p>
            )}
          </div>
          <aside aria-label="About this ticket" className="flex flex-col gap-4">
            {ticket.isAgent ? <AgentPanel ticket={ticket} isHeld={isHeld} /> : null}
            {ticket.isAgent ? <ArticlesCard ticketKey={ticket.key} /> : null}
            <IncidentCard ticketKey={ticket.key} />
            <About ticket={ticket} />
            <Diagnostics lines={ticket.diagnostics} />
            <Participants ticket={ticket} />
            {ticket.isAgent ? <RedactButton ticket={ticket} /> : null}
          </aside>
        </div>
      </div>
    </OwnFiles>
  );
}

/** The files that what is said in the ticket may refer to: those its reader sees in it. */
function usePageFiles(ticket: Ticket | null | undefined): PageFiles {
  const fetch = useDownload();
  return useMemo(
    () => ({ files: ticket ? [ticket, ...ticket.messages].flatMap(({ files }) => files) : [], fetch }),
    [ticket, fetch],
  );
}

function Turn({ ticket, hours }: { ticket: Ticket; hours: SupportHours }) {
  const { solve } = usePartyCommands();
  const { isBusy, act } = useAct();
  async function say(): Promise<void> {
    if (await act("Nothing was changed", () => solve({ key: ticket.key }))) toast.success(`${ticket.key} is solved`);
  }
  return (
    <Card aria-label="Whose turn it is" className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0">
        <p role="status" className="font-medium">
          {ticket.mergedInto ? (
            <>
              The conversation continues in <TicketLink ticket={ticket.mergedInto} />
            </>
          ) : (
            turnWords(ticket)
          )}
          {ticket.waitsUntil === null ? null : ` Back ${formatWeekday(ticket.waitsUntil)}.`}
          {ticket.endsUnansweredAt === null ? null : (
            <span className="font-normal text-muted">
              {" "}
              Without an answer it will be resolved {formatWeekday(ticket.endsUnansweredAt)}.
            </span>
          )}
          {!ticket.isAgent && OUR_TURN.includes(ticket.state) ? <Back hours={hours} /> : null}
        </p>
        <Expected ticket={ticket} />
      </div>
      {ticket.canSolve ? (
        <Button variant="outline" busy={isBusy} busyLabel="Saving..." onClick={() => void say()}>
          Solved
        </Button>
      ) : null}
      <Rating ticket={ticket} />
    </Card>
  );
}

/** What is written next, or the reply that is about to be sent. */
function Writing(props: ComposerProps) {
  const { ticket, kept } = props;
  const sendsAt = kept?.sendsAt ?? null;
  if (kept && sendsAt !== null)
    return (
      <>
        <HeldReply ticket={ticket} reply={kept.draft} sendsAt={sendsAt} />
        <AlsoWriting ticket={ticket} isWriting={false} />
      </>
    );
  return <Composer {...props} />;
}

function turnWords(ticket: Ticket): string {
  const { state, waitsFor, waitsForIncident } = ticket;
  if (waitsForIncident !== null) return `Waiting for ${waitsForIncident} to end.`;
  if (waitsFor && state === "waitingOnThirdParty") return `${waitWords(waitsFor)}.`;
  return stateWords(ticket)[state].says;
}

function About({ ticket }: { ticket: Ticket }) {
  const { related, followUpOf, merged } = ticket;
  // Agents read both where they change them.
  const isManaged = ticket.isAgent && whyNotMove(ticket.state, "steer") === null;
  return (
    <Card aria-labelledby="about-ticket">
      <CardHeader id="about-ticket" title="About" />
      <DescriptionList
        className="px-4 pb-2"
        items={[
          { term: "Topic", value: TOPICS[ticket.topic].label },
          { term: "Requester", value: ticket.requester },
          ...(isManaged || ticket.team === null ? [] : [{ term: "Team", value: ticket.team }]),
          ...(isManaged ? [] : [{ term: "Assigned to", value: ticket.assignee ?? "Nobody yet" }]),
          { term: "Created", value: formatDateTime(ticket.createdAt) },
          ...(related ? [{ term: "Related to", value: <Related related={related} /> }] : []),
          ...merged.map((part) => ({ term: "Merged here", value: <TicketLink ticket={part} /> })),
          ...(followUpOf
            ? [
                {
                  term: "Follow-up of",
                  value: <RowLink to={pathTo("ticket", { id: followUpOf })}>{followUpOf}</RowLink>,
                },
              ]
            : []),
        ]}
      />
      {ticket.found.length === 0 ? null : (
        <div className="flex flex-col gap-1.5 border-t border-line px-4 py-3">
          <h3 className="text-sm text-muted">What the portal saw when it was sent</h3>
          <Findings findings={ticket.found} />
        </div>
      )}
    </Card>
  );
}

function TicketLink({ ticket: { key, title } }: { ticket: NonNullable<Ticket["mergedInto"]> }) {
  return (
    <RowLink to={pathTo("ticket", { id: key })}>
      {key} {title}
    </RowLink>
  );
}

function Related({ related: { kind, address, label } }: { related: NonNullable<Ticket["related"]> }) {
  const to =
    kind === "task"
      ? pathTo("task", { taskId: address })
      : kind === "approval"
        ? pathTo("approval", { approvalId: address })
        : kind === "request"
          ? pathTo("request", { id: address })
          : null;
  return to === null ? label : <RowLink to={to}>{label}</RowLink>;
}
