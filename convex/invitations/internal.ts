/** What the sign-in service and the clock do with invitations. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../access/functions";
import { personActor } from "../core/audit/model";
import * as invitations from "../core/people/invitations";
import { acceptInvitation } from "../core/people/signIn";
import { runningFile } from "../core/proposals/inviteFiles";
import { refuse } from "../lib/errors";
import { normalizeEmail } from "../lib/pure/text";
import { timestamp } from "../lib/validators";
import { finishOrder, takeAccountOrder } from "../process/executing/accounts";
import { liveExecutor, systemStep } from "../process/executing/executor";
import * as inviteFile from "../process/inviting/inviteFile";

/** What the sign-in service is to do about accounts. */
export const orders = internalQuery({
  args: {},
  returns: v.array(
    v.object({
      id: v.id("accountOrders"),
      kind: v.union(v.literal("invite"), v.literal("remind")),
      email: v.string(),
      firstName: v.string(),
      lastName: v.string(),
      expiresAt: timestamp,
      /** Whether what they had here before is not to open the account. */
      isReturn: v.boolean(),
    }),
  ),
  handler: async (ctx) => {
    const orders = await invitations.waitingOrders(ctx, Date.now());
    return await Promise.all(
      orders.map(async ({ _id, kind, personId, email, firstName, lastName, expiresAt }) => {
        const isReturn = (await ctx.db.get(personId))?.onlyByInvitation === true;
        return { id: _id, kind, email, firstName, lastName, expiresAt, isReturn };
      }),
    );
  },
});

/** The sign-in service takes an order over; false when it does not stand any more. */
export const takeOrder = internalMutation({
  args: { id: v.id("accountOrders") },
  returns: v.boolean(),
  handler: async (ctx, { id }) => await takeAccountOrder(systemStep(ctx, Date.now()), id),
});

/** What the sign-in service found after it did an order: a task is done by this alone. */
export const orderDone = internalMutation({
  args: {
    id: v.id("accountOrders"),
    found: v.union(v.literal("waiting"), v.literal("own-password"), v.literal("mail-refused")),
  },
  returns: v.null(),
  handler: async (ctx, { id, found }) => {
    await finishOrder(systemStep(ctx, Date.now()), id, found);
    return null;
  },
});

/** Whether an invitation of this address stands; asked when somebody opens its link. */
export const isInvited = internalQuery({
  args: { email: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { email }) => await invitations.isInvited(ctx, normalizeEmail(email), Date.now()),
});

/** Whoever opened the link proved their mailbox and has a password: they are in. */
export const accept = internalMutation({
  args: { email: v.string(), tokenIdentifier: v.string() },
  returns: v.null(),
  handler: async (ctx, { email, tokenIdentifier }) => {
    await acceptInvitation(ctx, { email: normalizeEmail(email), tokenIdentifier }, Date.now());
    return null;
  },
});

/** Somebody who was invited asks for another link; says whether one is on its way. */
export const renew = internalMutation({
  args: { email: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { email }) => await invitations.renewByInvited(ctx, normalizeEmail(email), Date.now()),
});

/** Invites the next people of a file that was confirmed; goes on until all of them were dealt with. */
export const inviteNext = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await inviteFile.inviteNext(ctx, Date.now()))
      await ctx.scheduler.runAfter(0, internal.invitations.internal.inviteNext, {});
    return null;
  },
});

/** One of them, in a transaction of its own so that a refusal undoes it alone. */
export const inviteOne = internalMutation({
  args: { fileId: v.id("inviteFiles"), row: v.number() },
  returns: v.null(),
  handler: async (ctx, { fileId, row }) => {
    const file = (await ctx.db.get(fileId)) ?? refuse({ code: "not-found" });
    const at = Date.now();
    const by = { actor: personActor((await ctx.db.get(file.invitedById)) ?? refuse({ code: "not-found" })) };
    await inviteFile.inviteOne({ ctx, at, by, executor: liveExecutor(ctx, at) }, file, row);
    return null;
  },
});

/**
 * Cron: invitations that ran out are written as such; who has not come after the days set for it is reminded. A file that was
 * confirmed is begun, and one that stopped goes on.
 */
export const turn = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await invitations.turnInvitations(ctx, Date.now());
    if (await runningFile(ctx)) await ctx.scheduler.runAfter(0, internal.invitations.internal.inviteNext, {});
    return null;
  },
});
