/** Reading data domains. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { changedFields } from "../core/audit/rules";
import { keptPatterns } from "../core/domains/assigning";
import { isReading, ownerReading } from "../core/domains/dbtOwners";
import { planDomainImport } from "../core/domains/importing";
import { activeDomains, allDomains } from "../core/domains/model";
import type { Domain } from "../core/domains/rules";
import { shapeOf } from "../core/domains/saving";
import {
  catalogueFailure,
  dataDomain,
  domainStatus,
  givenNames,
  inheritedField,
  namePattern,
  ownersRead,
} from "../core/domains/table";
import { nameOf } from "../core/people/model";
import { seenChange } from "../core/proposals/table";
import { loadHealth } from "../core/services/model";
import { MAX_PROBLEMS } from "../lib/pure/sheet";
import { nullableString, nullableTimestamp, plannedRow, sheetProblem } from "../lib/validators";
import { assignmentOf, shownAssignment } from "../pages/domain/assignment";
import { domainLink, domainPage, domainPageOf } from "../pages/domain/domainPage";
import { domainLevel, domainLevelOf, unmannedDomains, unmannedList } from "../pages/domain/domainRows";
import { sharedName, sharedNamesOf } from "../pages/domain/sharedNames";
import { isAloneInOffice, movedTo, whyNotPropose } from "../process/confirming/domains/domains";
import { seenFile } from "../process/confirming/domains/importing";
import { lookAt } from "../process/confirming/proposing";

/** The domains that can be asked for, with their roles and owners, by name. */
export const list = guardedQuery("domains.read", {
  args: {},
  returns: v.array(
    v.object({
      key: v.string(),
      name: v.string(),
      description: v.string(),
      sensitivity: dataDomain.fields.sensitivity,
      roles: dataDomain.fields.roles,
      owners: v.array(v.string()),
    }),
  ),
  handler: async (ctx) => {
    const domains = await activeDomains(ctx);
    return await Promise.all(
      domains.map(async ({ key, name, description, sensitivity, roles, ownerIds }) => ({
        key,
        name,
        description,
        sensitivity,
        roles,
        owners: await Promise.all(ownerIds.map((id) => nameOf(ctx, id))),
      })),
    );
  },
});

/** One data domain in full; null when there is none, or for whoever has no part in it. */
export const get = guardedQuery("domains.read", {
  args: { domainId: v.string() },
  returns: v.union(v.null(), domainPage),
  handler: async (ctx, { domainId }) => {
    const id = ctx.db.normalizeId("dataDomains", domainId);
    const domain = id && (await ctx.db.get(id));
    return domain && (await domainPageOf(ctx, domain, ctx.viewer.person));
  },
});

/** Databases and data products of a domain that other open domains have, too; none for whoever has no part in it. */
export const shared = guardedQuery("domains.read", {
  args: { domainId: v.id("dataDomains") },
  returns: v.array(sharedName),
  handler: async (ctx, { domainId }) => {
    const domain = await ctx.db.get(domainId);
    return domain ? await sharedNamesOf(ctx, domain, ctx.viewer.person) : [];
  },
});

/**
 * What putting a domain into a state, or in another place, would do and what hangs on it, with the hash that names it;
 * null for whoever may not propose it.
 */
export const impact = guardedQuery("domains.read", {
  args: {
    domainId: v.id("dataDomains"),
    wish: v.union(
      v.object({ to: domainStatus }),
      v.object({ parentId: v.union(v.id("dataDomains"), v.null()), inherits: v.array(inheritedField) }),
    ),
  },
  returns: v.union(v.null(), seenChange),
  handler: async (ctx, { domainId, wish }) => {
    const row = await ctx.db.get(domainId);
    const { person } = ctx.viewer;
    if (!row || (await whyNotPropose(ctx, row, person)) !== null) return null;
    const change = "to" in wish ? { kind: "domain.state" as const, domainId, to: wish.to } : movedTo(row, wish);
    return await lookAt(ctx, change, person);
  },
});

/**
 * One page of the domains that are a part of one, or of those at the top, by name and of whatever status, for those who
 * look after them.
 */
