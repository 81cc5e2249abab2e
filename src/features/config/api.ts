/** The one door of the configuration to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useQuery } from "../../lib/use-query";

const { queries, mutations } = api.config;

/** One option with its value and its last change. */
export type OptionRow = FunctionReturnType<typeof queries.list>[number];
/** One value an option had. */
export type OptionVersion = FunctionReturnType<typeof queries.versions>[number];

/** Every option, live; undefined until the first answer. */
export function useOptions(): OptionRow[] | undefined {
  return useQuery(queries.list, {});
}

/** What an option was set to, newest first, live. */
export function useVersions(key: string): OptionVersion[] | undefined {
  return useQuery(queries.versions, { key });
}

/** Setting options. */
export function useConfigCommands() {
  return { set: useMutation(mutations.set), undo: useMutation(mutations.undo) };
}

/** When support works, how soon it answers, and what held before. */
export type HoursState = FunctionReturnType<typeof api.supportHours.queries.versions>;
/** One version of them. */
export type Hours = HoursState["hours"];

/** The support hours, live; undefined until the first answer. */
export function useSupportHours(): HoursState | undefined {
  return useQuery(api.supportHours.queries.versions, {});
}

/** Setting them. */
export function useSetSupportHours() {
  return useMutation(api.supportHours.mutations.set);
}

/** The teams of support, and every version there was. */
export type TeamsState = FunctionReturnType<typeof api.supportTeams.queries.versions>;
/** One version of them. */
export type Teams = TeamsState["teams"];

/** The support teams, live; undefined until the first answer. */
export function useSupportTeams(): TeamsState | undefined {
  return useQuery(api.supportTeams.queries.versions, {});
}

/** Setting them. */
export function useSetSupportTeams() {
  return useMutation(api.supportTeams.mutations.set);
}
