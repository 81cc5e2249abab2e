import { CircleCheck, CircleDot, GitMerge, Hourglass, type LucideIcon, Sparkles, UserRound } from "lucide-react";
import { AGENT_WORDS, STATE_WORDS } from "../../../convex/core/tickets/rules";
import type { TicketState } from "../../../convex/core/tickets/table";
import { Badge, type BadgeVariant } from "../../ui/text/badge";

const LOOKS: Readonly<Record<TicketState, readonly [BadgeVariant, LucideIcon]>> = {
  new: ["secondary", Sparkles],
  open: ["secondary", CircleDot],
  waitingOnRequester: ["warning", UserRound],
  waitingOnThirdParty: ["neutral", Hourglass],
  resolved: ["default", CircleCheck],
  closed: ["outline", CircleCheck],
  merged: ["outline", GitMerge],
};

/** The state of a ticket, in the words of whoever reads it. */
export function TicketStateBadge({ state, isAgent }: { state: TicketState; isAgent: boolean }) {
  const [variant, Icon] = LOOKS[state];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {isAgent ? AGENT_WORDS[state].label : STATE_WORDS[state].label}
    </Badge>
  );
}
