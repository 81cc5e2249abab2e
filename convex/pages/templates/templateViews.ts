/** What the screens of templates read. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { roleName } from "../../access/validators";
import { typeByKey, versionOf } from "../../core/catalog/model";
import { factsFor } from "../../core/catalog/portalFacts";
import { requestTypeDefinition, versionStatus } from "../../core/catalog/table";
import { isOwnType } from "../../core/catalog/types/index";
import { draftFactsOf, draftsOf, needsSecondPerson } from "../../core/catalog/versions";
import { nameOf } from "../../core/people/model";
import { typeOf } from "../../core/tasks/rules";
import { templateTaskTypes, type TaskTypeWorkings } from "../../core/tasks/rules/workings";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;

const MAX_TYPES = 200;
const SHOWN_VERSIONS = 50;

/** One version without its definition. */
export const listedVersion = v.object({
  version: v.number(),
  status: versionStatus,
  note: nullableString,
  createdAt: timestamp,
  /** Null: the portal. */
  createdBy: nullableString,
  updatedAt: timestamp,
  updatedBy: nullableString,
  publishedAt: nullableTimestamp,
  publishedBy: nullableString,
  tasks: v.number(),
  fields: v.number(),
  /** The outside systems its tasks work on, each once, in the order of the tasks. */
  systems: v.array(v.string()),
});

/** One type with the version in force and the drafts that wait. */
export const listedTemplate = v.object({
  key: v.string(),
  name: v.string(),
  category: v.string(),
  summary: v.string(),
  isOffered: v.boolean(),
  published: v.union(listedVersion, v.null()),
  drafts: v.array(listedVersion),
});

/** Every type of the catalog, by category and name. */
export async function listTemplates(ctx: ReadCtx): Promise<Infer<typeof listedTemplate>[]> {
  const types = await ctx.db.query("requestTypes").withIndex("by_key").take(MAX_TYPES);
  const rows = await Promise.all(
    types
      .filter(({ key }) => !isOwnType(key))
      .map(async ({ key, name, category, summary, isOffered, publishedVersion }) => {
        const published = publishedVersion === undefined ? null : await versionOf(ctx, key, publishedVersion);
        const drafts = await draftsOf(ctx, key);
        return {
          key,
          name,
          category,
          summary,
          isOffered,
          published: published && (await shownVersion(ctx, published)),
          drafts: await Promise.all(drafts.map((draft) => shownVersion(ctx, draft))),
        };
      }),
  );
  return rows.toSorted((a, b) => a.category.localeCompare(b.category) || a.name.localeCompare(b.name));
}

/** The versions of a type, newest first. */
export async function versionsOf(ctx: ReadCtx, key: string): Promise<Infer<typeof listedVersion>[]> {
  const versions = await ctx.db
    .query("requestTypeVersions")
    .withIndex("by_type", (q) => q.eq("typeKey", key))
    .order("desc")
    .take(SHOWN_VERSIONS);
  return await Promise.all(versions.map((version) => shownVersion(ctx, version)));
}

async function shownVersion(ctx: ReadCtx, row: Doc<"requestTypeVersions">): Promise<Infer<typeof listedVersion>> {
  const {
    version,
    status,
    note,
    createdAt,
    createdById,
    updatedAt,
    updatedById,
    publishedAt,
    publishedById,
    definition,
  } = row;
  return {
    version,
    status,
    createdAt,
    note: note ?? null,
    createdBy: await nameOrNull(ctx, createdById),
    updatedAt: updatedAt ?? createdAt,
    updatedBy: await nameOrNull(ctx, updatedById ?? createdById),
    publishedAt: publishedAt ?? null,
    publishedBy: await nameOrNull(ctx, publishedById),
    tasks: definition.tasks.length,
    fields: definition.fields.length,
    systems: systemsOf(definition),
  };
}

function systemsOf({ tasks }: Doc<"requestTypeVersions">["definition"]): string[] {
  const inOrder = tasks.toSorted((a, b) => a.order - b.order);
  return [...new Set(inOrder.flatMap(({ type }) => typeOf(type)?.connector ?? []))];
}

async function nameOrNull(ctx: ReadCtx, id: Id<"people"> | undefined): Promise<string | null> {
  return id === undefined ? null : await nameOf(ctx, id);
}

/** One version with everything its editor needs. */
export const shownTemplate = v.object({
  key: v.string(),
  name: v.string(),
  isOffered: v.boolean(),
  definition: requestTypeDefinition,
  note: nullableString,
  draft: v.object({
    version: v.number(),
    status: versionStatus,
    revision: v.number(),
    lastEditor: v.union(v.null(), v.object({ id: v.string(), name: v.string() })),
    publishedVersion: v.union(v.number(), v.null()),
  }),
  updatedAt: timestamp,
  needsSecondPerson: v.boolean(),
  holders: v.record(roleName, v.number()),
  people: v.array(v.object({ id: v.id("people"), name: v.string(), isActive: v.boolean() })),
});

/** One version, or null when there is none (any more). */
export async function templateView(
  ctx: ReadCtx,
  key: string,
  number: number,
): Promise<Infer<typeof shownTemplate> | null> {
  const type = await typeByKey(ctx, key);
  const version = type && (await versionOf(ctx, key, number));
  if (!version) return null;
  const { portal } = await factsFor(ctx, version.definition);
  return {
    key,
    name: type.name,
    isOffered: type.isOffered,
    definition: version.definition,
    note: version.note ?? null,
    draft: await draftFactsOf(ctx, version, type),
    updatedAt: version.updatedAt ?? version.publishedAt ?? version.createdAt,
    needsSecondPerson: needsSecondPerson(),
    ...portal,
  };
}

/** Where a task type is used: a version in force, or a draft. */
export const taskTypeUse = v.object({
  key: v.string(),
  name: v.string(),
  version: v.number(),
  status: versionStatus,
  tasks: v.array(v.string()),
});

/** A task type as the catalog of task types shows it. */
export const shownTaskType = v.object({
  name: v.string(),
  title: v.string(),
  executor: v.union(v.literal("approval"), v.literal("manual"), v.literal("connector"), v.literal("portal")),
  connector: nullableString,
  operation: nullableString,
  inputs: v.array(v.object({ name: v.string(), what: v.string(), isRequired: v.boolean() })),
  output: v.string(),
  timeoutMs: v.number(),
  maxAttempts: v.number(),
  isIdempotent: v.boolean(),
  hasDryRun: v.boolean(),
  compensation: nullableString,
  usedBy: v.array(taskTypeUse),
});

/** Every task type a template may have, and which templates do. */
export async function taskTypesInUse(ctx: ReadCtx): Promise<Infer<typeof shownTaskType>[]> {
  const uses = new Map<string, Infer<typeof taskTypeUse>[]>();
  const types = await ctx.db.query("requestTypes").withIndex("by_key").take(MAX_TYPES);
  for (const { key, name, publishedVersion } of types) {
    const published = publishedVersion === undefined ? null : await versionOf(ctx, key, publishedVersion);
    for (const { version, status, definition } of [...(published ? [published] : []), ...(await draftsOf(ctx, key))]) {
      for (const [type, tasks] of Map.groupBy(definition.tasks, (task) => task.type)) {
        uses.set(type, [
          ...(uses.get(type) ?? []),
          { key, name, version, status, tasks: tasks.map((task) => task.key) },
        ]);
      }
    }
  }
  return templateTaskTypes().map((type: TaskTypeWorkings) => ({
    ...type,
    inputs: type.inputs.map((input) => ({ ...input })),
    usedBy: uses.get(type.name) ?? [],
  }));
}
