/** The clock of support tickets: when an answer and an end are due, and whether they came in time. */

import { MINUTE_MS, SECOND_MS } from "../../lib/pure/time";
import { afterWorking, workingBetween } from "../supportHours/rules/calendar";
import { targetOf } from "../supportHours/rules/hours";
import type { SupportHours } from "../supportHours/table";
import type { TicketPriority, TicketState } from "./table";

/** What the clock of a ticket goes by. */
export interface TicketClock {
  readonly state: TicketState;
  readonly priority: TicketPriority;
  readonly createdAt: number;
  /** Of working time. */
  readonly pausedSeconds: number;
  readonly pausedSince?: number | undefined;
  readonly firstResponseAt?: number;
  /** The due time its agents were told of, having passed. */
  readonly alarmedFor?: number;
}

/**
 * When its first answer is due or, once it has one, its end: only working time counts, and of it none that was waited.
 * And when its agents are told that this has passed: once for each due time, and not while the next step is not theirs.
 */
export function dueOf(hours: SupportHours, ticket: TicketClock) {
  const { priority, createdAt, pausedSeconds, pausedSince, firstResponseAt, alarmedFor } = ticket;
  const minutes = targetOf(hours, priority, firstResponseAt !== undefined);
  const dueAt = afterWorking(hours, createdAt, minutes * MINUTE_MS + pausedSeconds * SECOND_MS);
  return { dueAt, alarmAt: pausedSince === undefined && dueAt !== alarmedFor ? dueAt : undefined };
}

/** What a ticket's clock becomes when it moves to another state. */
export function clockAfter(hours: SupportHours, ticket: TicketClock, state: TicketState, at: number) {
  const isPaused = state !== "new" && state !== "open";
  const pausedSeconds = ticket.pausedSeconds + (isPaused ? 0 : waitedSeconds(hours, ticket, at));
  const pausedSince = isPaused ? (ticket.pausedSince ?? at) : undefined;
  return { pausedSeconds, pausedSince, ...dueOf(hours, { ...ticket, pausedSeconds, pausedSince }) };
}

/** Whether what is due of a ticket is done in time when it is done now, what it waited so far left out. */
function isInTime(hours: SupportHours, ticket: TicketClock, at: number): boolean {
  const pausedSeconds = ticket.pausedSeconds + waitedSeconds(hours, ticket, at);
  return at <= dueOf(hours, { ...ticket, pausedSeconds }).dueAt;
}

/** What a ticket becomes with an answer: only the first one counts. */
export function firstAnswered(hours: SupportHours, ticket: TicketClock, at: number) {
  return ticket.firstResponseAt === undefined
    ? { firstResponseAt: at, isAnsweredInTime: isInTime(hours, ticket, at) }
    : {};
}

/** The same at its end; nobody can say it of one that was never answered. */
export function ended(hours: SupportHours, ticket: TicketClock, at: number) {
  return { isSolvedInTime: ticket.firstResponseAt === undefined ? undefined : isInTime(hours, ticket, at) };
}

/** Milliseconds of working time from the creation of a ticket to its end, without what it waited. */
export function timeToEnd(hours: SupportHours, ticket: TicketClock, resolvedAt: number): number {
  const waited = ticket.pausedSeconds + waitedSeconds(hours, ticket, resolvedAt);
  return Math.max(0, workingBetween(hours, ticket.createdAt, resolvedAt) - waited * SECOND_MS);
}

/** Seconds of working time a ticket has waited, since it began to. */
function waitedSeconds(hours: SupportHours, { pausedSince }: TicketClock, at: number): number {
  return pausedSince === undefined ? 0 : Math.floor(workingBetween(hours, pausedSince, at) / SECOND_MS);
}
