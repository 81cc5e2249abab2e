/** The one door of held mails to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useQuery } from "../../../lib/use-query";

const { held, tickets } = api.ticketMail.queries;
const { add, drop } = api.ticketMail.mutations;

/** A mail that waits for the agents of its ticket. */
export type HeldMail = FunctionReturnType<typeof held>[number];

/** Those of one ticket, live; undefined until the first answer. */
export function useHeldMails(key: string): readonly HeldMail[] | undefined {
  return useQuery(held, { key });
}

/** The tickets in which such mails wait, live; undefined until the first answer. */
export function useTicketsWithHeldMail(): readonly { readonly key: string; readonly title: string }[] | undefined {
  return useQuery(tickets, {});
}

/** What is done with one. */
export function useHeldMailCommands() {
  return { add: useMutation(add), drop: useMutation(drop) };
}
