/** The one door of impersonation to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useQuery } from "../../lib/use-query";

const { mutations, queries } = api.impersonation;

/** Sessions of one person on both sides. */
export type Sessions = FunctionReturnType<typeof queries.mine>;
/** One of them. */
export type Session = Sessions["ofThem"][number];

/** The viewer's own sessions, live. */
export function useOwnSessions(): Sessions | undefined {
  return useQuery(queries.mine, {});
}

/** The sessions of a person, live. */
export function useSessionsOf(personId: string): Sessions | undefined {
  return useQuery(queries.ofPerson, { personId });
}

/** Impersonations that run now, live. */
export function useRunning(): readonly Session[] | undefined {
  return useQuery(queries.running, {});
}

/** Whose eyes a ticket is about, live. */
export function useFromTicket(ticketKey: string) {
  return useQuery(queries.fromTicket, { ticketKey });
}

/** Why the viewer cannot look through this person's eyes, live; null where they can. */
export function useWhyNotStart(personId: string) {
  return useQuery(queries.whyNot, { personId });
}

/** What begins, changes and ends one. */
export function useImpersonationCommands() {
  return {
    start: useMutation(mutations.start),
    act: useMutation(mutations.act),
    look: useMutation(mutations.look),
    opened: useMutation(mutations.opened),
    stop: useMutation(mutations.stop),
    end: useMutation(mutations.end),
  };
}
