/** The one door of the template screens to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { type PersonId, usePeople } from "../../components/pickers/api";
import { useQuery } from "../../lib/use-query";
import { useViewer } from "../../shell/session";

/** One type with the version in force and the drafts that wait. */
export type ListedTemplate = FunctionReturnType<typeof api.catalog.queries.templates>[number];
/** One version in a list. */
export type ListedVersion = FunctionReturnType<typeof api.catalog.queries.listVersions>[number];
/** One version with everything its editor needs. */
export type Template = NonNullable<FunctionReturnType<typeof api.catalog.queries.getVersion>>;
/** A task type with the templates that use it. */
export type TaskTypeRow = FunctionReturnType<typeof api.catalog.queries.taskTypes>[number];
/** What would happen to a request. */
export type Simulation = FunctionReturnType<typeof api.catalog.queries.simulate>;
export type SimulatedTask = Simulation["tasks"][number];
export type SimulatedStep = SimulatedTask["steps"][number];

export function useTemplates(): readonly ListedTemplate[] | undefined {
  return useQuery(api.catalog.queries.templates, {});
}

export function useVersions(key: string | null): readonly ListedVersion[] | undefined {
  return useQuery(api.catalog.queries.listVersions, key === null ? "skip" : { key });
}

/** One version; null when there is none, undefined until the answer is here. */
export function useTemplate(key: string | null, version: number | null): Template | null | undefined {
  return useQuery(api.catalog.queries.getVersion, key === null || version === null ? "skip" : { key, version });
}

export function useTaskTypes(): readonly TaskTypeRow[] | undefined {
  return useQuery(api.catalog.queries.taskTypes, {});
}

/** A simulation; not asked for while there is nobody to simulate. */
export function useSimulation(
  what: { key: string; version: number; personId: PersonId; form: Record<string, unknown> } | null,
): Simulation | undefined {
  return useQuery(api.catalog.queries.simulate, what ?? "skip");
}

/** The business areas of people: null for none, undefined while it is not known. */
export function useAreasOf(ids: readonly string[]): (personId: string) => string | null | undefined {
  const found = usePeople(ids);
  return (personId) => found?.find(({ id }) => id === personId)?.areaId;
}

/** The id of the signed-in person; null until it is known. */
export function useOwnId(): PersonId | null {
  return useViewer()?._id ?? null;
}

/** Everything that changes a template. */
export function useTemplateCommands() {
  return {
    createDraft: useMutation(api.catalog.mutations.createDraft),
    saveDraft: useMutation(api.catalog.mutations.saveDraft),
    discardDraft: useMutation(api.catalog.mutations.discardDraft),
    publish: useMutation(api.catalog.mutations.publish),
    setOffered: useMutation(api.catalog.mutations.setOffered),
  };
}
