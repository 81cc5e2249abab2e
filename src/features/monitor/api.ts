/** The one door of the Task Monitor to the backend: live readings and the two things a super admin may do. */

import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { useViewer } from "../../shell/session";

/** One run of the task monitor. */
export type Execution = FunctionReturnType<typeof api.workflow.queries.listExecutions>[number];

/** What one run saw and did about one task. */
export type TaskChange = FunctionReturnType<typeof api.workflow.queries.listExecutionTasks>[number];

/** The newest task changes of all executions, with the true totals. */
export type TaskHistory = FunctionReturnType<typeof api.workflow.queries.listTaskHistory>;

/**
 * The part of every call that says whom the viewer impersonates: absent when nobody. The server checks it against its
 * own record.
 */
function useImpersonationScope() {
  const impersonatedUserId = useViewer()?.impersonation?.impersonatingUserId;
  return impersonatedUserId === undefined ? {} : { impersonatedUserId };
}

/** Every execution that was not cleared, newest first; undefined until the first answer. */
export function useExecutions(): readonly Execution[] | undefined {
  return useQuery(api.workflow.queries.listExecutions, useImpersonationScope());
}

/** The task changes of one execution; not asked for while none is selected. */
export function useExecutionChanges(executionId: Execution["id"] | null): readonly TaskChange[] | undefined {
  const scope = useImpersonationScope();
  return useQuery(
    api.workflow.queries.listExecutionTasks,
    executionId === null ? "skip" : { taskMonitorLogId: executionId, ...scope },
  );
}

/** The task changes of all executions. */
export function useTaskHistory(): TaskHistory | undefined {
  return useQuery(api.workflow.queries.listTaskHistory, {});
}

/** Starts a run, or joins the one in progress. */
export function useRunTaskMonitor() {
  const run = useMutation(api.workflow.mutations.runTaskMonitor);
  const { impersonatedUserId } = useImpersonationScope();
  return useCallback(
    () => run(impersonatedUserId === undefined ? {} : { impersonatedUserId }),
    [run, impersonatedUserId],
  );
}

/** Removes every execution log. */
export function useClearTaskMonitorLogs() {
  const clear = useMutation(api.workflow.mutations.clearTaskMonitorLogs);
  return useCallback(() => clear({}), [clear]);
}
