/** The one door of the configuration to the backend. */

import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useAuth } from "../../shell/session";

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

/** The changes of an option that need or needed a second person, the open one first, live. */
export function useProposals(subjectId: string) {
  return useQuery(api.proposals.queries.about, { subjectId });
}

/** What becomes of a proposal. */
export function useProposalCommands() {
  const { confirm, decline, stop, withdraw } = api.proposals.mutations;
  return {
    prove: useAuth().stepUp,
    confirm: useMutation(confirm),
    decline: useMutation(decline),
    stop: useMutation(stop),
    withdraw: useMutation(withdraw),
  };
}
