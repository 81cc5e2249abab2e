/** Steps over saved views. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refuse, refuseIf } from "../../lib/errors";
import { type By, recordEvent } from "../audit/model";
import { changedFields } from "../audit/rules";
import { MAX_VIEWS, whyNotSave } from "./rules";
import type { ViewScreen, ViewSearch } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Shared views of others that are offered. */
const SHOWN_SHARED = 100;
/** Defaults taken back per removed view: more people than ever open one list. */
const MAX_DEFAULTS = 1000;

/** A person's own views of a list by name. */
export async function ownViews(ctx: ReadCtx, ownerId: Id<"people">, screen: ViewScreen): Promise<Doc<"savedViews">[]> {
  return await ctx.db
    .query("savedViews")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId).eq("screen", screen))
    .take(MAX_VIEWS);
}

/** The views of a list that somebody shares, by name. */
export async function sharedViews(ctx: ReadCtx, screen: ViewScreen): Promise<Doc<"savedViews">[]> {
  return await ctx.db
    .query("savedViews")
    .withIndex("by_shared", (q) => q.eq("screen", screen).eq("isShared", true))
    .take(SHOWN_SHARED);
}

/** The row that says with which view a person's list opens. */
export async function defaultOf(
  ctx: ReadCtx,
  personId: Id<"people">,
  screen: ViewScreen,
): Promise<Doc<"defaultViews"> | null> {
  return await ctx.db
    .query("defaultViews")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("screen", screen))
    .unique();
}

/** What is saved of a view. */
export interface ViewFields {
  readonly screen: ViewScreen;
  readonly name: string;
  readonly search: ViewSearch;
  readonly isShared: boolean;
}

/** Saves a new view, or what an own one is from now on. Names are unique among a person's views of a list. */
export async function saveView(
  ctx: WriteCtx,
  ownerId: Id<"people">,
  viewId: Id<"savedViews"> | null,
  fields: ViewFields,
  by: By,
): Promise<Id<"savedViews">> {
  refuseIf(whyNotSave(fields));
  const known = viewId && (await ownView(ctx, ownerId, viewId));
  const name = fields.name.trim();
  const others = await ownViews(ctx, ownerId, fields.screen);
  if (others.some((view) => view.name === name && view._id !== known?._id))
    refuse({ code: "duplicate", message: `You already have a view named “${name}”.` });
  if (!known && others.length >= MAX_VIEWS) refuse({ code: "too-many", max: MAX_VIEWS });
  const saved = { ...fields, name, updatedAt: by.at };
  const id = known ? known._id : await ctx.db.insert("savedViews", { ...saved, ownerId, createdAt: by.at });
  if (known) await ctx.db.patch(known._id, saved);
  const changes = changedFields(known ? { ...known } : {}, { name, search: fields.search, isShared: fields.isShared });
  await record(ctx, known ? "view.changed" : "view.saved", { _id: id, name }, by, changes);
  return id;
}

/** Removes an own view, also as anybody's default. */
export async function removeView(
  ctx: WriteCtx,
  ownerId: Id<"people">,
  viewId: Id<"savedViews">,
  by: By,
): Promise<void> {
  const view = await ownView(ctx, ownerId, viewId);
  for (const row of await ctx.db
    .query("defaultViews")
    .withIndex("by_view", (q) => q.eq("viewId", viewId))
    .take(MAX_DEFAULTS))
    await ctx.db.delete(row._id);
  await ctx.db.delete(viewId);
  await record(ctx, "view.removed", view, by);
}

/** Opens a person's list with a view from now on, or with none. */
export async function setDefault(
  ctx: WriteCtx,
  personId: Id<"people">,
  { screen, view }: { screen: ViewScreen; view: Doc<"savedViews"> | null },
  by: By,
): Promise<void> {
  const known = await defaultOf(ctx, personId, screen);
  if ((known?.viewId ?? null) === (view?._id ?? null)) return;
  if (known) await ctx.db.delete(known._id);
  if (view) await ctx.db.insert("defaultViews", { personId, screen, viewId: view._id });
  await recordEvent(ctx, {
    actor: by.actor,
    impersonator: by.impersonator,
    action: "view.defaultChanged",
    targets: view ? [viewTarget(view)] : [],
    context: { screen },
    occurredAt: by.at,
  });
}

/** A view somebody owns; to others it does not exist. */
async function ownView(ctx: ReadCtx, ownerId: Id<"people">, viewId: Id<"savedViews">): Promise<Doc<"savedViews">> {
  const view = await ctx.db.get(viewId);
  if (view?.ownerId !== ownerId) refuse({ code: "not-found" });
  return view;
}

async function record(
  ctx: WriteCtx,
  action: string,
  view: Pick<Doc<"savedViews">, "_id" | "name">,
  by: By,
  changes: ReturnType<typeof changedFields> = [],
): Promise<void> {
  await recordEvent(ctx, {
    actor: by.actor,
    impersonator: by.impersonator,
    action,
    targets: [viewTarget(view)],
    changes,
    occurredAt: by.at,
  });
}

function viewTarget({ _id, name }: Pick<Doc<"savedViews">, "_id" | "name">) {
  return { type: "view", id: _id, label: name };
}
