/** What is shown before somebody is removed, and whose a user in Snowflake is. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { fullName, personByEmail, personBySnowflakeUser } from "../core/people/model";
import { RESTORABLE_MS, whyNotUsername } from "../core/people/rules/removing";
import { namedSuccessors } from "../core/people/rules/succession";
import { heirsByKind } from "../core/people/table";
import { proposedLine } from "../core/proposals/table";
import { normalizeEmail } from "../lib/pure/text";
import { timestamp } from "../lib/validators";
import { restoring } from "../process/confirming/people";
import { shownHash } from "../process/confirming/proposing";
import { removing } from "../process/confirming/removing";

const refusal = v.union(v.null(), v.any());

/** What removing this person would do, with its hash; null when nobody has the address or the successor is unknown. */
export const impact = guardedQuery("people.remove", {
  args: { userEmail: v.string(), successorId: v.string(), successors: v.optional(heirsByKind) },
  returns: v.union(
    v.null(),
    v.object({
      personId: v.id("people"),
      name: v.string(),
      email: v.string(),
      title: v.string(),
      lines: v.array(proposedLine),
      shownHash: v.string(),
      takesTwo: v.boolean(),
      whyNot: refusal,
    }),
  ),
  handler: async (ctx, { userEmail, successorId: given, successors: named }) => {
    const person = await personByEmail(ctx, normalizeEmail(userEmail));
    const successorId = ctx.db.normalizeId("people", given);
    const successor = successorId && (await ctx.db.get(successorId));
    if (!person || !successor) return null;
    const successors = namedSuccessors(successor._id, named);
    const handing = { personId: person._id, successorId: successor._id, ...(successors && { successors }) };
    const change = { kind: "person.remove" as const, ...handing };
    const look = await removing.look(ctx, change, ctx.viewer.person);
    return {
      personId: person._id,
      name: fullName(person),
      email: person.email,
      title: look.title,
      lines: [...look.lines],
      shownHash: shownHash(change, look),
      takesTwo: look.needsSecond,
      whyNot: await removing.whyNot(ctx, change, ctx.viewer.person),
    };
  },
});

/** More people than a company lets go in 30 days. */
const SHOWN_REMOVED = 200;

/** Whoever was removed and can still be brought back, the latest first, until when, and why the caller cannot. */
export const restorable = guardedQuery("people.remove", {
  args: {},
  returns: v.array(
    v.object({
      personId: v.id("people"),
      name: v.string(),
      email: v.string(),
      removedAt: timestamp,
      until: timestamp,
      whyNot: refusal,
    }),
  ),
  handler: async (ctx) => {
    const now = Date.now();
    const removed = await ctx.db
      .query("people")
      .withIndex("by_removed", (q) => q.gt("removedAt", now - RESTORABLE_MS))
      .order("desc")
      .take(SHOWN_REMOVED);
    return await Promise.all(
      removed.map(async (person) => {
        const { _id: personId, email, removedAt = 0 } = person;
        const whyNot = await restoring.whyNot(ctx, { kind: "person.restore", personId }, ctx.viewer.person);
        return { personId, name: fullName(person), email, removedAt, until: removedAt + RESTORABLE_MS, whyNot };
      }),
    );
  },
});

/** Whose a user in Snowflake is; null when nobody here has one of this name. */
export const ofSnowflake = guardedQuery("people.remove", {
  args: { username: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      personId: v.id("people"),
      name: v.string(),
      email: v.string(),
      areaId: v.union(v.null(), v.id("businessAreas")),
    }),
  ),
  handler: async (ctx, { username }) => {
    const name = username.trim().toUpperCase();
    const person = whyNotUsername(name) === null ? await personBySnowflakeUser(ctx, name) : null;
    return (
      person && {
        personId: person._id,
        name: fullName(person),
        email: person.email,
        areaId: person.businessAreaId ?? null,
      }
    );
  },
});
