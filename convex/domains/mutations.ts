/** Writing data domains. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { keepPatterns, keptPatterns, planPatterns } from "../core/domains/assigning";
import { ownerReading } from "../core/domains/dbtOwners";
import { planDomainImport, wantedOf } from "../core/domains/importing";
import { linkedElsewhere, readingOf, setLink } from "../core/domains/linking";
import { isSameDomain } from "../core/domains/rules";
import { CATALOGUE, ledProblems, whyNotLink } from "../core/domains/rules/linking";
import { NOTHING, type Said, wantedFrom } from "../core/domains/said";
import { madeBySave, shapeOf } from "../core/domains/saving";
import {
  catalogueField,
  domainStatus,
  domainType,
  givenNames,
  inheritedField,
  namePattern,
  sensitivity,
} from "../core/domains/table";
import { loadConnectors, loadHealth } from "../core/services/model";
import { isConnectorOn } from "../core/services/rules";
import { refuse, refuseIf } from "../lib/errors";
import { problemText } from "../lib/pure/sheet";
import { isSaveKey } from "../lib/pure/text";
import { MINUTE_MS } from "../lib/pure/time";
import { nullableTimestamp } from "../lib/validators";
import { withdraw } from "../process/confirming/confirming";
import { isAloneInOffice, movedTo, whyNotPropose } from "../process/confirming/domains/domains";
import { seenFile } from "../process/confirming/domains/importing";
import { DONE, type Wished, type WishedChange, wishFor } from "../process/confirming/door";
import { lookAt, openAbout } from "../process/confirming/proposing";

/** Done, or proposed: what opens a domain or puts others in charge of an open one takes a second person. */
const wished = {
  state: v.union(v.literal("done"), v.literal("proposed")),
  /** When it takes effect although nobody is there to confirm; null where a second person decides. */
  appliesAt: nullableTimestamp,
};

/**
 * Makes a data domain, or changes the one that is named if it is still as it was shown. The same `saveKey` finds the
 * domain that was made the first time. What is not said stays as it is. Those in charge propose about their own domain;
 * who looks after all of them may make new ones. A new domain is a draft, unless nobody else is there to confirm that it
 * opens.
 */
export const save = guardedMutation("domains.propose", {
  args: {
    domainId: v.optional(v.id("dataDomains")),
    shownAt: v.optional(v.number()),
    /** What was shown to hang on it, where it gets another place in the tree. */
    shownHash: v.optional(v.string()),
    saveKey: v.string(),
    name: v.string(),
    description: v.string(),
    type: v.optional(v.union(domainType, v.null())),
    sensitivity,
    ownerIds: v.array(v.id("people")),
    ownerAreaIds: v.optional(v.array(v.id("businessAreas"))),
    deputyIds: v.array(v.id("people")),
    deputyAreaIds: v.optional(v.array(v.id("businessAreas"))),
    expertIds: v.optional(v.array(v.id("people"))),
    products: v.optional(v.array(v.string())),
    parentId: v.optional(v.union(v.id("dataDomains"), v.null())),
    inherits: v.optional(v.array(inheritedField)),
    databases: v.array(v.string()),
    readRoles: v.array(v.string()),
    writeRoles: v.array(v.string()),
    /** What a second person reads. */
    reason: v.optional(v.string()),
  },
  returns: v.object({ ...wished, domainId: v.union(v.id("dataDomains"), v.null()) }),
  handler: async (ctx, { domainId, shownAt, shownHash, saveKey, reason = "", ...typed }) => {
    if (!isSaveKey(saveKey)) refuse({ code: "invalid-input", message: "The save needs a name." });
    if (domainId === undefined) {
      const made = await madeBySave(ctx, saveKey);
      if (made) return { ...DONE, domainId: made._id };
      const domain = wantedFrom({ ...NOTHING, ...typed });
      const hasOwner = domain.ownerIds.length + domain.ownerAreaIds.length > 0;
      const opens = hasOwner && (await isAloneInOffice(ctx, ctx.viewer.person));
      const wanted = { ...domain, domainId: null, saveKey, opens };
      const outcome = await wishAndSeat(ctx, { kind: "domains.change", domains: [wanted] }, reason);
      return { ...outcome, domainId: (await madeBySave(ctx, saveKey))?._id ?? null };
    }
    const before = await known(ctx, domainId);
    const was = shapeOf(before);
    const domain = wantedFrom({ ...was, ...typed });
    if (isSameDomain(was, domain)) return { ...DONE, domainId };
    const led = ledProblems(was, domain, before.catalogue?.leads ?? []);
    if (Object.keys(led).length > 0) refuse({ code: "invalid-form", fields: led });
    if (before.updatedAt !== shownAt) refuse({ code: "changed-meanwhile" });
    if (domain.parentId !== was.parentId) {
      const moved = movedTo(before, domain);
      if ((await lookAt(ctx, moved, ctx.viewer.person)).shownHash !== shownHash) refuse({ code: "changed-meanwhile" });
    }
    const change = {
      kind: "domains.change" as const,
      domains: [{ ...domain, domainId, opens: await opensNow(ctx, before, domain) }],
    };
    return { ...(await wishAndSeat(ctx, change, reason)), domainId };
  },
});

