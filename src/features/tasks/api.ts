/** The one door of the tasks screens to the backend. */

import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { HistoryPlace } from "../../components/history-pages";
import { useQuery } from "../../lib/use-query";

/** One task with everything its page shows. */
export type TaskPageData = FunctionReturnType<typeof api.tasks.queries.get>;

/** One task, live; undefined until the first answer. Throws when it is not the viewer's to see. */
export function useTask(taskId: string): TaskPageData | undefined {
  return useQuery(api.tasks.queries.get, { taskId });
}

/** One page of what the audit trail holds about a task, live. */
export function useTaskHistory({ id, request }: Pick<TaskPageData, "id" | "request">, after: HistoryPlace | null) {
  return useQuery(api.requests.queries.history, {
    request: request.id,
    part: { type: "task", id },
    ...(after === null ? {} : { after }),
  });
}

/** One page of what the audit trail holds about an access, as far as the viewer may know, live. */
export function useGrantHistory(id: string, after: HistoryPlace | null) {
  return useQuery(api.audit.queries.ofObject, { type: "grant", id, ...(after === null ? {} : { after }) });
}

/** Everything the viewer can do with a task and with the access it gave. */
export function useTaskCommands() {
  return {
    claim: useMutation(api.tasks.mutations.claim),
    assign: useMutation(api.tasks.mutations.assign),
    completeManual: useMutation(api.tasks.mutations.completeManual),
    failManual: useMutation(api.tasks.mutations.failManual),
    planAgain: useMutation(api.tasks.mutations.planAgain),
    retry: useMutation(api.tasks.mutations.retry),
    resolve: useMutation(api.tasks.mutations.resolve),
    revoke: useMutation(api.grants.mutations.revoke),
    confirmRemoved: useMutation(api.grants.mutations.confirmRemoved),
  };
}
