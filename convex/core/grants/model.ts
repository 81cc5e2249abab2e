/** Steps over grants that need no other noun. What is done to end one is in internal.ts and actions.ts. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type By, recordEvent, SYSTEM } from "../audit/model";
import { changedFields } from "../audit/rules";
import type { AuditConcern } from "../audit/table";
import { notify } from "../notifications/model";
import type { ConnectorName } from "../services/table";
import { nameOfGrant } from "./names";
import { isHeld, nextCheckOf, noticesDue, readingPatch, knownUseOf } from "./rules";

type WriteCtx = Pick<MutationCtx, "db">;
type ReadCtx = Pick<QueryCtx, "db">;

/** More grants of one access than ever stand side by side. */
const MAX_HELD_PER_ACCESS = 20;

/** What a request leaves behind. */
export interface NewGrant {
  readonly requestId: Id<"requests">;
  readonly taskId: Id<"requestTasks">;
  readonly typeKey: string;
  readonly beneficiaryId: Id<"people">;
  readonly system: string;
  readonly account?: ConnectorName;
  readonly description: string;
  readonly accessKey: string;
  readonly role?: string;
  readonly expiresAt?: number;
}

/** Gives access its row. A grant of the same access that still stands is superseded. */
export async function createGrant(ctx: WriteCtx, grant: NewGrant, by: By): Promise<Doc<"grants">> {
  const superseded = await heldOf(ctx, grant.accessKey);
  for (const earlier of superseded) {
    await updateGrant(
      ctx,
      earlier,
      {
        state: "Superseded",
        endedAt: by.at,
        nextCheckAt: undefined,
        endReason: "A later request gave the same access",
      },
      { ...by, action: "grant.superseded" },
    );
  }
  const facts = { state: "Active" as const, startsAt: by.at, expiresAt: grant.expiresAt, noticesGiven: [] };
  const id = await ctx.db.insert("grants", {
    ...grant,
    ...facts,
    ...knownUseOf(superseded),
    nextCheckAt: nextCheckOf(facts, by.at),
    removalAttempts: 0,
    updatedAt: by.at,
    version: 1,
  });
  const targets = [
    { type: "grant", id, label: grant.description },
    { type: "request", id: grant.requestId },
  ];
  const { actor, impersonator } = by;
  const concern = await concernOfGrant(ctx, grant);
  await recordEvent(ctx, {
    actor,
    impersonator,
    action: "grant.created",
    targets,
    concern,
    context: { expiresAt: grant.expiresAt ?? null },
    occurredAt: by.at,
  });
  return (await ctx.db.get(id)) as Doc<"grants">; // inserted just now
}

/**
 * Whom events of a grant concern beside its parties and the admins: governance where its request touches a data domain.
 */
async function concernOfGrant(ctx: ReadCtx, { requestId }: Pick<NewGrant, "requestId">): Promise<AuditConcern> {
  return (await ctx.db.get(requestId))?.domainKey === undefined ? "general" : "domains";
}

/** The access a task gave last, or null. */
export async function grantOfTask(ctx: ReadCtx, taskId: Id<"requestTasks">): Promise<Doc<"grants"> | null> {
  return await ctx.db
    .query("grants")
    .withIndex("by_task", (q) => q.eq("taskId", taskId))
    .order("desc")
    .first();
}

/** The grants of an access that stand now. */
export async function heldOf(ctx: ReadCtx, accessKey: string): Promise<Doc<"grants">[]> {
  const rows = [];
  for (const state of ["Active", "Expiring"] as const) {
    rows.push(
      ...(await ctx.db
        .query("grants")
        .withIndex("by_access", (q) => q.eq("accessKey", accessKey).eq("state", state))
        .take(MAX_HELD_PER_ACCESS)),
    );
  }
  return rows;
}

/** Lets the grants stand again that ended because this one began, with the end they had; answers how many. */
export async function reinstateEarlier(ctx: WriteCtx, grant: Doc<"grants">, by: By): Promise<number> {
  const superseded = await ctx.db
    .query("grants")
    .withIndex("by_access", (q) => q.eq("accessKey", grant.accessKey).eq("state", "Superseded"))
    .order("desc")
    .take(MAX_HELD_PER_ACCESS);
  const earlier = superseded.filter(({ endedAt }) => endedAt === grant.startsAt);
  for (const one of earlier) {
    const state = one.noticesGiven.length > 0 ? ("Expiring" as const) : ("Active" as const);
    const nextCheckAt = nextCheckOf({ ...one, state }, by.at);
    await updateGrant(
      ctx,
      one,
      { state, nextCheckAt, endedAt: undefined, endReason: undefined },
      { ...by, action: "grant.reinstated" },
    );
  }
  return earlier.length;
}

