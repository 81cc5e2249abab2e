/** Reading the catalog. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { guardedQuery } from "../access/functions";
import { offeredTypes, publishedVersion, typeByKey, versionOf } from "../core/catalog/model";
import { whyNotOffered } from "../core/catalog/rules/offer";
import { formField } from "../core/catalog/table";
import { requestByName } from "../core/requests/model";
import { requestRisk } from "../core/requests/table";
import { needsNobody } from "../core/tasks/rules";
import { refuse } from "../lib/errors";
import { jsonObject, nullableString } from "../lib/validators";
import { usesOf } from "../pages/home/quickActions";
import * as finding from "../pages/search/finding";
import * as simulation from "../pages/templates/simulation";
import {
  listedTemplate,
  listedVersion,
  listTemplates,
  shownTaskType,
  shownTemplate,
  taskTypesInUse,
  templateView,
  versionsOf,
} from "../pages/templates/templateViews";

const listedType = v.object({
  key: v.string(),
  name: v.string(),
  category: v.string(),
  summary: v.string(),
  owner: v.string(),
  slaHours: v.number(),
  risk: requestRisk,
  /** Whether all of its work but the approvals is done by the portal. */
  isAutomated: v.boolean(),
  /** Other words people look for it by. */
  synonyms: v.string(),
  /** How often the caller and their area asked for it lately. */
  timesRequested: v.number(),
});

/** The types the caller is offered, by category and name. */
export const list = guardedQuery("catalog.read", {
  args: {},
  returns: v.array(listedType),
  handler: async (ctx) => {
    const offered = await offeredTypes(ctx, ctx.viewer.roles);
    const { own, area } = await usesOf(ctx, ctx.viewer.person);
    return offered
      .map(({ type: { key }, version: { definition } }): Infer<typeof listedType> => {
        const { name, category, summary, synonyms = "", owner, slaHours, risk, tasks } = definition;
        return {
          key,
          name,
          category,
          summary,
          owner,
          slaHours,
          risk,
          isAutomated: tasks.every(({ type, policy }) => policy !== undefined || needsNobody(type)),
          synonyms,
          timesRequested: (own.get(key) ?? 0) + (area.get(key) ?? 0),
        };
      })
      .toSorted((a, b) => a.category.localeCompare(b.category) || a.name.localeCompare(b.name));
  },
});

/** The domains and roles with these words that the caller may ask for, at most five each; nothing for less than two characters. */
export const findAccess = guardedQuery("catalog.read", {
  args: { text: v.string() },
  returns: finding.foundAccess,
  handler: async (ctx, { text }) => await finding.findAccess(ctx, ctx.viewer, text),
});

const shownType = v.object({
  kind: v.literal("offered"),
  key: v.string(),
  version: v.number(),
  name: v.string(),
  category: v.string(),
  summary: v.string(),
  help: v.string(),
  owner: v.string(),
  slaHours: v.number(),
  risk: requestRisk,
  maxDurationDays: v.optional(v.number()),
  goodJustification: v.string(),
  badJustification: v.string(),
  fields: v.array(formField),
});

/**
 * A type as its form needs it: the published version, as far as it is offered to the caller, or the one a request they
 * sent was made with, whoever it is offered to by now. A hidden one says why.
 */
export const get = guardedQuery("catalog.read", {
  args: { key: v.string(), request: v.optional(v.string()) },
  returns: v.union(shownType, v.object({ kind: v.literal("hidden"), reason: v.string(), who: nullableString })),
  handler: async (ctx, { key, request: name }) => {
    if (name !== undefined) {
      const request = await requestByName(ctx, name);
      const isTheirs =
        request?.requesterId === ctx.viewer.person._id && request.status !== "Draft" && request.typeId === key;
      const own = isTheirs ? await versionOf(ctx, key, request.templateVersion) : null;
      return own ? shownAsOffered(own) : refuse({ code: "not-found" });
    }
    const published = await publishedVersion(ctx, key);
    if (!published) {
      if ((await typeByKey(ctx, key)) === null) refuse({ code: "not-found" });
      return {
        kind: "hidden" as const,
        reason: "This type is not published yet.",
        who: "A super admin can publish it.",
      };
    }
    const { type, version } = published;
    const hidden = whyNotOffered(
      { isOffered: type.isOffered, audience: version.definition.audience },
      ctx.viewer.roles,
    );
    return hidden ? { kind: "hidden" as const, ...hidden } : shownAsOffered(version);
  },
});

function shownAsOffered({ typeKey: key, version, definition }: Doc<"requestTypeVersions">): Infer<typeof shownType> {
  const {
    tasks: _tasks,
    grant: _grant,
    title: _title,
    target: _target,
    synonyms: _synonyms,
    audience: _audience,
    ...shown
  } = definition;
  return { kind: "offered" as const, key, version, ...shown };
}

/** Every type with the version in force and the drafts that wait. */
export const templates = guardedQuery("templates.read", {
  args: {},
  returns: v.array(listedTemplate),
  handler: async (ctx) => await listTemplates(ctx),
});

/** The newest 50 versions of a type. */
export const listVersions = guardedQuery("templates.read", {
  args: { key: v.string() },
  returns: v.array(listedVersion),
  handler: async (ctx, { key }) => await versionsOf(ctx, key),
});

/** One version with what its validation needs to know; null when there is none. */
export const getVersion = guardedQuery("templates.read", {
  args: { key: v.string(), version: v.number() },
  returns: v.union(shownTemplate, v.null()),
  handler: async (ctx, { key, version }) => await templateView(ctx, key, version),
});

/** The task types templates are made of, and which templates use each. */
export const taskTypes = guardedQuery("templates.read", {
  args: {},
  returns: v.array(shownTaskType),
  handler: async (ctx) => await taskTypesInUse(ctx),
});

/** What would happen to a request of this person with this form. Writes nothing. */
export const simulate = guardedQuery("approvals.simulate", {
  args: { key: v.string(), version: v.number(), personId: v.id("people"), form: jsonObject },
  returns: simulation.shownSimulation,
  handler: async (ctx, args) => await simulation.simulate(ctx, { ...args, now: Date.now() }),
});
