import { useState } from "react";
import { isTicketOver } from "../../../convex/core/tickets/rules";
import type { TicketState } from "../../../convex/core/tickets/table";
import { plural } from "../../../convex/lib/pure/text";

/** The ticket somebody replies in, as far as it decides what a reply does. */
interface RepliedTicket {
  readonly state: TicketState;
  readonly isAgent: boolean;
  readonly isRequester: boolean;
  readonly requester: string;
  readonly participants: readonly { readonly name: string }[];
}

type Meaning = "broken" | "thanks";

/** What a reply to a ticket that is over means, as its writer says it. */
export interface ReplyMeaning {
  /** Whether its writer is to say so: who cannot open it again can only thank. */
  readonly isChosen: boolean;
  readonly chosen: Meaning | null;
  readonly choose: (meaning: Meaning | null) => void;
  /** It opens nothing again. */
  readonly isThanks: boolean;
  /** What keeps the reply from being sent, or null. */
  readonly missing: string | null;
}

/** Keeps what a reply means, until it is sent. */
export function useReplyMeaning({ state, isAgent, isRequester }: RepliedTicket): ReplyMeaning {
  const [chosen, choose] = useState<Meaning | null>(null);
  const isEnded = isTicketOver(state) && !isAgent;
  const isChosen = isEnded && isRequester;
  return {
    isChosen,
    chosen,
    choose,
    isThanks: isEnded && (!isRequester || chosen === "thanks"),
    missing: isChosen && chosen === null ? "Say whether it is still broken" : null,
  };
}

/** Who an agent's reply goes to, beside the button that sends it: "To Maya Chen and 2 others". */
export function replyRecipients({ requester, participants: { length } }: RepliedTicket): string {
  return length === 0 ? `To ${requester}` : `To ${requester} and ${plural(length, "other")}`;
}

/** Who reads a reply, and what else it does, in one sentence. */
export function replyReaders({ isAgent, isRequester, requester, participants, state }: RepliedTicket): string {
  if (isAgent) return [requester, ...participants.map(({ name }) => name)].join(", ") + " and support can read it.";
  if (state === "merged") return "It appears in the ticket where the conversation continues.";
  if (isTicketOver(state) && !isRequester) return `Only ${requester} can reopen this ticket. You can still say thanks.`;
  return "Support and everyone in the ticket can read it.";
}
