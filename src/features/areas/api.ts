/** The one door of the business areas to the backend. */

import { useMutation, useQuery } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { PickedPerson } from "../../components/form/people-field";

/** One area with those in charge of it. */
export type AreaRow = FunctionReturnType<typeof api.areas.queries.list>[number];
/** What the form sends. */
export type AreaInput = FunctionArgs<typeof api.areas.mutations.save>;

/** Every area by name, live; undefined until the first answer. */
export function useAreas(): AreaRow[] | undefined {
  return useQuery(api.areas.queries.list, {});
}

/** What a file would do, live. */
export function useAreaPreview(
  text: string | null,
): FunctionReturnType<typeof api.areas.queries.previewImport> | undefined {
  return useQuery(api.areas.queries.previewImport, text === null ? "skip" : { text });
}

/** Active people by words of their name or address. */
export function useFoundPeople(text: string): readonly PickedPerson<Id<"people">>[] | undefined {
  return useQuery(api.people.queries.search, text.trim().length < 2 ? "skip" : { text });
}

/** Making, changing and importing areas. */
export function useAreaCommands() {
  const [save, importFile] = [useMutation(api.areas.mutations.save), useMutation(api.areas.mutations.importFile)];
  return {
    save: (input: AreaInput) => save(input),
    importFile: (text: string, hash: string) => importFile({ text, hash }),
  };
}
