/** The one door of the people screens to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useQuery } from "../../../lib/use-query";

/** Something the viewer did, as the audit trail holds it. */
export type OwnEvent = FunctionReturnType<typeof api.audit.queries.mine>[number];

/** The viewer's own latest doings, newest first, live. */
export function useOwnEvents(): readonly OwnEvent[] | undefined {
  return useQuery(api.audit.queries.mine, {});
}

/** Saves the viewer's own names. */
export function useSaveProfile() {
  return useMutation(api.people.mutations.saveProfile);
}

/** Saves the zone in which the viewer reads and types times. */
export function useSaveTimeZone() {
  return useMutation(api.people.mutations.saveTimeZone);
}

/** Everything of the viewer's own that the portal holds; the audit trail knows of each call. */
export function useExportOwn() {
  return useMutation(api.people.mutations.exportOwn);
}

/** The correction of the viewer's own address that runs, live; null where none does. */
export function useOwnCorrection() {
  return useQuery(api.emails.queries.own, {});
}

/** What the viewer is named for as a successor and may agree to, live. */
export function useNaming() {
  return useQuery(api.proposals.queries.naming, {});
}

/** Agrees to take over, or declines. */
export function useNamingCommands() {
  const { accept, turnDown } = api.proposals.mutations;
  return { accept: useMutation(accept), turnDown: useMutation(turnDown) };
}

/** Keeps the viewer's own address, which somebody is correcting. */
export function useKeepEmail() {
  return useMutation(api.emails.mutations.keep);
}
