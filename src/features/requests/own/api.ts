/** The one door of "My Requests" to the backend. */

import { useConvex, useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../../convex/_generated/api";
import { type Count, useCounted } from "../../../components/listing/counting";
import { useQuery } from "../../../lib/use-query";

const { queries, mutations } = api.requests;

export type OwnPage = FunctionReturnType<typeof queries.mine>;
/** A request of the viewer, or one somebody made for them. */
export type OwnRequest = OwnPage["rows"][number];
/** What the list is narrowed by. */
export type OwnFilter = FunctionArgs<typeof queries.countMine>["filter"];
/** Page, order and size. */
export type PageArgs = Omit<FunctionArgs<typeof queries.mine>, "filter">;

/** One page of the viewer's requests, live; undefined until it is there. */
export function useOwnPage(filter: OwnFilter, page: PageArgs): OwnPage | undefined {
  return useQuery(queries.mine, { filter, ...page });
}

/** How many match, counted once per filter and again when `turn` changes. */
export function useOwnCount(filter: OwnFilter, turn: number): Count | undefined {
  const client = useConvex();
  return useCounted(
    useCallback((wish: OwnFilter) => client.query(queries.countMine, { filter: wish }), [client]),
    filter,
    turn,
  );
}

/** The types the viewer's requests have. */
export function useOwnTypes() {
  return useQuery(queries.typesOfMine, {});
}

/** The pages of a list one after the other, for a file. */
export function usePages() {
  const client = useConvex();
  return (filter: OwnFilter, sort: PageArgs["sort"], after: string | undefined) =>
    client.query(queries.mine, { filter, sort, size: 200, after });
}

/** Writes down that rows leave the portal. */
export function useNoteExport() {
  return useMutation(mutations.noteOwnExport);
}

/** Begins a draft with the answers of an earlier request; answers its id. */
export function useCopyRequest() {
  const copy = useMutation(mutations.submitAgain);
  return useCallback(async ({ id }: OwnRequest) => (await copy({ requestId: id })).id, [copy]);
}

/** Deletes a draft. */
export function useDeleteDraft() {
  const remove = useMutation(mutations.deleteDraft);
  return useCallback(async ({ id }: OwnRequest) => void (await remove({ requestId: id })), [remove]);
}
