/** Decisions about incidents: what is one, what belongs to it, and when it is spoken about. */

import type { Refusal } from "../../lib/pure/refusal";
import { DESCRIPTION_MAX_LENGTH, titleProblem, UNFINISHED, whyNotMove } from "../tickets/rules";
import type { TicketState } from "../tickets/table";

/** How long what an agent says to everybody may be. */
export const WORD_MAX_LENGTH = DESCRIPTION_MAX_LENGTH;
/** Incidents at the same time, tickets of one, and what is said in one within an hour, at most. */
export const MAX_OPEN = 20;
export const MAX_TICKETS_IN = 500;
export const MAX_WORDS = 10;
/** How often the title of one incident is corrected at most. */
export const MAX_TITLES = 20;

interface Incident {
  readonly key: string;
  readonly state: "open" | "ended";
}

/** A ticket, as far as its incident goes by it. */
interface Part {
  readonly state: TicketState;
  readonly waitsForIncident?: boolean;
}

/** Why this is nothing to say to everybody, or null. */
export function whyNotWord(body: string): Refusal | null {
  if (body.trim() === "") return { code: "invalid-input", message: "Write something first." };
  return body.trim().length > WORD_MAX_LENGTH ? { code: "too-long", maxLength: WORD_MAX_LENGTH } : null;
}

/** Why a ticket is not declared an incident with this title, while `open` others are open, or null. */
export function whyNotDeclare(title: string, open: number): Refusal | null {
  const message = titleProblem(title);
  if (message !== null) return { code: "invalid-input", message };
  return open < MAX_OPEN
    ? null
    : { code: "too-many", message: `${MAX_OPEN} incidents are open. End one of them first.` };
}

/** Why an incident that was called something else so many times is not called this, or null. */
export function whyNotRetitle(title: string, corrected: number): Refusal | null {
  const message = titleProblem(title);
  if (message !== null) return { code: "invalid-input", message };
  return corrected < MAX_TITLES
    ? null
    : { code: "too-many", message: `The title was corrected ${MAX_TITLES} times, and stays as it is.` };
}

/** Why a ticket, which may be part of `now` already, does not become part of an incident, or null. */
export function whyNotPart(ticket: Part, now: Incident | null): Refusal | null {
  const refusal = whyNotMove(ticket.state, "steer");
  if (refusal) return refusal;
  return now?.state === "open" ? { code: "duplicate", message: `It is part of ${now.key}.` } : null;
}

/** Why nothing more becomes part of an incident with so many tickets, or null. */
export function whyNotJoin(incident: Incident, tickets: number): Refusal | null {
  if (incident.state !== "open") return { code: "too-late", message: `${incident.key} has ended.` };
  return tickets < MAX_TICKETS_IN
    ? null
    : { code: "too-many", message: `${incident.key} has ${MAX_TICKETS_IN} tickets, and cannot take more.` };
}

/** Why an incident with so many tickets and words is not taken back, or null. One that has ended has two. */
export function whyNotWithdraw({ key }: Incident, tickets: number, words: number): Refusal | null {
  return tickets > 1 || words > 1
    ? { code: "too-late", message: `People already follow ${key}. End it with a message to them.` }
    : null;
}

/** Whether a ticket waits for the end of its incident and nobody moved it since. */
export function isWaitingFor(ticket: Part): boolean {
  return ticket.waitsForIncident === true && ticket.state === "waitingOnThirdParty";
}

/** Whether a ticket hears what is said in its incident: one that is over or merged does not. */
export function hearsOf({ state }: Part): boolean {
  return UNFINISHED.includes(state);
}
