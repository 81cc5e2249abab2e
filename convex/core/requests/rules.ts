/** Decisions about a request alone; what depends on its tasks is in core/shared/rules.ts. */

import type { Refusal } from "../../lib/pure/refusal";
import type { RequestFields, RequestStatus } from "./table";

/** The states a request never leaves again. */
export const TERMINAL_STATUSES = [
  "Completed",
  "Rejected",
  "Expired",
  "Cancelled",
] as const satisfies readonly RequestStatus[];
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/** Whether a request has ended. */
export function isTerminal(status: RequestStatus): status is TerminalStatus {
  return (TERMINAL_STATUSES as readonly RequestStatus[]).includes(status);
}

/** Why nothing more is done about a request: it has ended. Null while it is open. */
export function whyEnded(status: RequestStatus): Refusal | null {
  return isTerminal(status) ? { code: "too-late", message: `The request is ${status.toLowerCase()}.` } : null;
}

/** Whether a request is submitted and has not ended. */
export function isOpen(status: RequestStatus): boolean {
  return status !== "Draft" && !isTerminal(status);
}

/** The key people use: REQ-142. */
export function requestKey(number: number): string {
  return `REQ-${number}`;
}

/** The number of a key as people write it, in any case: 142 of "req-142"; null for anything else. */
export function numberOfKey(key: string): number | null {
  const digits = /^req-(\d{1,9})$/i.exec(key.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A title without the person at its end: "Read Cloud cost for Sam Taylor" is "Read Cloud cost" to Sam Taylor. */
export function withoutPerson(title: string, name: string): string {
  const end = ` for ${name}`;
  return name !== "" && title.length > end.length && title.endsWith(end) ? title.slice(0, -end.length) : title;
}

/** What a request is called to somebody: nobody reads their own name in the title of what is for them. */
export function titleFor(
  request: Pick<RequestFields, "title" | "ownTitle" | "beneficiaryId">,
  readerId: RequestFields["beneficiaryId"],
): string {
  return request.beneficiaryId === readerId ? request.ownTitle : request.title;
}
