/** Changing the catalog: drafts of request types, and which types are offered. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { requestTypeDefinition } from "../core/catalog/table";
import * as versions from "../core/catalog/versions";

const draftRef = { key: v.string(), version: v.number(), revision: v.number() };

function editing({ viewer }: ViewerMutationCtx): versions.Editing {
  return { ...attributionOf(viewer), personId: viewer.person._id, at: Date.now() };
}

/** Begins a draft as a copy of a version; answers the draft's number. */
export const createDraft = guardedMutation("templates.write", {
  args: { key: v.string(), from: v.number() },
  returns: v.number(),
  handler: async (ctx, args) => await versions.beginDraft(ctx, args, editing(ctx)),
});

/** Saves a draft that nobody saved since `revision`; answers the new revision. */
export const saveDraft = guardedMutation("templates.write", {
  args: { ...draftRef, definition: requestTypeDefinition, note: v.optional(v.string()) },
  returns: v.number(),
  handler: async (ctx, { definition, note, ...ref }) =>
    await versions.saveDraft(ctx, ref, { definition, note }, editing(ctx)),
});

/** Throws a draft away. */
export const discardDraft = guardedMutation("templates.write", {
  args: draftRef,
  returns: v.null(),
  handler: async (ctx, ref) => {
    await versions.discardDraft(ctx, ref, editing(ctx));
    return null;
  },
});

/** Publishes a draft that has no problems; `confirmation` is the key of the type. */
export const publish = guardedMutation("templates.write", {
  args: { ...draftRef, confirmation: v.string() },
  returns: v.null(),
  handler: async (ctx, { confirmation, ...ref }) => {
    await versions.publishDraft(ctx, ref, confirmation, editing(ctx));
    return null;
  },
});

/** Takes a type out of the catalog, or offers it again. */
export const setOffered = guardedMutation("templates.write", {
  args: { key: v.string(), isOffered: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { key, isOffered }) => {
    await versions.setOffered(ctx, key, isOffered, editing(ctx));
    return null;
  },
});
