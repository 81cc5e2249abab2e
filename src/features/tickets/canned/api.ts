/** The door of canned replies to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useQuery } from "../../../lib/use-query";

/** One canned reply. */
export type ListedReply = FunctionReturnType<typeof api.cannedReplies.queries.list>[number];

/** All of them by title, live; undefined until the first answer. */
export function useCannedReplies(): readonly ListedReply[] | undefined {
  return useQuery(api.cannedReplies.queries.list, {});
}

/** What those who answer tickets do with them. */
export function useCannedCommands() {
  return {
    save: useMutation(api.cannedReplies.mutations.save),
    setRemoved: useMutation(api.cannedReplies.mutations.setRemoved),
  };
}
