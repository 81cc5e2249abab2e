/** The one door of "My requests" to the backend. */
import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";

/** A request of the viewer, or one somebody made for them. */
export type OwnRequest = FunctionReturnType<typeof api.requests.queries.mine>[number];

/** The viewer's requests, newest first, live; undefined until the first answer. */
export function useOwnRequests(): readonly OwnRequest[] | undefined {
  return useQuery(api.requests.queries.mine, {});
}

/** Begins a draft with the answers of an earlier request; answers its id. */
export function useCopyRequest() {
  const copy = useMutation(api.requests.mutations.submitAgain);
  return useCallback(async ({ id }: OwnRequest) => (await copy({ requestId: id })).id, [copy]);
}

/** Deletes a draft. */
export function useDeleteDraft() {
  const remove = useMutation(api.requests.mutations.deleteDraft);
  return useCallback(async ({ id }: OwnRequest) => void (await remove({ requestId: id })), [remove]);
}
