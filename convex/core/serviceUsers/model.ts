/** Steps over service users. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type By, recordEvent } from "../audit/model";
import { changedFields } from "../audit/rules";
import type { ServiceUserFields } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** More service users than one person answers for. */
const MAX_PER_PERSON = 100;

/** The service user with this name in its system, retired or not. */
export async function serviceUserByName(
  ctx: ReadCtx,
  system: ServiceUserFields["system"],
  name: string,
): Promise<Doc<"serviceUsers"> | null> {
  return await ctx.db
    .query("serviceUsers")
    .withIndex("by_name", (q) => q.eq("system", system).eq("name", name))
    .unique();
}

/** The service user a form was filled in for, or null: its answer to "requested for" names a person or one of these. */
export async function serviceUserOf(
  ctx: ReadCtx,
  form: Readonly<Record<string, unknown>>,
): Promise<Doc<"serviceUsers"> | null> {
  const named = form["requestedFor"];
  const id = typeof named === "string" ? ctx.db.normalizeId("serviceUsers", named) : null;
  return id && (await ctx.db.get(id));
}

/** The active service users somebody is the owner of, and those they are the deputy of. */
export async function answeredForBy(
  ctx: ReadCtx,
  personId: Id<"people">,
): Promise<{ owned: Doc<"serviceUsers">[]; deputised: Doc<"serviceUsers">[] }> {
  const owned = await ctx.db
    .query("serviceUsers")
    .withIndex("by_owner", (q) => q.eq("ownerId", personId).eq("state", "Active"))
    .take(MAX_PER_PERSON);
  const deputised = await ctx.db
    .query("serviceUsers")
    .withIndex("by_deputy", (q) => q.eq("deputyId", personId).eq("state", "Active"))
    .take(MAX_PER_PERSON);
  return { owned, deputised };
}

/** Gives a service user its row. */
export async function createServiceUser(
  ctx: WriteCtx,
  fields: Omit<ServiceUserFields, "state" | "updatedAt">,
  by: By,
): Promise<void> {
  const id = await ctx.db.insert("serviceUsers", { ...fields, state: "Active", updatedAt: by.at });
  await recordEvent(ctx, {
    actor: by.actor,
    impersonator: by.impersonator,
    action: "serviceUser.created",
    targets: [{ type: "serviceUser", id, label: fields.name }],
    changes: changedFields({}, { ownerId: fields.ownerId, deputyId: fields.deputyId }),
    occurredAt: by.at,
  });
}

/** Changes a service user and says so in the audit trail. */
export async function updateServiceUser(
  ctx: WriteCtx,
  known: Doc<"serviceUsers">,
  changes: Partial<Pick<ServiceUserFields, "ownerId" | "deputyId" | "state">>,
  event: By & { readonly action: string },
): Promise<void> {
  await ctx.db.patch(known._id, { ...changes, updatedAt: event.at });
  await recordEvent(ctx, {
    actor: event.actor,
    impersonator: event.impersonator,
    action: event.action,
    targets: [{ type: "serviceUser", id: known._id, label: known.name }],
    changes: changedFields({ ...known }, changes),
    occurredAt: event.at,
  });
}