/** Changes a grant and says so in the audit trail. */
export async function updateGrant(
  ctx: WriteCtx,
  grant: Doc<"grants">,
  changes: Partial<Omit<Doc<"grants">, "_id" | "_creationTime" | "version" | "updatedAt">>,
  event: By & { readonly action: string; readonly reason?: string },
): Promise<Doc<"grants">> {
  const patch = { ...changes, updatedAt: event.at, version: grant.version + 1 };
  await ctx.db.patch(grant._id, patch);
  await recordEvent(ctx, {
    actor: event.actor,
    impersonator: event.impersonator,
    action: event.action,
    targets: [
      { type: "grant", id: grant._id, label: grant.description },
      { type: "request", id: grant.requestId },
    ],
    concern: await concernOfGrant(ctx, grant),
    changes: changedFields({ ...grant }, changes),
    context: event.reason === undefined ? {} : { reason: event.reason },
    occurredAt: event.at,
  });
  return { ...grant, ...patch };
}

/** Tells the holder what is due to be told, and sets the next look. */
export async function giveNotices(ctx: WriteCtx, grant: Doc<"grants">, extendTo: string, at: number): Promise<void> {
  const due = noticesDue(grant, at);
  const noticesGiven = [...grant.noticesGiven, ...due];
  const state = due.length > 0 && isHeld(grant) ? ("Expiring" as const) : grant.state;
  const nextCheckAt = nextCheckOf({ ...grant, state, noticesGiven }, at);
  await updateGrant(ctx, grant, { noticesGiven, state, nextCheckAt }, { ...SYSTEM, at, action: "grant.noticed" });
  const last = due.at(-1);
  if (last === undefined) return;
  const { description } = await nameOfGrant(ctx, grant);
  await notify(ctx, {
    recipientId: grant.beneficiaryId,
    kind: "access.expiring",
    step: last,
    subject: { type: "grant", id: grant._id, label: description },
    title: `Your access ends in ${last}: ${description}`,
    body: "Ask for an extension if you still need it. Without one, it is removed automatically.",
    to: extendTo,
    isCritical: true,
    at,
  });
}

/** Notes what the system's record says about the use of an access. A reading leaves no trace in the audit trail. */
export async function noteUse(
  ctx: WriteCtx,
  id: Id<"grants">,
  reading: { readonly lastUsedAt: number | null; readonly asOf: number; readonly since: number },
): Promise<void> {
  const grant = await ctx.db.get(id);
  const patch = grant && isHeld(grant) ? readingPatch(grant, reading) : null;
  if (patch) await ctx.db.patch(id, patch);
}

/** Grants of a person in one state, the first to end first. */
export async function grantsOf(
  ctx: ReadCtx,
  beneficiaryId: Id<"people">,
  state: Doc<"grants">["state"],
  limit: number,
): Promise<Doc<"grants">[]> {
  return await ctx.db
    .query("grants")
    .withIndex("by_beneficiary", (q) => q.eq("beneficiaryId", beneficiaryId).eq("state", state))
    .take(limit);
}

/** More systems than there are: a bound, not a rule. */
const MAX_SYSTEMS = 20;

/**
 * The systems in which grants that stand are an account of a person, found by a look or two into the index for each.
 */
export async function accountSystemsOf(ctx: ReadCtx, beneficiaryId: Id<"people">): Promise<ConnectorName[]> {
  const systems: ConnectorName[] = [];
  let last: ConnectorName | undefined;
  for (let looked = 0; looked < MAX_SYSTEMS; looked += 1) {
    const after = last;
    // Behind "none" when it begins: a missing value sorts before every name.
    const next: Doc<"grants"> | null = await ctx.db
      .query("grants")
      .withIndex("by_account", (q) => q.eq("beneficiaryId", beneficiaryId).gt("account", after))
      .first();
    if (!next?.account) break;
    last = next.account;
    if (isHeld(next) || (await holdsAccount(ctx, beneficiaryId, last))) systems.push(last);
  }
  return systems;
}

async function holdsAccount(ctx: ReadCtx, beneficiaryId: Id<"people">, account: ConnectorName): Promise<boolean> {
  for (const state of ["Active", "Expiring"] as const) {
    if (
      await ctx.db
        .query("grants")
        .withIndex("by_account", (q) => q.eq("beneficiaryId", beneficiaryId).eq("account", account).eq("state", state))
        .first()
    )
      return true;
  }
  return false;
}

/** One batch of grants that have to be looked at. */
export async function grantsDue(ctx: ReadCtx, at: number, limit: number): Promise<Doc<"grants">[]> {
  return await ctx.db
    .query("grants")
    .withIndex("by_check", (q) => q.gt("nextCheckAt", undefined).lte("nextCheckAt", at))
    .take(limit);
}
