/** Writing data domains. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { activateDomain, editorOf, importDomains, saveDomain, type Writer } from "../core/domains/saving";
import { dataDomain } from "../core/domains/table";
import { refuse } from "../lib/errors";
import { isSaveKey } from "../lib/pure/text";

/**
 * Makes a data domain, or changes the one that is named if it is still as it was shown. The same `saveKey` finds the
 * domain that was made the first time. A super admin's is open for requests once it has an owner; anybody else's is a
 * draft.
 */
export const save = guardedMutation("domains.write", {
  args: {
    domainId: v.optional(v.id("dataDomains")),
    shownAt: v.optional(v.number()),
    saveKey: v.string(),
    name: v.string(),
    description: v.string(),
    sensitivity: dataDomain.fields.sensitivity,
    ownerIds: v.array(v.id("people")),
    deputyIds: v.array(v.id("people")),
    databases: v.array(v.string()),
    readRoles: v.array(v.string()),
    writeRoles: v.array(v.string()),
  },
  returns: v.object({ domainId: v.id("dataDomains") }),
  handler: async (ctx, wanted) => {
    if (!isSaveKey(wanted.saveKey)) refuse({ code: "invalid-input", message: "The save needs a name." });
    const domainId = await saveDomain(ctx, wanted, writerOf(ctx));
    await seatAgain(ctx);
    return { domainId };
  },
});

/** Opens a draft for requests, if it is still as it was shown. */
export const activate = guardedMutation("domains.write", {
  args: { domainId: v.id("dataDomains"), shownAt: v.number() },
  returns: v.null(),
  handler: async (ctx, draft) => {
    await activateDomain(ctx, draft, writerOf(ctx));
    return null;
  },
});

/**
 * Does what a CSV file of domains says, all of it or nothing, if it still means what `hash` of its preview stood for.
 */
export const importFile = guardedMutation("domains.write", {
  args: { text: v.string(), hash: v.string() },
  returns: v.object({ created: v.number(), changed: v.number(), skipped: v.number() }),
  handler: async (ctx, { text, hash }) => {
    const { planned } = await importDomains(ctx, text, hash, writerOf(ctx));
    await seatAgain(ctx);
    const count = (what: string): number => planned.filter(({ does }) => does === what).length;
    return { created: count("create"), changed: count("change"), skipped: count("nothing") };
  },
});

/** What waits for owners is asked of those who own it now, not with the next minute. */
async function seatAgain(ctx: ViewerMutationCtx): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.approvals.internal.runTimers, {});
}

function writerOf({ viewer }: ViewerMutationCtx): Writer {
  return { person: viewer.person, editor: editorOf(viewer.roles), by: attributionOf(viewer), at: Date.now() };
}
