/**
 * Drafts of request types: begun as a copy, saved with compare-and-set, published or discarded. Requests keep their
 * version (R4).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse, refuseIf } from "../../lib/errors";
import { shorten } from "../../lib/pure/text";
import { recordEvent, type Attribution } from "../audit/model";
import { changedFields } from "../audit/rules";
import { nameOf } from "../people/model";
import { typeByKey, versionOf } from "./model";
import { factsFor } from "./portalFacts";
import { validate } from "./rules/problems/validation";
import {
  MAX_DRAFTS,
  NOTE_MAX_LENGTH,
  whyNotBegin,
  whyNotConfirmed,
  whyNotEdit,
  whyNotKeep,
  whyNotPublish,
  type DraftFacts,
} from "./rules/publish";
import type { RequestTypeDefinition } from "./table";
import { isOwnType } from "./types/index";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Who changes a draft, and when. */
export interface Editing extends Attribution {
  readonly personId: Id<"people">;
  readonly at: number;
}

/** A draft as somebody looks at it. */
export interface DraftRef {
  readonly key: string;
  readonly version: number;
  readonly revision: number;
}

/** The drafts of a type, newest first. */
export async function draftsOf(ctx: ReadCtx, key: string): Promise<Doc<"requestTypeVersions">[]> {
  return await ctx.db
    .query("requestTypeVersions")
    .withIndex("by_status", (q) => q.eq("typeKey", key).eq("status", "draft"))
    .order("desc")
    .take(MAX_DRAFTS);
}

/** Who changed a version last, or null when nobody did but the portal. */
export async function lastEditorOf(
  ctx: ReadCtx,
  { updatedById, createdById }: Doc<"requestTypeVersions">,
): Promise<DraftFacts["lastEditor"]> {
  const id = updatedById ?? createdById;
  return id === undefined ? null : { id, name: await nameOf(ctx, id) };
}

/** What the rules about drafts look at. */
export async function draftFactsOf(
  ctx: ReadCtx,
  draft: Doc<"requestTypeVersions">,
  type: Doc<"requestTypes">,
): Promise<DraftFacts> {
  const { version, status, revision = 0 } = draft;
  return {
    version,
    status,
    revision,
    lastEditor: await lastEditorOf(ctx, draft),
    publishedVersion: type.publishedVersion ?? null,
  };
}

/** Whether in this deployment a second super admin publishes. It does unless the operator says otherwise. */
export function needsSecondPerson(): boolean {
  return process.env.PUBLISH_BY_SECOND_PERSON !== "0";
}

/** Begins a draft as a copy of a version; answers its number. */
export async function beginDraft(
  ctx: WriteCtx,
  { key, from }: { readonly key: string; readonly from: number },
  by: Editing,
): Promise<number> {
  if (isOwnType(key)) refuse({ code: "not-found" });
  const { type, version: source } = await loadVersion(ctx, key, from);
  refuseIf(whyNotBegin((await draftsOf(ctx, key)).length));
  const latest = await ctx.db
    .query("requestTypeVersions")
    .withIndex("by_type", (q) => q.eq("typeKey", key))
    .order("desc")
    .first();
  const version = (latest?.version ?? 0) + 1;
  await ctx.db.insert("requestTypeVersions", {
    typeKey: key,
    version,
    status: "draft",
    definition: source.definition,
    createdAt: by.at,
    createdById: by.personId,
    revision: 0,
  });
  await record(ctx, "template.drafted", type, by, { context: { version, from } });
  return version;
}

/** Saves a draft; answers its new revision. */
export async function saveDraft(
  ctx: WriteCtx,
  ref: DraftRef,
  change: { readonly definition: RequestTypeDefinition; readonly note?: string },
  by: Editing,
): Promise<number> {
  const { type, draft } = await loadDraft(ctx, ref);
  refuseIf(whyNotKeep(change.definition));
  const revision = ref.revision + 1;
  const note = change.note === undefined ? draft.note : shorten(change.note.trim(), NOTE_MAX_LENGTH) || undefined;
  await ctx.db.patch(draft._id, {
    definition: change.definition,
    note,
    revision,
    updatedAt: by.at,
    updatedById: by.personId,
  });
  // What a draft holds concerns nobody before it is published; then the audit trail gets the whole difference.
  const parts = changedFields({ ...draft.definition }, { ...change.definition }).map(({ field }) => field);
  await record(ctx, "template.saved", type, by, { context: { version: ref.version, revision, parts } });
  return revision;
}

