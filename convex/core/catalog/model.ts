/** The catalog's types and versions: reading them, and publishing what the code ships. */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { RoleName } from "../../access/roles";
import { refuse } from "../../lib/errors";
import { hashOfJson } from "../../lib/hash";
import { recordEvent, SYSTEM } from "../audit/model";
import { whyNotOffered } from "./rules/offer";
import type { RequestTypeDefinition } from "./table";
import { configuredCompany, forCompany } from "./types/company";
import { isOwnType, OWN_TYPES, SHIPPED_TYPES } from "./types/index";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** More types than a catalog can show well. */
const MAX_TYPES = 200;

/** A type with one of its versions. */
export interface VersionedType {
  readonly type: Doc<"requestTypes">;
  readonly version: Doc<"requestTypeVersions">;
}

/** The type with this key, or null. */
export async function typeByKey(ctx: ReadCtx, key: string): Promise<Doc<"requestTypes"> | null> {
  return await ctx.db
    .query("requestTypes")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}

/** What new requests of a type are made with, or null when nothing is published. */
export async function publishedVersion(ctx: ReadCtx, key: string): Promise<VersionedType | null> {
  const type = await typeByKey(ctx, key);
  if (type?.publishedVersion === undefined) return null;
  const version = await versionOf(ctx, key, type.publishedVersion);
  return version && { type, version };
}

/** One version of a type, or null: what a request keeps to the end (R4). */
export async function versionOf(
  ctx: ReadCtx,
  key: string,
  version: number,
): Promise<Doc<"requestTypeVersions"> | null> {
  return await ctx.db
    .query("requestTypeVersions")
    .withIndex("by_type", (q) => q.eq("typeKey", key).eq("version", version))
    .unique();
}

/** What the portal's own requests of a type are made with; installs it where that was not done before. */
export async function ownVersion(ctx: WriteCtx, key: keyof typeof OWN_TYPES, at: number): Promise<VersionedType> {
  const known = await publishedVersion(ctx, key);
  if (known) return known;
  await installOne(ctx, key, OWN_TYPES[key], at);
  return (await publishedVersion(ctx, key)) ?? refuse({ code: "not-found" });
}

/** Every type of the catalog that has a published version, with it; not those the portal alone makes. */
export async function publishedTypes(ctx: ReadCtx): Promise<VersionedType[]> {
  const types = await ctx.db.query("requestTypes").withIndex("by_key").take(MAX_TYPES);
  const found = await Promise.all(
    types.filter(({ key }) => !isOwnType(key)).map(({ key }) => publishedVersion(ctx, key)),
  );
  return found.filter((one) => one !== null);
}

/** The types somebody with these roles may ask for. */
export async function offeredTypes(ctx: ReadCtx, roles: readonly RoleName[]): Promise<VersionedType[]> {
  const types = await publishedTypes(ctx);
  return types.filter(
    ({ type, version }) =>
      whyNotOffered({ isOffered: type.isOffered, audience: version.definition.audience }, roles) === null,
  );
}

/**
 * Publishes what the code ships where it differs from what it shipped last. A version that a person published
 * stays: the shipped one waits beside it as a draft. Answers the keys that were changed; calling again changes nothing.
 */
export async function installShipped(ctx: WriteCtx, at: number): Promise<string[]> {
  const changed: string[] = [];
  const company = configuredCompany(process.env);
  for (const [key, definition] of Object.entries({ ...SHIPPED_TYPES, ...OWN_TYPES })) {
    if (await installOne(ctx, key, forCompany(definition, company), at)) changed.push(key);
  }
  return changed;
}

async function installOne(ctx: WriteCtx, key: string, definition: RequestTypeDefinition, at: number): Promise<boolean> {
  const shippedHash = hashOfJson(definition);
  const type = await typeByKey(ctx, key);
  if (type?.shippedHash === shippedHash) return false;
  const current = await publishedVersion(ctx, key);
  const latest = await latestVersion(ctx, key);
  const version = (latest?.version ?? 0) + 1;
  const isPersonal = current !== null && isByPerson(current.version);
  const status = isPersonal ? ("draft" as const) : ("published" as const);
  const note = isPersonal
    ? "Shipped with an update; the version published by a person stays in force"
    : "Shipped with the portal";
  await ctx.db.insert("requestTypeVersions", {
    typeKey: key,
    version,
    status,
    definition,
    note,
    createdAt: at,
    ...(isPersonal ? {} : { publishedAt: at }),
  });
  if (current && !isPersonal) await ctx.db.patch(current.version._id, { status: "retired" });
  const { name, category, summary } = definition;
  const shown = isPersonal ? {} : { name, category, summary, publishedVersion: version };
  if (type) await ctx.db.patch(type._id, { ...shown, shippedHash, updatedAt: at });
  else
    await ctx.db.insert("requestTypes", {
      key,
      name,
      category,
      summary,
      publishedVersion: version,
      isOffered: !isOwnType(key),
      shippedHash,
      updatedAt: at,
    });
  await recordEvent(ctx, {
    ...SYSTEM,
    action: isPersonal ? "template.shipped" : "template.published",
    targets: [{ type: "requestType", id: key, label: name }],
    context: { version, note },
    occurredAt: at,
  });
  return true;
}

async function latestVersion(ctx: ReadCtx, key: string): Promise<Doc<"requestTypeVersions"> | null> {
  return await ctx.db
    .query("requestTypeVersions")
    .withIndex("by_type", (q) => q.eq("typeKey", key))
    .order("desc")
    .first();
}

/** Whether a version is the work of somebody here, and not what the code ships. */
export function isByPerson({ createdById, publishedById }: Doc<"requestTypeVersions">): boolean {
  return createdById !== undefined || publishedById !== undefined;
}