/** Puts a domain into a state, if it and what hangs on it are as shown: open, closed for new requests, or archived. */
export const setState = guardedMutation("domains.propose", {
  args: { domainId: v.id("dataDomains"), shownHash: v.string(), to: domainStatus, reason: v.string() },
  returns: v.object(wished),
  handler: async (ctx, { domainId, shownHash, to, reason }) => {
    await known(ctx, domainId);
    const change = { kind: "domain.state" as const, domainId, to };
    if ((await lookAt(ctx, change, ctx.viewer.person)).shownHash !== shownHash) refuse({ code: "changed-meanwhile" });
    return await wishAndSeat(ctx, change, reason);
  },
});

/** Takes back what the caller proposed about a domain. */
export const withdrawProposal = guardedMutation("domains.propose", {
  args: { domainId: v.id("dataDomains") },
  returns: v.null(),
  handler: async (ctx, { domainId }) => {
    await known(ctx, domainId);
    const proposal = (await openAbout(ctx, domainId)) ?? refuse({ code: "not-found" });
    await withdraw({ ctx, at: Date.now(), by: attributionOf(ctx.viewer) }, ctx.viewer.person, proposal);
    return null;
  },
});

/**
 * Does what a CSV file of domains says, all of it or nothing, if it still means what `hash` of its preview stood for. A
 * file that opens domains or puts others in charge of open ones is proposed as a whole.
 */
export const importFile = guardedMutation("domains.write", {
  args: { text: v.string(), hash: v.string(), from: v.optional(v.literal("dbt")) },
  returns: v.object({ ...wished, created: v.number(), changed: v.number(), skipped: v.number() }),
  handler: async (ctx, { text, hash, from }) => {
    if (from === "dbt" && (await ownerReading(ctx))?.read?.text !== text)
      refuse({ code: "changed-meanwhile", message: "dbt Cloud was read again meanwhile. Check what it says now." });
    const plan = await planDomainImport(ctx, text, await isAloneInOffice(ctx, ctx.viewer.person));
    const [problem] = plan.problems;
    if (problem) refuse({ code: "invalid-input", message: problemText(problem) });
    const domains = wantedOf(ctx, plan);
    const count = (what: string): number => plan.planned.filter(({ does }) => does === what).length;
    const counts = { created: count("create"), changed: count("change"), skipped: count("nothing") };
    if (domains.length === 0) return { ...DONE, ...counts };
    if ((await seenFile(ctx, plan)).hash !== hash)
      refuse({
        code: "changed-meanwhile",
        message: "The data domains have changed since you opened this file. Check it again.",
      });
    return {
      ...(await wishAndSeat(ctx, { kind: "domains.change", domains }, from === "dbt" ? BY_DBT : BY_FILE)),
      ...counts,
    };
  },
});

/**
 * Keeps a list of name patterns and assigns what it says, all of it or nothing, if it still means what `hash` of its
 * preview stood for and the list is still the one that was opened. Whose data it becomes takes two people, as always.
 */
export const assign = guardedMutation("domains.write", {
  args: {
    patterns: v.array(namePattern),
    /** When the list was kept that was opened; null where there was none. */
    shownAt: nullableTimestamp,
    given: givenNames,
    hash: v.string(),
    reason: v.string(),
  },
  returns: v.object({ ...wished, moved: v.number() }),
  handler: async (ctx, { patterns, shownAt, given, hash, reason }) => {
    const kept = await keptPatterns(ctx);
    if ((kept?.updatedAt ?? null) !== shownAt)
      refuse({ code: "changed-meanwhile", message: "Somebody else changed the patterns since you opened them." });
    const plan = await planPatterns(ctx, patterns, given);
    const [problem = plan.obstacle] = Object.entries(plan.problems).map(
      ([line, why]) => `Line ${Number(line) + 1}: ${why}`,
    );
    if (problem !== null) refuse({ code: "invalid-input", message: problem });
    if (plan.hash !== hash)
      refuse({
        code: "changed-meanwhile",
        message: "The data domains have changed since you opened this. Check them again.",
      });
    const { person } = ctx.viewer;
    await keepPatterns(ctx, patterns, { byId: person._id, by: attributionOf(ctx.viewer), at: Date.now() });
    const moved = plan.moves.length;
    if (moved === 0) return { ...DONE, moved };
    const change = { kind: "domains.change" as const, domains: [...plan.wanted], isByPatterns: true };
    return { ...(await wishAndSeat(ctx, change, reason)), moved };
  },
});

