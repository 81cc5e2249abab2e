/** What a new request might repeat: the same asked before and still open, or access that is held already. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { meets } from "../../core/catalog/rules/conditions";
import { inputOf } from "../../core/catalog/rules/inputs";
import { accessKeyOf } from "../../core/tasks/rules/applied";
import { accessTo, loadInvolved } from "../steps/circle";
import { placesOf, type Prepared } from "./prepare";

type ReadCtx = Pick<QueryCtx, "db">;

/** Open requests and grants shown beside a form. */
const SHOWN = 5;

/** What a form repeats, as far as whoever asks may see it; of anything else they learn the bare fact. */
export interface Repeated {
  readonly duplicates: readonly Doc<"requests">[];
  readonly held: readonly Doc<"grants">[];
  /** The same is open in a request that they cannot open. */
  readonly hasHiddenDuplicate: boolean;
  /** The access was given by a request that they cannot open. */
  readonly hasHiddenGrant: boolean;
}

/**
 * Takes a checked form and the requests it belongs to, if any. Answers nothing where the requester may not ask for the
 * person.
 */
export async function repeatedBy(
  ctx: ReadCtx,
  prepared: Prepared,
  ownIds: readonly Id<"requests">[],
): Promise<Repeated> {
  if (prepared.errors["requestedFor"] !== undefined)
    return { duplicates: [], held: [], hasHiddenDuplicate: false, hasHiddenGrant: false };
  const open = await openDuplicates(ctx, prepared, ownIds);
  const duplicates: Doc<"requests">[] = [];
  for (const request of open) if (await mayOpen(ctx, prepared.requester, request)) duplicates.push(request);
  const given = await heldAlready(ctx, prepared);
  const held: Doc<"grants">[] = [];
  for (const grant of given)
    if (await mayOpen(ctx, prepared.requester, await ctx.db.get(grant.requestId))) held.push(grant);
  return {
    duplicates,
    held,
    hasHiddenDuplicate: duplicates.length < open.length,
    hasHiddenGrant: held.length < given.length,
  };
}

async function mayOpen(ctx: ReadCtx, person: Doc<"people">, request: Doc<"requests"> | null): Promise<boolean> {
  return request !== null && accessTo(await loadInvolved(ctx, request), person) !== null;
}

/** Why a file need not ask for something that is asked for already, in the words of sending it; or null. One read a row. */
export async function whyOpenAlready(
  ctx: ReadCtx,
  {
    targetKey,
    requester,
    name,
  }: { readonly targetKey: string; readonly requester: Doc<"people">; readonly name: string },
): Promise<string | null> {
  const [open] = await openOf(ctx, targetKey, 1);
  if (!open) return null;
  return (await mayOpen(ctx, requester, open))
    ? `${open.key} asks for the same and is still open`
    : `The same request is already open for ${name}`;
}

/** Open requests of the same type, target and person; not the one being written. */
async function openDuplicates(
  ctx: ReadCtx,
  { targetKey }: Prepared,
  ownIds: readonly Id<"requests">[],
): Promise<Doc<"requests">[]> {
  const found = await openOf(ctx, targetKey, SHOWN + ownIds.length);
  return found.filter(({ _id }) => !ownIds.includes(_id)).slice(0, SHOWN);
}

async function openOf(ctx: ReadCtx, targetKey: string, limit: number): Promise<Doc<"requests">[]> {
  return await ctx.db
    .query("requests")
    .withIndex("by_target", (q) => q.eq("targetKey", targetKey).eq("isOpen", true))
    .take(limit);
}

/** Access of this person that the request would give once more. */
async function heldAlready(ctx: ReadCtx, prepared: Prepared): Promise<Doc<"grants">[]> {
  const { grant, tasks } = prepared.definition;
  const task =
    grant &&
    tasks.find(
      ({ key, when }) => (key === grant.taskKey || key === grant.otherTaskKey) && meets(when, prepared.values),
    );
  if (!grant || !task) return [];
  const accessKey = accessKeyOf({ type: task.type, input: inputOf(task, placesOf(prepared, "")) }, grant.system);
  const held: Doc<"grants">[] = [];
  for (const state of ["Active", "Expiring"] as const) {
    held.push(
      ...(await ctx.db
        .query("grants")
        .withIndex("by_access", (q) => q.eq("accessKey", accessKey).eq("state", state))
        .take(SHOWN)),
    );
  }
  return held.slice(0, SHOWN);
}
