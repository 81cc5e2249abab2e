/** The one door of what a ticket becomes to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useQuery } from "../../../lib/use-query";

const { queries, mutations } = api.conversions;

/** What support suggests to ask for instead of a ticket. */
export type Suggestion = NonNullable<FunctionReturnType<typeof queries.suggestion>>;

/** The same of one ticket, live; null where nothing is suggested. */
export function useSuggestion(key: string): Suggestion | null | undefined {
  return useQuery(queries.suggestion, { key });
}

/** The idea a ticket became, by its key, live. */
export function useBecomeIdea(key: string): string | null | undefined {
  return useQuery(queries.idea, { key });
}

/** The types the requester of a ticket may ask for. */
export function useSuggestableTypes(key: string) {
  return useQuery(queries.types, { key });
}

/** The files of a ticket that may go along with what it becomes, for its agents. */
export function useTakableFiles(key: string) {
  return useQuery(queries.files, { key });
}

/** Suggesting, following it, and splitting a message off. */
export function useConversion() {
  return {
    suggest: useMutation(mutations.suggest),
    begin: useMutation(mutations.begin),
    split: useMutation(mutations.split),
  };
}
