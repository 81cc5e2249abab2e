import { CircleCheck, CircleDot, GitMerge, Hourglass, type LucideIcon, Sparkles, UserRound } from "lucide-react";
import { stateWords } from "../../../convex/core/tickets/rules";
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
export function TicketStateBadge({ state, ...reader }: { state: TicketState } & Parameters<typeof stateWords>[0]) {
  const [variant, Icon] = LOOKS[state];
  return (
    <Badge variant={variant} icon={<Icon aria-hidden />}>
      {stateWords(reader)[state].label}
    </Badge>
  );
}
