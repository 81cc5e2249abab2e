/** What is shown before somebody is removed, and whose a user in Snowflake is. */

import { v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { guardedQuery, type ViewerQueryCtx } from "../access/functions";
import { fullName, nameOf, peopleBySnowflakeUser, personByEmail } from "../core/people/model";
import { latestRemovalOf, removalBehind, restorableUntil } from "../core/people/removals";
import { KEPT_MS, whyNotUsername } from "../core/people/rules/removing";
import { SUCCESSION_KINDS, SUCCESSION_WORDS } from "../core/people/rules/succession";
import { successorsByKind } from "../core/people/table";
import { proposedLine } from "../core/proposals/table";
import { normalizeEmail } from "../lib/pure/text";
import { nullableString, timestamp } from "../lib/validators";
import { lookAt } from "../process/confirming/proposing";
import { removing } from "../process/confirming/removing";
import { ownedBy } from "../process/confirming/succeeding/owned";
import { everythingOn, handingOf, knownSuccessors } from "../process/confirming/succeeding/successors";
import { restoring } from "../process/confirming/suspending";
import { accessTo, loadInvolved, loadVisible } from "../process/steps/circle";

const refusal = v.union(v.null(), v.any());

/** What removing this person would do, with its hash; null when nobody has the address or the successor is unknown. */
export const impact = guardedQuery("people.remove", {
  args: {
    userEmail: v.string(),
    successorId: v.string(),
    successors: v.optional(successorsByKind),
    /** As an address may name them; what is nobody's or no domain of theirs counts for nothing. */
    domainSuccessors: v.optional(v.array(v.object({ domainId: v.string(), successorId: v.string() }))),
  },
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
      /** Data domains somebody else may be named for, by name. */
      domains: v.array(v.object({ domainId: v.id("dataDomains"), name: v.string() })),
    }),
  ),
  handler: async (ctx, { userEmail, successorId: given, successors, domainSuccessors = [] }) => {
    const person = await personByEmail(ctx, normalizeEmail(userEmail));
    const successorId = ctx.db.normalizeId("people", given);
    const successor = successorId && (await ctx.db.get(successorId));
    if (!person || !successor) return null;
    const named = { successors, domainSuccessors: await knownSuccessors(ctx, domainSuccessors) };
    const owned = await ownedBy(ctx, person._id);
    const handing = handingOf(owned, { personId: person._id, successorId: successor._id }, named);
    const change = { kind: "person.remove" as const, ...handing };
    const seen = await lookAt(ctx, change, ctx.viewer.person);
    return {
      personId: person._id,
      name: fullName(person),
      email: person.email,
      title: `Remove ${fullName(person)}`,
      ...seen,
      whyNot: await removing.whyNot(ctx, change, ctx.viewer.person),
      domains: [...owned.domains, ...owned.expertOf].map(({ _id: domainId, name }) => ({ domainId, name })),
    };
  },
});

/**
 * What hangs on somebody now, before the end of their access is requested, in lines; null for nobody. Only whoever may
 * remove people is told, whoever else may ask for the end of an access.
 */
export const hanging = guardedQuery("people.remove", {
  args: { personId: v.string() },
  returns: v.union(v.null(), v.object({ name: v.string(), lines: v.array(proposedLine) })),
  handler: async (ctx, { personId: given }) => {
    const id = ctx.db.normalizeId("people", given);
    const person = id && (await ctx.db.get(id));
    return person && { name: fullName(person), lines: await everythingOn(ctx, person._id) };
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
      /** The request that carries it out, where the caller sees it. */
      requestKey: nullableString,
    }),
  ),
  handler: async (ctx) => {
    const now = Date.now();
    const removed = await ctx.db
      .query("people")
      .withIndex("by_removed", (q) => q.gt("removedAt", now - KEPT_MS))
      .order("desc")
      .take(SHOWN_REMOVED);
    const found = await Promise.all(
      removed.map(async (person) => {
        const { _id: personId, email, removedAt = 0 } = person;
        const whyNot = await restoring.whyNot(ctx, { kind: "person.restore", personId }, ctx.viewer.person);
        const requestKey = await seenRequestOf(ctx, personId);
        const until = await restorableUntil(ctx, removedAt);
        return { personId, name: fullName(person), email, removedAt, until, whyNot, requestKey };
      }),
    );
    return found.filter(({ until }) => now < until);
  },
});

async function seenRequestOf(ctx: ViewerQueryCtx, personId: Id<"people">): Promise<string | null> {
  const requestId = (await latestRemovalOf(ctx, personId))?.requestId;
  const request = requestId && (await ctx.db.get(requestId));
  return request && accessTo(await loadInvolved(ctx, request), ctx.viewer.person) ? request.key : null;
}

/** Whose word the removal was that a request carries out or takes back, and who took over; null for any other request. */
export const behind = guardedQuery("requests.readOwn", {
  args: { request: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      name: v.string(),
      email: v.string(),
      at: timestamp,
      by: v.string(),
      confirmedBy: nullableString,
      reason: v.string(),
      successor: v.string(),
      /** Who took a kind over instead of the successor. */
      successors: v.array(v.object({ kind: v.string(), name: v.string() })),
      restored: v.union(v.null(), v.object({ at: timestamp, by: v.string(), reason: v.string() })),
    }),
  ),
  handler: async (ctx, { request: name }) => {
    const { request } = await loadVisible(ctx, ctx.viewer, name);
    const removal = await removalBehind(ctx, request._id);
    const person = removal && (await ctx.db.get(removal.personId));
    if (!removal || !person) return null;
    const {
      at,
      byId,
      confirmedById,
      reason,
      successorId,
      successors = {},
      domainSuccessors = [],
      restoredAt,
      restoredById,
    } = removal;
    const named = SUCCESSION_KINDS.flatMap((kind) => (successors[kind] ? [{ kind, id: successors[kind] }] : []));
    return {
      name: fullName(person),
      email: person.email,
      at,
      by: await nameOf(ctx, byId),
      confirmedBy: confirmedById ? await nameOf(ctx, confirmedById) : null,
      reason,
      successor: await nameOf(ctx, successorId),
      successors: await Promise.all([
        ...named.map(async ({ kind, id }) => ({ kind: SUCCESSION_WORDS[kind].label, name: await nameOf(ctx, id) })),
        ...domainSuccessors.map(async ({ domainId, successorId: id }) => ({
          kind: `Data domain ${(await ctx.db.get(domainId))?.name ?? ""}`.trim(),
          name: await nameOf(ctx, id),
        })),
      ]),
      restored:
        restoredAt === undefined
          ? null
          : { at: restoredAt, by: await nameOf(ctx, restoredById ?? byId), reason: removal.restoreReason ?? "" },
    };
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
    const [person, another] = whyNotUsername(name) === null ? await peopleBySnowflakeUser(ctx, name) : [];
    // Whose it is of two nobody can say, so neither is offered for removal by it.
    if (!person || another) return null;
    return {
      personId: person._id,
      name: fullName(person),
      email: person.email,
      areaId: person.businessAreaId ?? null,
    };
  },
});
