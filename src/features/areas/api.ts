/** The one door of the business areas to the backend. */

import { useMutation, useQuery } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";

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

/** Making, changing and importing areas. */
export function useAreaCommands() {
  const [save, importFile] = [useMutation(api.areas.mutations.save), useMutation(api.areas.mutations.importFile)];
  return {
    save: (input: AreaInput) => save(input),
    importFile: (text: string, hash: string) => importFile({ text, hash }),
  };
}
