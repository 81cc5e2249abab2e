/** The clock of support tickets: when an answer and an end are due, and whether they came in time. */

import { MINUTE_MS, SECOND_MS } from "../../lib/pure/time";
import { afterWorking, workingBetween } from "../supportHours/rules/calendar";
import { targetOf } from "../supportHours/rules/hours";
import type { SupportHours } from "../supportHours/table";
import { isSomethingDue } from "./rules";
import type { TicketPriority, TicketState } from "./table";

/** What the clock of a ticket goes by. */
export interface TicketClock {
  readonly state: TicketState;
  readonly priority: TicketPriority;
  readonly createdAt: number;
  /** Of working time. */
  readonly pausedSeconds: number;
  /** How many of them it waited before anybody answered: they move its end alone (S3). */
  readonly unansweredSeconds?: number | undefined;
  readonly pausedSince?: number | undefined;
  readonly firstResponseAt?: number | undefined;
  /** The due time its agents were told of, having passed. */
  readonly alarmedFor?: number;
}

/**
 * When its first answer is due or, once it has one, its end: only working time counts, and of it none that was waited;
 * what was waited before the first answer does not move that, or waiting would be a way not to answer.
 * And when its agents are told that this has passed: once for each due time, and only while they owe it.
 */
export function dueOf(hours: SupportHours, ticket: TicketClock) {
  const { state, priority, createdAt, pausedSeconds, unansweredSeconds = 0, firstResponseAt, alarmedFor } = ticket;
  const isAnswered = firstResponseAt !== undefined;
  const minutes = targetOf(hours, priority, isAnswered);
  const movedBy = isAnswered ? pausedSeconds : pausedSeconds - unansweredSeconds;
  const dueAt = afterWorking(hours, createdAt, minutes * MINUTE_MS + movedBy * SECOND_MS);
  return { dueAt, alarmAt: isSomethingDue({ state, isAnswered }) && dueAt !== alarmedFor ? dueAt : undefined };
}

/** What a ticket's clock becomes when it moves to another state. */
export function clockAfter(hours: SupportHours, ticket: TicketClock, state: TicketState, at: number) {
  const isPaused = state !== "new" && state !== "open";
  // What was waited without an answer is counted apart from what comes after it.
  const isCounted = !isPaused || (isWaitingUnanswered(ticket) && !isWaiting(state));
  const pauses = isCounted ? pausesUntil(hours, ticket, at) : { pausedSeconds: ticket.pausedSeconds };
  const since = isCounted ? at : (ticket.pausedSince ?? at);
  const clock = { ...pauses, pausedSince: isPaused ? since : undefined };
  return { ...clock, ...dueOf(hours, { ...ticket, ...clock, state }) };
}

/** Whether what is due of a ticket is done in time when it is done now, what it waited so far left out. */
function isInTime(hours: SupportHours, ticket: TicketClock, at: number): boolean {
  return at <= dueOf(hours, { ...ticket, ...pausesUntil(hours, ticket, at) }).dueAt;
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

/** Seconds of working time a ticket was paused, with what it waits now. */
function pausesUntil(hours: SupportHours, ticket: TicketClock, at: number) {
  const waited = waitedSeconds(hours, ticket, at);
  return {
    pausedSeconds: ticket.pausedSeconds + waited,
    ...(isWaitingUnanswered(ticket) && { unansweredSeconds: (ticket.unansweredSeconds ?? 0) + waited }),
  };
}

function isWaitingUnanswered({ state, firstResponseAt }: TicketClock): boolean {
  return firstResponseAt === undefined && isWaiting(state);
}

function isWaiting(state: TicketState): boolean {
  return state === "waitingOnRequester" || state === "waitingOnThirdParty";
}

/** Seconds of working time a ticket has waited, since it began to. */
function waitedSeconds(hours: SupportHours, { pausedSince }: TicketClock, at: number): number {
  return pausedSince === undefined ? 0 : Math.floor(workingBetween(hours, pausedSince, at) / SECOND_MS);
}
