/**
 * What the sign-in service is to do to somebody's account for a task, or to read for one. An order that was taken and
 * not reported is given again; each can be done twice.
 */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { BUILT_IN, type SignInOperation } from "../../connectors/manifests";
import { MINUTE_MS } from "../../lib/pure/time";
import { timestamp } from "../../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Orders the sign-in service is given at a time. */
const BATCH = 50;
/** An order that was taken and not reported is given again after this. */
const RETAKE_MS = 2 * MINUTE_MS;

const OPERATIONS = Object.values(BUILT_IN.signIn.tasks).map(({ operation }) => operation);

/** What is done, or that it is only read. */
export const signInErrand = v.union(...OPERATIONS.map((operation) => v.literal(operation)), v.literal("read"));
export type SignInErrand = SignInOperation | "read";

/** What the sign-in store held afterwards. */
export const signInFound = v.object({
  account: v.union(v.literal("enabled"), v.literal("disabled"), v.literal("none")),
  sessions: v.number(),
  /** Mailed links that would still open something. */
  links: v.number(),
});
export type SignInFound = Infer<typeof signInFound>;

export const signInOrderTables = {
  signInOrders: defineTable({
    errand: signInErrand,
    personId: v.id("people"),
    tokenIdentifier: v.optional(v.string()),
    email: v.string(),
    taskId: v.id("requestTasks"),
    attempt: v.number(),
    at: timestamp,
    takenAt: v.optional(timestamp),
  })
    .index("by_taken", ["takenAt", "at"])
    .index("by_task", ["taskId"])
    .index("by_person_taken", ["personId", "takenAt"]),
};

/** Asks the sign-in service for something about somebody; an older order of the same task stands no longer. */
export async function orderSignIn(
  ctx: WriteCtx,
  { _id: personId, tokenIdentifier, email }: Doc<"people">,
  order: Pick<Doc<"signInOrders">, "errand" | "taskId" | "attempt" | "at">,
): Promise<void> {
  const earlier = await ctx.db
    .query("signInOrders")
    .withIndex("by_task", (q) => q.eq("taskId", order.taskId))
    .collect();
  for (const { _id } of earlier) await ctx.db.delete(_id);
  await ctx.db.insert("signInOrders", { ...order, personId, tokenIdentifier, email });
}

/** What the sign-in service is to do now, oldest first. */
export async function waitingSignInOrders(ctx: ReadCtx, now: number): Promise<Doc<"signInOrders">[]> {
  const fresh = await ctx.db
    .query("signInOrders")
    .withIndex("by_taken", (q) => q.eq("takenAt", undefined))
    .take(BATCH);
  const stuck = await ctx.db
    .query("signInOrders")
    .withIndex("by_taken", (q) => q.gt("takenAt", 0).lte("takenAt", now - RETAKE_MS))
    .take(BATCH);
  return [...fresh, ...stuck];
}

/** Whether an order may be taken over now: nobody has it, or whoever had it did not report. */
export function mayTake({ takenAt }: Doc<"signInOrders">, at: number): boolean {
  return takenAt === undefined || at - takenAt >= RETAKE_MS;
}

/**
 * Whether the sign-in service works on another order about the same person: what it does late would undo the next one,
 * so each waits for the one before.
 */
export async function waitsForAnother(
  ctx: ReadCtx,
  { _id, personId }: Doc<"signInOrders">,
  at: number,
): Promise<boolean> {
  const inHand = await ctx.db
    .query("signInOrders")
    .withIndex("by_person_taken", (q) => q.eq("personId", personId).gt("takenAt", at - RETAKE_MS))
    .take(2);
  return inHand.some((other) => other._id !== _id);
}

/** Why an errand must not be done to somebody who stands like this, or null: people come and go while it waits. */
export function whyNotErrand(errand: SignInErrand, status: Doc<"people">["status"]): string | null {
  if ((errand === "disable" || errand === "delete") && status !== "removed")
    return "They are no longer removed: nothing was changed.";
  return errand === "enable" && status === "removed" ? "They were removed again: nothing was changed." : null;
}
