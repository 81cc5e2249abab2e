import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { whyNotMove } from "../../../convex/core/tickets/rules";
import { pathTo } from "../../../convex/site/links";
import { useAct } from "../../components/form/use-act";
import { type PageCommand, usePageCommands } from "../../components/page-commands";
import { toast } from "../../ui/toast/toast";
import { useLetters } from "../../ui/use-letters";
import { type Ticket, useNextTicket } from "./api";
import { useGive } from "./sorting/use-give";
import type { Wanted } from "./writing/quoting";

/** Tickets this window has had open on its way through the queue; so many of them are passed over. */
const walked: string[] = [];
const PASSED = 200;

interface AgentKeysProps {
  readonly ticket: Ticket;
  /** Begins to write; null while nothing can be written. */
  readonly onWrite: ((wanted: Wanted) => void) | null;
}

/** What agents do with a ticket without a mouse, by letters and in the palette. Shows nothing. */
export function AgentKeys({ ticket, onWrite }: AgentKeysProps) {
  const { key, state, isMine } = ticket;
  const { claim } = useGive(key);
  const goOn = useNext(key);
  const may = (move: "answer" | "steer") => whyNotMove(state, move) === null;
  const commands: PageCommand[] = [
    ...(onWrite && may("answer") ? [{ label: "Reply", keys: "r", run: () => onWrite({ readers: "public" }) }] : []),
    ...(onWrite ? [{ label: "Write an internal note", keys: "n", run: () => onWrite({ readers: "internal" }) }] : []),
    ...(onWrite ? [{ label: "Quote the last message", keys: "q", run: () => onWrite({ quotes: "last" }) }] : []),
    ...(!isMine && may("steer") ? [{ label: "Claim", keys: "a", run: () => void claim() }] : []),
    { label: "Next ticket waiting for you", keys: "j", words: ["queue", "support"], run: goOn },
  ];
  usePageCommands({ about: key, commands });
  useLetters((letter) => commands.find(({ keys }) => keys === letter)?.run ?? null);
  return null;
}

/** Opens the next ticket that waits for the agent, each once until all were open. */
function useNext(key: string): () => void {
  const navigate = useNavigate();
  const { act } = useAct();
  const next = useNextTicket();
  useEffect(() => {
    if (walked.at(-1) !== key) walked.push(key);
    if (walked.length > PASSED) walked.shift();
  }, [key]);
  async function open(): Promise<void> {
    const found = await next([...walked]);
    if (found !== null) return void navigate({ href: pathTo("ticket", { id: found }) });
    walked.splice(0, walked.length, key);
    toast.success("No other ticket is waiting for you");
  }
  return () => void act("The next ticket did not open", open);
}
