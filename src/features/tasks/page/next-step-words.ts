import { isTerminal } from "../../../../convex/core/requests/rules";
import { withReadersTimes } from "../../../lib/dates";
import type { TaskPageData } from "../api";

/** The tone of the sentence at the top: what colour and sign it has. */
export type Tone = "info" | "success" | "warning" | "danger";

/** The one sentence about what happens next. */
export interface NextStepWords {
  readonly tone: Tone;
  readonly title: string;
  readonly text?: string;
}

type Facts = Pick<
  TaskPageData,
  | "status"
  | "outcome"
  | "executor"
  | "waitingOn"
  | "obstacle"
  | "error"
  | "problem"
  | "retryAt"
  | "waitsUntil"
  | "attempt"
  | "maxAttempts"
  | "holder"
  | "skippedBecause"
  | "system"
  | "proof"
  | "isManager"
  | "isMine"
  | "whyNot"
> & { readonly request: Pick<TaskPageData["request"], "status"> };

/** What happens next with a task, or what became of it. */
export function nextStepOf(task: Facts): NextStepWords {
  switch (task.status) {
    case "Complete":
      return complete(task);
    case "Failed":
      return failed(task);
    case "Running":
      return running(task);
    case "Not Started":
      return notStarted(task);
    default:
      return task.status satisfies never;
  }
}

function complete({ outcome, skippedBecause, executor, holder, proof, system }: Facts): NextStepWords {
  if (outcome === "skipped") return { tone: "info", title: "Skipped", text: skippedBecause ?? undefined };
  if (outcome === "resolved_manually")
    return { tone: "success", title: "Resolved manually", text: "An admin resolved it and wrote down the evidence." };
  if (outcome === "revoked") return { tone: "warning", title: "The approval was taken back" };
  if (executor === "approval") return { tone: "success", title: "Approved" };
  if (executor === "manual" && holder) return { tone: "success", title: `Done by ${holder.name}` };
  if (proof?.["isProven"] === true)
    return {
      tone: "success",
      title: "Done and proven",
      text: `${system ?? "What was done"} was read back afterwards.`,
    };
  return { tone: "success", title: "Done" };
}

function failed({
  outcome,
  error,
  problem,
  retryAt,
  attempt,
  maxAttempts,
  executor,
  request,
  whyNot,
}: Facts): NextStepWords {
  const text = error ?? problem ?? undefined;
  if (retryAt !== null)
    return {
      tone: "warning",
      title: `Attempt ${attempt} of ${maxAttempts} failed; the next attempt follows automatically`,
      text,
    };
  if (outcome === "cancelled") return { tone: "info", title: "Cancelled, because the request ended", text: undefined };
  if (outcome === "rejected") return { tone: "danger", title: "Rejected", text };
  if (executor === "approval") return { tone: "danger", title: "It ended without a decision", text };
  if (isTerminal(request.status)) return { tone: "danger", title: "This failed before the request ended", text };
  const next =
    whyNot.retry === null
      ? "When the cause is gone, retry it; when somebody has done the work outside of the portal, resolve it manually."
      : "The admins were notified. Nothing that was done is lost, and it carries on from here.";
  return { tone: "danger", title: "This failed and needs an admin", text: [text, next].filter(Boolean).join(" ") };
}

function running({ executor, holder, waitingOn, system, attempt, maxAttempts, isMine, whyNot }: Facts): NextStepWords {
  if (executor === "manual" && isMine)
    return {
      tone: "warning",
      title: "Yours to do",
      text: "Follow the steps, then write down what shows that it is done.",
    };
  if (executor === "manual" && holder) return { tone: "info", title: `With ${holder.name}` };
  if (executor === "manual")
    return {
      tone: "info",
      title: "Waiting for somebody to take it",
      text: whyNot.claim === null ? "You can take it." : undefined,
    };
  if (executor === "approval")
    return { tone: "info", title: withReadersTimes(`Waiting for ${holder?.name ?? waitingOn?.text ?? "an approver"}`) };
  const which = attempt > 1 ? `, attempt ${attempt} of ${maxAttempts}` : "";
  return { tone: "info", title: `The portal is working on it${system ? ` in ${system}` : ""}${which}` };
}

function notStarted({ obstacle, waitingOn, waitsUntil, outcome }: Facts): NextStepWords {
  if (outcome === "cancelled") return { tone: "info", title: "Never started: the request ended first" };
  if (obstacle) return { tone: "warning", title: "Held up", text: withReadersTimes(obstacle) };
  if (waitsUntil !== null) return { tone: "info", title: "Scheduled for later" };
  return {
    tone: "info",
    title: "Starts when the tasks before it are complete",
    text: waitingOn ? withReadersTimes(waitingOn.text) : undefined,
  };
}
