/** The door of incidents to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useQuery } from "../../../lib/use-query";

const { open, ofTicket } = api.incidents.queries;
const { declare, retitle, withdraw, link, unlink, tellAll, end } = api.incidents.mutations;

/** What a ticket has to do with incidents. */
type OfTicket = NonNullable<FunctionReturnType<typeof ofTicket>>;
/** The incident a ticket is part of. */
export type Incident = NonNullable<OfTicket["incident"]>;

/** The same, live; null where there is no such ticket. */
export function useIncidentOf(key: string): OfTicket | null | undefined {
  return useQuery(ofTicket, { key });
}

/** An incident as everybody reads it who may write a ticket. */
export type OpenIncident = FunctionReturnType<typeof open>[number];

/** The incidents that have not ended, live. */
export function useOpenIncidents() {
  return useQuery(open, {});
}

/** What agents do with incidents. */
export function useIncidentCommands() {
  return {
    declare: useMutation(declare),
    retitle: useMutation(retitle),
    withdraw: useMutation(withdraw),
    link: useMutation(link),
    unlink: useMutation(unlink),
    tellAll: useMutation(tellAll),
    end: useMutation(end),
  };
}
