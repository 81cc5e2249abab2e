/** A small world of notifications for tests: who is told what about which request. */

import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { notify, type Notice } from "../core/notifications/model";
import { submitted } from "../process/requests.testing";
import { aWorld, type TestPerson } from "../testing/world.testing";

/** Tells somebody that something happened to a request; only what matters is given. */
export async function tell(
  ctx: MutationCtx,
  recipientId: Id<"people">,
  request: Pick<Doc<"requests">, "_id" | "key">,
  notice: Partial<Notice> = {},
): Promise<void> {
  await notify(ctx, {
    kind: "request.progress",
    title: "A task was completed",
    to: `/requests/${request._id}`,
    subject: { type: "request", id: request._id, label: request.key },
    recipientId,
    at: Date.now(),
    ...notice,
  });
}

/** A request of this person with one manual task. */
export async function aRequest(ctx: MutationCtx, requesterId: Id<"people">, title?: string): Promise<Doc<"requests">> {
  return await submitted(ctx, requesterId, [{ type: "manual_check" }], title);
}

/** An approval of the request's first task in which these people have a seat. */
export async function anApproval(
  ctx: MutationCtx,
  request: Doc<"requests">,
  seatsFor: readonly Id<"people">[],
): Promise<Id<"approvals">> {
  const task = await ctx.db
    .query("requestTasks")
    .withIndex("by_request", (q) => q.eq("requestId", request._id))
    .first();
  if (!task) throw new Error("The request has no task");
  const policy = {
    title: "Decide",
    rule: { kind: "manager" as const },
    quorum: { kind: "any" as const },
    expireAfterHours: 72,
  };
  const now = Date.now();
  const parts = { requestId: request._id };
  const approvalId = await ctx.db.insert("approvals", {
    ...parts,
    taskId: task._id,
    typeKey: "test",
    formHash: request.formHash,
    policy: { steps: [policy], distinctSteps: false },
    state: "Pending",
    openedAt: now,
    createdAt: now,
    updatedAt: now,
    version: 1,
  });
  const stepId = await ctx.db.insert("approvalSteps", {
    ...parts,
    approvalId,
    order: 1,
    policy,
    state: "Active",
    exclusions: [],
  });
  for (const personId of seatsFor)
    await ctx.db.insert("approvalSeats", {
      ...parts,
      approvalId,
      stepId,
      personId,
      source: "rule",
      activeFrom: now,
      isPending: true,
    });
  return approvalId;
}

/** Ada with a request of hers. */
export async function adasWorld() {
  const world = await aWorld();
  const ada = await world.person("ada");
  const request = await world.run((ctx) => aRequest(ctx, ada.id));
  return {
    world,
    ada,
    request,
    tellAda: (notice: Partial<Notice> = {}) => world.run((ctx: MutationCtx) => tell(ctx, ada.id, request, notice)),
  };
}

/** What somebody's inbox shows, both of its sections, or another tab. */
export async function groupsOf(person: TestPerson, tab: "inbox" | "snoozed" | "archived" = "inbox", numItems = 25) {
  const { mine, needsMe } = api.notifications.queries;
  const { page } = await person.query(mine, { tab, paginationOpts: { numItems, cursor: null } });
  return tab === "inbox" ? [...(await person.query(needsMe, {})), ...page] : page;
}
/** The same without the groups. */
export const itemsOf = async (person: TestPerson, tab: "inbox" | "snoozed" | "archived" = "inbox") =>
  (await groupsOf(person, tab)).flatMap(({ items }) => items);
export const idsOf = async (person: TestPerson) => (await itemsOf(person)).map(({ id }) => id);

/** Ada, and the mails about what she is told. */
export async function adasMails() {
  const { world, ...ada } = await adasWorld();
  return {
    ...ada,
    world,
    /** Lets time pass, then the cron run. */
    after: async (ms: number) => {
      await world.advance(ms);
      await world.internal(internal.notifications.internal.mailDue, {});
    },
    mails: () => world.rows("mailOutbox"),
  };
}
