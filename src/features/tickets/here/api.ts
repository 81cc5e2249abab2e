/** The one door of who has a ticket open to the backend. */

import { useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useCallback, useMemo } from "react";
import { api } from "../../../../convex/_generated/api";
import { useSigns } from "../../../components/presence/use-signs";
import { useQueryIfPossible } from "../../../lib/use-query";
import { useViewer } from "../../../shell/session";

const { onTickets } = api.presence.queries;

/** Another agent who has a ticket open. */
export type AgentHere = FunctionReturnType<typeof onTickets>[number]["agents"][number];
/** The tickets others have open, with who that is. */
export type OpenTickets = ReadonlyMap<string, readonly AgentHere[]>;

/** Which of these tickets other agents have open, live; none until it is known, and when it cannot be. */
export function useOpenTickets(tickets: FunctionArgs<typeof onTickets>["tickets"]): OpenTickets {
  const open = useQueryIfPossible(onTickets, { tickets });
  return useMemo(() => new Map(open?.map(({ ticket, agents }) => [ticket, agents])), [open]);
}

/** Shows the other agents that the viewer has this ticket open, and whether they write a reply. */
export function useStayOnTicket(key: string, isWriting: boolean): void {
  const stay = useMutation(api.presence.mutations.stayOnTicket);
  useSigns({
    mayShow: useViewer()?.capabilities.includes("tickets.answer") ?? false,
    stay: useCallback((tab) => stay({ key, isWriting, tab }), [stay, key, isWriting]),
    leave: useMutation(api.presence.mutations.leave),
  });
}
