import { PenLine } from "lucide-react";
import { createContext, use, useMemo } from "react";
import { Faces } from "../../../components/presence/faces";
import { Avatar } from "../../../ui/text/avatar";
import { VisuallyHidden } from "../../../ui/text/visually-hidden";
import type { Ticket, TicketRow } from "../api";
import { type AgentHere, type OpenTickets, useOpenTickets, useStayOnTicket } from "./api";
import { agentsText, writersText } from "./here-words";

const NOBODY: OpenTickets = new Map();
const Opened = createContext(NOBODY);

function useAgents(ticket: Ticket): readonly AgentHere[] {
  const tickets = useMemo(() => [ticket.id], [ticket.id]);
  return useOpenTickets(tickets).get(ticket.id) ?? [];
}

/** The other agents who have a ticket open, so that two do not answer it. */
export function AgentsHere({ ticket }: { ticket: Ticket }) {
  const agents = useAgents(ticket);
  return (
    <Faces
      faces={agents.map((agent) => ({ ...agent, says: agent.isWriting ? "is writing a reply" : "on this page" }))}
      text={agentsText(agents)}
    />
  );
}

/** Who else writes a reply, where the viewer writes theirs; and shows the others whether they do. */
export function AlsoWriting({ ticket, isWriting }: { ticket: Ticket; isWriting: boolean }) {
  useStayOnTicket(ticket.key, isWriting);
  const text = writersText(useAgents(ticket));
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm text-ink-soft empty:hidden">
      {text === null ? null : (
        <>
          <PenLine aria-hidden className="size-4 shrink-0" />
          {text}
        </>
      )}
    </p>
  );
}

/** Says the rows of a list which of them others have open. */
export function OpenRows({ rows, children }: { rows: readonly TicketRow[]; children: React.ReactNode }) {
  return <Opened value={useOpenTickets(rows.map(({ id }) => id))}>{children}</Opened>;
}

/** Marks a row that other agents have open. */
export function OpenMark({ ticket }: { ticket: TicketRow["id"] }) {
  const agents = use(Opened).get(ticket) ?? [];
  const [first] = agents.toSorted((one, other) => Number(other.isWriting) - Number(one.isWriting));
  if (!first) return null;
  const text = agentsText(agents);
  return (
    <span title={text} className="relative inline-flex shrink-0">
      <VisuallyHidden>{text}</VisuallyHidden>
      <Avatar name={first.name} className="size-5 border-success bg-surface text-[10px]" />
      {first.isWriting ? (
        <PenLine aria-hidden className="absolute -right-1.75 -bottom-1.25 size-3 rounded-sm bg-surface text-ink-soft" />
      ) : null}
    </span>
  );
}
