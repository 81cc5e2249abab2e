/**
 * What support says in an incident reaches each of its tickets as an answer in that ticket alone, in steps of so many at
 * once; the word it ends with resolves them too, or leaves them to support (S14, S15).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { personActor } from "../../core/audit/model";
import { wordsOf } from "../../core/incidents/model";
import { hearsOf, MAX_WORDS, whyNotWord } from "../../core/incidents/rules";
import { currentHours } from "../../core/supportHours/model";
import { dueOf, firstAnswered } from "../../core/tickets/clock";
import { isOwnOf, participantsOf, type ReadTicket } from "../../core/tickets/model";
import { whyNotYet } from "../../core/tickets/rules";
import { refuse, refuseIf } from "../../lib/errors";
import { HOUR_MS } from "../../lib/pure/time";
import { takenUp } from "./answering";
import { insertMessage } from "./asking";
import { asManager } from "./linking";
import { resolved } from "./steps/resolving";
import { record, type TicketStep } from "./steps/step";
import { tellAnswer, tellPartsResolved } from "./steps/telling";
import { endIncidentWait } from "./waits/waiting";

/** Tickets that one step reaches. */
const BATCH = 10;

/** What an agent says to everybody in an incident. */
export interface Broadcast {
  readonly body: string;
  /** How many words the incident had when it was written: nobody answers what they did not read, and none is said twice. */
  readonly shown: number;
}

/** What is to be spread; null where it was said before. */
type Spread = Promise<Id<"incidentWords"> | null>;

/** Says something in the incident that was declared from this ticket. */
export async function tellAll(step: TicketStep, read: ReadTicket, said: Broadcast): Spread {
  const incident = await asManager(step, read);
  const wordId = await say(step, incident, { ...said, kind: "update" });
  if (wordId) await record(step, read.ticket, "ticket.broadcast", { incident: incident.key });
  return wordId;
}

/** Ends the incident with a last word, which resolves its unfinished tickets or leaves them to support. */
export async function end(
  step: TicketStep,
  read: ReadTicket,
  { resolves, ...said }: Broadcast & { readonly resolves: boolean },
): Spread {
  const incident = await asManager(step, read);
  const wordId = await say(step, incident, { ...said, kind: "ended", resolves });
  if (!wordId) return null;
  await step.ctx.db.patch(incident._id, { state: "ended", endedAt: step.at });
  await record(step, read.ticket, "ticket.incidentEnded", { incident: incident.key, resolves });
  return wordId;
}

type Said = Broadcast & Pick<Doc<"incidentWords">, "kind" | "resolves">;

async function say(
  { ctx, at, person }: TicketStep,
  incident: Doc<"incidents">,
  { body, shown, kind, resolves }: Said,
): Spread {
  const newest = await wordsOf(ctx, incident._id, MAX_WORDS);
  const [last] = newest;
  // Sent again, it finds what it did the first time.
  if (
    last?.number === shown + 1 &&
    last.kind === kind &&
    last.body === body.trim() &&
    last.resolves === resolves &&
    last.authorId === person._id
  )
    return null;
  if (incident.state !== "open") refuse({ code: "too-late", message: `${incident.key} has ended.` });
  if (last?.number !== shown) refuse({ code: "changed-meanwhile" });
  refuseIf(whyNotWord(body));
  refuseIf(whyNotYet(newest.filter(({ createdAt }) => createdAt > at - HOUR_MS).length, MAX_WORDS));
  return await ctx.db.insert("incidentWords", {
    incidentId: incident._id,
    number: shown + 1,
    kind,
    body: body.trim(),
    authorId: person._id,
    createdAt: at,
    ...(resolves !== undefined && { resolves }),
    sending: { cursor: null },
    reached: 0,
  });
}

/** Brings a word to the next tickets of its incident. Says whether more are waiting. */
export async function spread(
  ctx: Pick<MutationCtx, "db" | "scheduler">,
  wordId: Id<"incidentWords">,
  at: number,
): Promise<boolean> {
  const word = await ctx.db.get(wordId);
  const author = word && (await ctx.db.get(word.authorId));
  if (!word?.sending || !author) return false;
  const step = { ctx, at, by: { actor: personActor(author) }, person: author };
  const { page, isDone, continueCursor } = await ctx.db
    .query("tickets")
    .withIndex("by_incident", (q) => q.eq("incidentId", word.incidentId))
    .paginate({ numItems: BATCH, cursor: word.sending.cursor });
  let { reached } = word;
  for (const ticket of page) {
    const read = { ticket, participants: await participantsOf(ctx, ticket._id) };
    if (hearsOf(ticket) && !(await isOwnOf(ctx, read, author))) {
      await answerWith(step, read, word);
      reached += 1;
    }
    if (word.kind === "ended") await endIncidentWait(step, ticket._id);
  }
  await ctx.db.patch(wordId, { reached, sending: isDone ? undefined : { cursor: continueCursor } });
  return !isDone;
}

/** The word stands in a ticket as an answer. One that waits goes on waiting, unless it resolves it. */
async function answerWith(
  step: TicketStep,
  read: Pick<ReadTicket, "ticket" | "participants">,
  { _id: wordId, body, resolves }: Doc<"incidentWords">,
): Promise<void> {
  const { ctx, at, person } = step;
  const { ticket } = read;
  const { key } = ticket;
  const kind = { visibility: "public", isAnswer: true, wordId } as const;
  const messageId = await insertMessage(step, ticket, { body }, kind);
  const hours = await currentHours(ctx);
  const first = firstAnswered(hours, ticket, at);
  const taken = { ...ticket, ...(await takenUp(step, ticket)), ...first };
  const answered = { ...taken, ...dueOf(hours, taken), updatedAt: at, lastAnswerAt: at };
  const { state, pausedSeconds, pausedSince, dueAt, alarmAt } = answered;
  const clock = { state, pausedSeconds, pausedSince, dueAt, alarmAt, ...first };
  await ctx.db.patch(ticket._id, { ...clock, updatedAt: at, lastAnswerAt: at });
  const says = { messageId, by: person._id, body };
  if (resolves !== true) {
    await record(step, ticket, "ticket.answered");
    await tellAnswer(step, read, { ...says, title: `Support answered in ${key}` });
    return;
  }
  await resolved(step, answered, "incident");
  await record(step, ticket, "ticket.resolved");
  await tellAnswer(step, read, { ...says, title: `${key} is resolved` });
  await tellPartsResolved(step, read, person._id);
}
