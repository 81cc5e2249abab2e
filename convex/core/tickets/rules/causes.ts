/** Decisions about the causes of resolved tickets, and the words for them. */

import type { Refusal } from "../../../lib/pure/refusal";
import { AGENT_WORDS, isTicketOver } from "../rules";
import type { ChosenCause, ResolutionCause, AfterAnswer, TicketProof, TicketState } from "../table";

/** Each cause with the line that tells it from the others. */
export const CAUSES: Readonly<Record<ResolutionCause, { readonly label: string; readonly does: string }>> = {
  howTo: { label: "How-to question", does: "Nothing was broken: they needed to know how." },
  access: { label: "Missing access", does: "A role, grant or account was missing or had ended." },
  data: { label: "Wrong or late data", does: "Data was wrong, missing or late at its source or on its way." },
  fault: { label: "System fault", does: "A connected system or this portal did not work." },
  setting: { label: "Wrong setting", does: "A setting, schedule or size was not as it should be." },
  notNeeded: { label: "No longer needed", does: "It went away, was asked twice, or is no longer wanted." },
  notPossible: { label: "Not possible", does: "Support cannot or will not do it." },
  other: { label: "Something else", does: "Anything that does not fit elsewhere." },
  proven: { label: "What it waited for is done", does: "The request, task or incident it waited for has ended." },
  incident: { label: "Incident", does: "The final update on its incident resolved it." },
  unanswered: { label: "No answer", does: "Its requester did not answer in time." },
  solvedThemselves: { label: "Solved by its requester", does: "They said that it was solved." },
  idea: { label: "Became an idea", does: "Its requester wrote the idea support suggested." },
};

/** The causes that can be chosen of any ticket, as they are offered. */
export const AGENT_CAUSES = [
  "howTo",
  "access",
  "data",
  "fault",
  "setting",
  "notNeeded",
  "notPossible",
  "other",
] as const satisfies readonly ChosenCause[];

/** What is asked for while none is chosen. */
export const CAUSE_MISSING = "Choose a resolution cause";

/** Whether how it ended what a ticket waited for speaks for the ticket being solved. */
export function isProvenDone(proof: TicketProof | undefined): boolean {
  if (!proof) return false;
  if ("incidentId" in proof) return true;
  return "taskId" in proof ? !proof.isSkipped : proof.status === "Completed";
}

/** Why a ticket is not resolved for this cause, or null. */
export function whyNotCause(cause: ChosenCause, proof: TicketProof | undefined): Refusal | null {
  return cause === "proven" && !isProvenDone(proof)
    ? { code: "not-eligible", message: "Nothing this ticket waited for is done. Choose another cause." }
    : null;
}

/** Why an answer that does this to its ticket does not go with this cause, or null: one that resolves it has one. */
export function whyNotFollows(
  after: AfterAnswer | undefined,
  cause: ChosenCause | undefined,
  proof: TicketProof | undefined,
): Refusal | null {
  if (after === "resolve" && cause !== undefined) return whyNotCause(cause, proof);
  if (after !== "resolve" && cause === undefined) return null;
  return cause === undefined
    ? { code: "invalid-input", message: `${CAUSE_MISSING}.` }
    : { code: "invalid-input", message: "Only a ticket that is resolved has a resolution cause." };
}

/** Why a ticket that stands so is given no other cause, or null. */
export function whyNotRecause(state: TicketState): Refusal | null {
  return isTicketOver(state) ? null : { code: "wrong-state", status: AGENT_WORDS[state].label };
}
