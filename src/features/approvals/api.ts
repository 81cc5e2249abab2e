/** The one door of the approval screens to the backend. */

import { useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { HistoryPlace } from "../../components/history-pages";
import { useQuery } from "../../lib/use-query";

/** What waits for the viewer, and the reviews that are due. */
export type Waiting = FunctionReturnType<typeof api.approvals.queries.mine>;
/** One approval that waits for the viewer. */
export type WaitingRow = Waiting["rows"][number];
/** A break-glass approval the viewer should review. */
export type ReviewRow = Waiting["reviews"][number];
/** A decision of the viewer with what became of it. */
export type DecidedRow = FunctionReturnType<typeof api.approvals.queries.history>["page"][number];
/** Everything a decision needs. */
export type ShownApproval = NonNullable<FunctionReturnType<typeof api.approvals.queries.get>>;
/** One step of it. */
export type ApprovalStep = ShownApproval["steps"][number];
/** A step that would ask the viewer next. */
export type StepAhead = ShownApproval["me"]["ahead"][number];
/** Somebody stands in for somebody else. */
export type Delegation = FunctionReturnType<typeof api.approvals.queries.delegations>[number];
/** What came of one item of a bulk decision. */
export type BulkResult = FunctionReturnType<typeof api.approvals.mutations.decideMany>[number];
/** What came of a decision. */
export type Decided = FunctionReturnType<typeof api.approvals.mutations.decide>;

/** How many decisions one page of the history holds. */
export const HISTORY_PAGE = 25;

/** Live; undefined until the first answer. */
export function useWaiting(): Waiting | undefined {
  return useQuery(api.approvals.queries.mine, {});
}

/** The viewer's decisions, newest first, page by page. */
export function useDecided() {
  return usePaginatedQuery(api.approvals.queries.history, {}, { initialNumItems: HISTORY_PAGE });
}

/** What the requester was asked and answered, live; nothing until it is there. */
export function useQuestions(request: string) {
  return useQuery(api.requests.queries.questions, { request }) ?? [];
}

/** One approval, live; null when it is not the viewer's to see. */
export function useApproval(approvalId: string): ShownApproval | null | undefined {
  return useQuery(api.approvals.queries.get, { approvalId });
}

/** Who stands in for the viewer, and for whom they sit in. */
export function useDelegations(): readonly Delegation[] | undefined {
  return useQuery(api.approvals.queries.delegations, {});
}

/** The request types there are, by name, for an absence that is about some of them only. */
export function useTypeChoices(): readonly { readonly key: string; readonly name: string }[] | undefined {
  return useQuery(api.catalog.queries.list, {});
}

/** Everything the viewer can do about approvals. */
export function useApprovalCommands() {
  return {
    decide: useMutation(api.approvals.mutations.decide),
    decideMany: useMutation(api.approvals.mutations.decideMany),
    askInfo: useMutation(api.approvals.mutations.askInfo),
    snooze: useMutation(api.approvals.mutations.snooze),
    takeBack: useMutation(api.approvals.mutations.takeBack),
    breakGlass: useMutation(api.approvals.mutations.breakGlass),
    review: useMutation(api.approvals.mutations.review),
    reassign: useMutation(api.approvals.mutations.reassign),
    delegate: useMutation(api.approvals.mutations.delegate),
    planAgain: useMutation(api.tasks.mutations.planAgain),
    endDelegation: useMutation(api.approvals.mutations.endDelegation),
  };
}

/** One page of what the audit trail holds about an approval, live. */
export function useApprovalHistory({ id, request }: Pick<ShownApproval, "id" | "request">, after: HistoryPlace | null) {
  return useQuery(api.requests.queries.history, {
    request: request.id,
    part: { type: "approval", id },
    ...(after === null ? {} : { after }),
  });
}