/** Throws a draft away. No request was ever made with it. */
export async function discardDraft(ctx: WriteCtx, ref: DraftRef, by: Editing): Promise<void> {
  const { type, draft } = await loadDraft(ctx, ref);
  await ctx.db.delete(draft._id);
  await record(ctx, "template.discarded", type, by, { context: { version: ref.version, note: draft.note ?? null } });
}

/** Publishes a draft: new requests are made with it, and those that exist keep theirs. */
export async function publishDraft(ctx: WriteCtx, ref: DraftRef, confirmation: string, by: Editing): Promise<void> {
  const { type, draft } = await loadDraft(ctx, ref);
  refuseIf(whyNotConfirmed(confirmation, ref.key));
  const { facts } = await factsFor(ctx, draft.definition);
  const problems = validate(draft.definition, facts);
  const publishing = { personId: by.personId, needsSecondPerson: needsSecondPerson(), problems: problems.length };
  refuseIf(whyNotPublish(await draftFactsOf(ctx, draft, type), publishing));
  const before = type.publishedVersion === undefined ? null : await versionOf(ctx, ref.key, type.publishedVersion);
  if (before) await ctx.db.patch(before._id, { status: "retired" });
  await ctx.db.patch(draft._id, { status: "published", publishedAt: by.at, publishedById: by.personId });
  const { name, category, summary } = draft.definition;
  await ctx.db.patch(type._id, { name, category, summary, publishedVersion: ref.version, updatedAt: by.at });
  await record(ctx, "template.published", { ...type, name }, by, {
    context: {
      version: ref.version,
      editedById: draft.updatedById ?? draft.createdById ?? null,
      note: draft.note ?? null,
    },
    changes: [
      ...changedFields({ publishedVersion: type.publishedVersion }, { publishedVersion: ref.version }),
      ...changedFields({ ...before?.definition }, { ...draft.definition }),
    ],
  });
}

/** Takes a type out of the catalog, or offers it again. Requests that exist go on. */
export async function setOffered(ctx: WriteCtx, key: string, isOffered: boolean, by: Editing): Promise<void> {
  const type = isOwnType(key) ? null : await typeByKey(ctx, key);
  if (!type) refuse({ code: "not-found" });
  if (type.isOffered === isOffered) return;
  await ctx.db.patch(type._id, { isOffered, updatedAt: by.at });
  await record(ctx, isOffered ? "template.offered" : "template.retired", type, by, {
    changes: changedFields({ isOffered: type.isOffered }, { isOffered }),
  });
}

/** A version that must exist, with its type. */
export async function loadVersion(
  ctx: ReadCtx,
  key: string,
  number: number,
): Promise<{ type: Doc<"requestTypes">; version: Doc<"requestTypeVersions"> }> {
  const type = await typeByKey(ctx, key);
  const version = type && (await versionOf(ctx, key, number));
  if (!version) refuse({ code: "not-found" });
  return { type, version };
}

async function loadDraft(
  ctx: ReadCtx,
  { key, version: number, revision }: DraftRef,
): Promise<{ type: Doc<"requestTypes">; draft: Doc<"requestTypeVersions"> }> {
  const { type, version: draft } = await loadVersion(ctx, key, number);
  refuseIf(whyNotEdit(await draftFactsOf(ctx, draft, type), revision));
  return { type, draft };
}

type Recorded = Pick<Parameters<typeof recordEvent>[1], "context" | "changes">;

async function record(
  ctx: WriteCtx,
  action: string,
  { key, name }: Pick<Doc<"requestTypes">, "key" | "name">,
  by: Editing,
  recorded: Recorded,
): Promise<void> {
  await recordEvent(ctx, {
    actor: by.actor,
    impersonator: by.impersonator,
    action,
    targets: [{ type: "requestType", id: key, label: name }],
    occurredAt: by.at,
    ...recorded,
  });
}
