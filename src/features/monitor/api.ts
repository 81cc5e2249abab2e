/** The one door of the Task Monitor to the backend: live readings and the two things a super admin may do. */

import { useConvex, useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../convex/_generated/api";
import { useQuery } from "../../lib/use-query";
import { useViewer } from "../../shell/session";

/** One run of the task monitor. */
export type Execution = FunctionReturnType<typeof api.workflow.queries.listExecutions>[number];

/** What one run saw and did about one task. */
export type TaskChange = FunctionReturnType<typeof api.workflow.queries.listExecutionTasks>["rows"][number];

/** How many executions and task changes there are, and of which kind. */
export type HistoryCounts = FunctionReturnType<typeof api.workflow.queries.countTaskHistory>;

/** Which page of the task changes. */
export type HistoryWish = FunctionArgs<typeof api.workflow.queries.listTaskHistory>;

/**
 * The part of every call that says whom the viewer impersonates: absent when nobody. The server checks it against its
 * own record.
 */
function useImpersonationScope() {
  const impersonatedUserId = useViewer()?.impersonation?.impersonatingUserId;
  return impersonatedUserId === undefined ? {} : { impersonatedUserId };
}

/** The newest executions, or those before a number, newest first; undefined until the first answer. */
export function useExecutions(before?: number): readonly Execution[] | undefined {
  const place = before === undefined ? {} : { before };
  return useQuery(api.workflow.queries.listExecutions, { ...place, ...useImpersonationScope() });
}

/** The execution the address names: null when it names none, or one that is gone. */
export function useExecution(execution: string | undefined): Execution | null | undefined {
  const scope = useImpersonationScope();
  const found = useQuery(
    api.workflow.queries.findExecution,
    execution === undefined ? "skip" : { execution, ...scope },
  );
  return execution === undefined ? null : found;
}

/** The task changes of one execution; not asked for while none is selected. */
export function useExecutionChanges(executionId: Execution["id"] | null) {
  const scope = useImpersonationScope();
  return useQuery(
    api.workflow.queries.listExecutionTasks,
    executionId === null ? "skip" : { taskMonitorLogId: executionId, ...scope },
  );
}

/** One page of the task changes of all executions. */
export function useTaskHistory(wish: HistoryWish) {
  return useQuery(api.workflow.queries.listTaskHistory, wish);
}

/** How many executions and task changes there are. */
export function useHistoryCounts(): HistoryCounts | undefined {
  return useQuery(api.workflow.queries.countTaskHistory, {});
}

/** Every page of the task changes, one after the other, for a file. */
export function useHistoryPages() {
  const client = useConvex();
  return (wish: HistoryWish) => client.query(api.workflow.queries.listTaskHistory, wish);
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
