/** The one door of the queues to the backend. */

import { useConvex, useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { type Count, useAnswer, useCounted } from "../../components/listing/counting";
import type { PersonId } from "../../components/pickers/api";
import type { SavedViewsProps } from "../../components/views/saved-views";
import { viewCommandsOf } from "../../components/views/view-commands";
import { useQuery } from "../../lib/use-query";

const bulk = api.bulk.queries;
const bulkCommands = api.bulk.mutations;
const requests = api.requests.queries;
const tasks = api.tasks.queries;

export type RequestPage = FunctionReturnType<typeof requests.listAll>;
export type RequestRow = RequestPage["rows"][number];
export type TaskPage = FunctionReturnType<typeof tasks.listAll>;
export type TaskRow = TaskPage["rows"][number];
export type RequestFilter = FunctionArgs<typeof requests.listAll>["filter"];
export type TaskFilter = FunctionArgs<typeof tasks.listAll>["filter"];
export type PageArgs = Omit<FunctionArgs<typeof requests.listAll>, "filter">;
export type Choices = FunctionReturnType<typeof requests.filterChoices>;
export type PersonLoad = FunctionReturnType<typeof tasks.loadPerPerson>[number];
export type BulkWish = FunctionArgs<typeof bulkCommands.preview>;
export type BulkPreview = FunctionReturnType<typeof bulkCommands.preview>;
export type BulkJob = FunctionReturnType<typeof bulk.jobs>[number];
export type BulkItem = FunctionReturnType<typeof bulk.items>["rows"][number];
type ViewId = FunctionReturnType<typeof api.views.queries.list>["views"][number]["id"];

/** How many rows have a status. */
export interface StatusCount {
  readonly status: string;
  readonly count: number;
  readonly isExact: boolean;
}

/** Which list, with the filter that belongs to it. */
export type ListWish =
  | { readonly list: "requests"; readonly filter: RequestFilter }
  | { readonly list: "tasks"; readonly filter: TaskFilter };

/** One page of requests, live; undefined until it is there. */
export function useRequestPage(filter: RequestFilter, page: PageArgs): RequestPage | undefined {
  return useQuery(requests.listAll, { filter, ...page });
}

/** One page of tasks, live. */
export function useTaskPage(filter: TaskFilter, page: PageArgs): TaskPage | undefined {
  return useQuery(tasks.listAll, { filter, ...page });
}

/** How requests came and went, and the ages of the open ones, counted in the stretches of time that are asked for. */
export function useFlowQuestion() {
  const client = useConvex();
  return useCallback((wish: FunctionArgs<typeof requests.flow>) => client.query(requests.flow, wish), [client]);
}

/** Counted once per filter and again when `turn` changes. */
export function useCount(wish: ListWish, turn: number): Count | undefined {
  return useCounted(useCounter(), wish, turn);
}

/** How many rows of a filter each status has, counted like the rows themselves. */
export function useStatusCounts(wish: ListWish, turn: number): readonly StatusCount[] | undefined {
  const client = useConvex();
  const ask = useCallback(
    async ({ list, filter }: ListWish): Promise<readonly StatusCount[]> =>
      list === "requests"
        ? await client.query(requests.countAllByStatus, { filter })
        : await client.query(tasks.countAllByStatus, { filter }),
    [client],
  );
  return useAnswer(ask, wish, turn)?.answer;
}

async function countOf(
  client: ReturnType<typeof useConvex>,
  wish: ListWish,
): Promise<{ count: number; isExact: boolean }> {
  return wish.list === "requests"
    ? await client.query(requests.countAll, { filter: wish.filter })
    : await client.query(tasks.countAll, { filter: wish.filter });
}

/** Counts on demand. */
export function useCounter(): (wish: ListWish) => Promise<{ count: number; isExact: boolean }> {
  const client = useConvex();
  return useCallback((wish: ListWish) => countOf(client, wish), [client]);
}

/** What the filters offer, and the name of the person in the address. */
export function useChoices(personId: PersonId | undefined): Choices | undefined {
  return useQuery(requests.filterChoices, personId ? { personId } : {});
}

/** Who holds how many unfinished tasks; asked for only while it is shown. */
export function useLoads(isShown: boolean): readonly PersonLoad[] | undefined {
  return useQuery(tasks.loadPerPerson, isShown ? {} : "skip");
}

/** The request a key names, if the viewer may see it. */
export function useRequestByKey(): (text: string) => Promise<RequestRow | null> {
  const client = useConvex();
  return useCallback(
    async (text: string) => {
      const { rows } = await client.query(requests.listAll, { filter: { text }, sort: "newest", size: 25 });
      return rows[0] ?? null;
    },
    [client],
  );
}

/** Every page of a list, one after the other, for a file. */
export function usePages() {
  const client = useConvex();
  return {
    requests: (filter: RequestFilter, sort: PageArgs["sort"], after?: string) =>
      client.query(requests.listAll, { filter, sort, size: 200, after }),
    tasks: (filter: TaskFilter, sort: PageArgs["sort"], after?: string) =>
      client.query(tasks.listAll, { filter, sort, size: 200, after }),
  };
}

export function useBulkCommands() {
  return {
    preview: useMutation(bulkCommands.preview),
    start: useMutation(bulkCommands.start),
    stop: useMutation(bulkCommands.stop),
    rerun: useMutation(bulkCommands.rerun),
  };
}

/** The latest bulk jobs, live. */
export function useBulkJobs(isShown: boolean): readonly BulkJob[] | undefined {
  return useQuery(bulk.jobs, isShown ? {} : "skip");
}

/** What became of the items of a job, live. */
export function useBulkItems(jobId: BulkJob["id"], after: number | undefined) {
  return useQuery(bulk.items, { jobId, after });
}

/** The views of a list, live. */
export function useViews(screen: "requests" | "tasks") {
  return useQuery(api.views.queries.list, { screen });
}

/** What can be done with the views of a list. */
export function useViewCommands(screen: "requests" | "tasks"): SavedViewsProps<ViewId>["commands"] {
  const { save, remove, setDefault } = api.views.mutations;
  return viewCommandsOf(screen, {
    save: useMutation(save),
    remove: useMutation(remove),
    setDefault: useMutation(setDefault),
  });
}