export const level = guardedQuery("domains.write", {
  args: { parentId: v.union(v.id("dataDomains"), v.null()), after: v.union(v.string(), v.null()) },
  returns: domainLevel,
  handler: async (ctx, { parentId, after }) => await domainLevelOf(ctx, parentId ?? undefined, after),
});

/** Domains in which somebody is missing: without an active owner, or without a deputy who could stand in. */
export const unmanned = guardedQuery("domains.write", {
  args: { size: v.optional(v.number()) },
  returns: unmannedList,
  handler: async (ctx, { size }) => await unmannedDomains(ctx, size),
});

/** Every data domain by its name alone, for choosing one. */
export const names = guardedQuery("domains.write", {
  args: {},
  returns: v.array(domainLink),
  handler: async (ctx) => (await allDomains(ctx)).map(({ _id, name, status }) => ({ id: _id, name, status })),
});

/** The ordered list of name patterns as it was kept last. */
export const patterns = guardedQuery("domains.write", {
  args: {},
  returns: v.object({ patterns: v.array(namePattern), updatedAt: nullableTimestamp, changedBy: nullableString }),
  handler: async (ctx) => {
    const kept = await keptPatterns(ctx);
    return {
      patterns: kept?.patterns ?? [],
      updatedAt: kept?.updatedAt ?? null,
      changedBy: kept && (await nameOf(ctx, kept.changedById)),
    };
  },
});

/** What a list of patterns would do with every name that is there and with those that are given; writes nothing. */
export const previewPatterns = guardedQuery("domains.write", {
  args: { patterns: v.array(namePattern), given: givenNames },
  returns: shownAssignment,
  handler: async (ctx, { patterns: lines, given }) => await assignmentOf(ctx, lines, given, ctx.viewer.person),
});

/** What the models of dbt said about owners when they were read last; `text` is the file that would assign them. */
export const owners = guardedQuery("domains.write", {
  args: {},
  returns: v.object({
    isConnected: v.boolean(),
    startedAt: nullableTimestamp,
    isOpen: v.boolean(),
    read: v.union(v.null(), ownersRead),
    failure: v.union(v.null(), catalogueFailure),
  }),
  handler: async (ctx) => {
    const row = await ownerReading(ctx);
    const { read } = row ?? {};
    return {
      isConnected: (await loadHealth(ctx)).get("dbt")?.isConnected ?? false,
      startedAt: row?.startedAt ?? null,
      isOpen: isReading(row, Date.now()),
      read: read ?? null,
      failure: row?.failure ?? null,
    };
  },
});

/** What a CSV file of domains would do, with everything that is in the way; writes nothing. */
export const previewImport = guardedQuery("domains.write", {
  args: { text: v.string() },
  returns: v.object({ problems: v.array(sheetProblem), rows: v.array(plannedRow), hash: v.string() }),
  handler: async (ctx, { text }) => {
    const plan = await planDomainImport(ctx, text, await isAloneInOffice(ctx, ctx.viewer.person));
    const { problems, planned } = plan;
    const { hanging, hash } = await seenFile(ctx, plan);
    const rows = planned.map(({ row, does, domain, doc, opens }) => ({
      row,
      name: domain.name,
      does,
      detail:
        hanging.get(row) ??
        ((doc?.status ?? "draft") === "draft" && !opens
          ? "Draft: nobody can ask for it yet"
          : domain.ownerIds.length === 0
            ? "Without an owner"
            : null),
      changes: does === "change" && doc ? changedText(shapeOf(doc), domain) : null,
    }));
    return { problems: problems.slice(0, MAX_PROBLEMS), rows, hash };
  },
});

const WORDS: Readonly<Record<string, string>> = {
  description: "description",
  type: "type",
  sensitivity: "sensitivity",
  ownerIds: "owners",
  deputyIds: "deputies",
  ownerAreaIds: "owners",
  deputyAreaIds: "deputies",
  expertIds: "experts",
  products: "data products",
  parentId: "parent",
  inherits: "what it inherits",
  databases: "databases",
  readRoles: "read roles",
  writeRoles: "write roles",
};

function changedText(before: Domain, after: Domain): string {
  return changedFields({ ...before }, { ...after })
    .flatMap(({ field }) => WORDS[field] ?? [])
    .join(", ");
}
