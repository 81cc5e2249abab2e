/** The one door of the business areas to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { HistoryPlace } from "../../components/history-pages";
import { useQuery } from "../../lib/use-query";

const { queries } = api.areas;

/** One area with those in charge of it. */
export type AreaRow = FunctionReturnType<typeof queries.list>[number];
/** One area in full. */
export type AreaPage = NonNullable<FunctionReturnType<typeof queries.get>>;

/** Every area by name, live; undefined until the first answer. */
export function useAreas(): AreaRow[] | undefined {
  return useQuery(queries.list, {});
}

/** One area in full, live; null when there is none behind the id. */
export function useArea(areaId: string): AreaPage | null | undefined {
  return useQuery(queries.get, { areaId });
}

/** One page of what the audit trail holds about an area, live. */
export function useAreaHistory(id: string, after: HistoryPlace | null) {
  return useQuery(api.audit.queries.ofObject, { type: "area", id, ...(after === null ? {} : { after }) });
}

/** What a file would do, live. */
export function useAreaPreview(text: string | null): FunctionReturnType<typeof queries.previewImport> | undefined {
  return useQuery(queries.previewImport, text === null ? "skip" : { text });
}

/** Making, changing, merging and importing areas. */
export function useAreaCommands() {
  const { save, importFile, merge, undoMerge, remove } = api.areas.mutations;
  const sendFile = useMutation(importFile);
  return {
    save: useMutation(save),
    merge: useMutation(merge),
    undoMerge: useMutation(undoMerge),
    remove: useMutation(remove),
    importFile: (text: string, hash: string) => sendFile({ text, hash }),
  };
}