/**
 * Links a data domain to one of the catalogue by its full name, or changes its link: which fields the catalogue leads
 * from now on. It is read at once.
 */
export const link = guardedMutation("domains.write", {
  args: { domainId: v.id("dataDomains"), fullName: v.string(), leads: v.array(catalogueField) },
  returns: v.null(),
  handler: async (ctx, { domainId, fullName: typed, leads: chosen }) => {
    const row = await known(ctx, domainId);
    const wanted = { fullName: typed.trim(), leads: [...new Set(chosen)] };
    const takenBy = await linkedElsewhere(ctx, wanted.fullName, domainId);
    const isConnected = (await loadHealth(ctx)).get("collate")?.isConnected ?? false;
    refuseIf(whyNotLink({ ...wanted, domain: row, takenBy, isConnected }));
    await setLink(ctx, row, wanted, { ...authorOf(ctx), at: Date.now() });
    await ctx.scheduler.runAfter(0, internal.domains.actions.readLinked, { domainId });
    return null;
  },
});

/** Ends a link. What was taken over stays and is the portal's own. */
export const unlink = guardedMutation("domains.write", {
  args: { domainId: v.id("dataDomains") },
  returns: v.null(),
  handler: async (ctx, { domainId }) => {
    const row = await known(ctx, domainId);
    if (row.catalogue) await setLink(ctx, row, null, { ...authorOf(ctx), at: Date.now() });
    return null;
  },
});

/** Reads a linked domain now, instead of waiting for the next reading; one under way is not begun again. */
export const readLink = guardedMutation("domains.write", {
  args: { domainId: v.id("dataDomains") },
  returns: v.null(),
  handler: async (ctx, { domainId }) => {
    await known(ctx, domainId);
    const reading = await readingOf(ctx, domainId);
    const connector = (await loadConnectors(ctx)).get("collate");
    if (connector && !isConnectorOn(connector, Date.now()))
      refuse({ code: "connector-off", message: `${CATALOGUE} is switched off in the portal.` });
    if (!reading || (reading.isOpen && reading.startedAt > Date.now() - MINUTE_MS)) return null;
    await ctx.scheduler.runAfter(0, internal.domains.actions.readLinked, { domainId });
    return null;
  },
});

/** Reads whom the models of dbt name as owners; a reading under way is not begun again. It assigns nothing. */
export const readOwners = guardedMutation("domains.write", {
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const connector = (await loadConnectors(ctx)).get("dbt");
    if (connector && !isConnectorOn(connector, Date.now()))
      refuse({ code: "connector-off", message: "dbt Cloud is switched off in the portal." });
    await ctx.scheduler.runAfter(0, internal.domains.actions.readOwners, {});
    return null;
  },
});

function authorOf({ viewer }: ViewerMutationCtx) {
  return { by: attributionOf(viewer), byId: viewer.person._id };
}

const BY_FILE = "Imported from a CSV file";
const BY_DBT = "Owners named by models in dbt Cloud";

/** Who is alone has nobody to ask: a draft that gets an owner opens. */
async function opensNow(ctx: ViewerMutationCtx, { status }: Doc<"dataDomains">, domain: Said): Promise<boolean> {
  const hasOwner = domain.ownerIds.length + domain.ownerAreaIds.length > 0;
  return status === "draft" && hasOwner && (await isAloneInOffice(ctx, ctx.viewer.person));
}

/** The domain, for whoever may propose about it; to others it is as if it was not there. */
async function known(ctx: ViewerMutationCtx, domainId: Doc<"dataDomains">["_id"]): Promise<Doc<"dataDomains">> {
  const domain = await ctx.db.get(domainId);
  if (!domain || (await whyNotPropose(ctx, domain, ctx.viewer.person)) !== null) refuse({ code: "not-found" });
  return domain;
}

/** What waits for owners is asked of those who own it now, not with the next minute. */
async function wishAndSeat(ctx: ViewerMutationCtx, change: WishedChange, reason: string): Promise<Wished> {
  const outcome = await wishFor(ctx, change, reason);
  if (outcome.state === "done") await ctx.scheduler.runAfter(0, internal.approvals.internal.runTimers, {});
  return outcome;
}
