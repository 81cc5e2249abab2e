import type { DetailTask } from "../api";

/** A running task of a machine, with what a case is about. */
export function aTask(given: Partial<DetailTask> = {}): DetailTask {
  const task = {
    id: "t1",
    address: "REQ-1-1",
    type: "grant_role",
    title: "Grant role",
    order: 1,
    status: "Running",
    outcome: null,
    kind: "automatic",
    system: null,
    holder: null,
    candidates: [],
    waitingOn: null,
    attempt: 1,
    maxAttempts: 3,
    retryAt: null,
    approval: null,
    whyNotRetry: "An admin can try it again.",
    ...given,
  };
  return task as unknown as DetailTask;
}
