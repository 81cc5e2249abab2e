import { pathTo } from "../../../../../convex/site/links";
import type { RequestDetail } from "../api";

/** The one action the header offers, by what the viewer can do about the next step. */
export type PrimaryAction =
  | { readonly kind: "answer" }
  | { readonly kind: "decide"; readonly to: string }
  | { readonly kind: "work"; readonly to: string }
  | { readonly kind: "continue"; readonly to: string }
  | { readonly kind: "submitAgain" }
  | { readonly kind: "repair"; readonly to: string }
  | { readonly kind: "remind" };

/** Where a draft is written on. */
export function draftPage(typeKey: string, draftId: string): string {
  return pathTo("newRequest", { type: typeKey, draft: draftId });
}

/** What somebody would most likely do now, or null when it is not their turn. */
export function primaryAction(
  request: Pick<RequestDetail, "id" | "type" | "status" | "viewer" | "whyNot" | "tasks">,
  isAdminFrame: boolean,
): PrimaryAction | null {
  const { id, type, status, viewer, whyNot, tasks } = request;
  const taskPage = (address: string): string => pathTo(isAdminFrame ? "taskAsAdmin" : "task", { taskId: address });
  if (status === "Draft") return viewer.isRequester ? { kind: "continue", to: draftPage(type.key, id) } : null;
  if (whyNot.answer === null) return { kind: "answer" };
  if (viewer.seatIn !== null && status === "Pending approval")
    return { kind: "decide", to: pathTo("approval", { approvalId: viewer.seatIn }) };
  if (viewer.task !== null) return { kind: "work", to: taskPage(viewer.task) };
  const failed = tasks.find(({ whyNotRetry, status: at }) => at === "Failed" && whyNotRetry === null);
  if (failed) return { kind: "repair", to: taskPage(failed.address) };
  if (whyNot.submitAgain === null) return { kind: "submitAgain" };
  if (whyNot.remind === null && viewer.isRequester) return { kind: "remind" };
  return null;
}
