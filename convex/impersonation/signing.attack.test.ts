/**
 * Whatever somebody says or does through another person's eyes is signed with both names wherever it is read: in the
 * story of the request, its conversation, its edits, who asks, and notices.
 */

import { makeFunctionReference } from "convex/server";
import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { CAPABILITIES, type Capability } from "../access/rules";
import { ARGS } from "../lib/publicApi.args.testing";
import { anEditableRequestOf, anUploadOf, anUploadTicketOf, aRequestOf } from "../lib/publicApi.scene.testing";
import { publicFunctions } from "../lib/publicApi.testing";
import { HOUR_MS } from "../lib/pure/time";
import { aPendingStep, stepNow, tasksNow } from "../process/requests.testing";
import { addTask } from "../process/settling/requestMoves";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const ALONE = "Ada Tester";
const BOTH = "Sam Tester for Ada Tester";

/** What each call through an act window leaves for others to read. */
const READ: Readonly<Record<string, readonly string[]>> = {
  "grants/mutations:extend": [`Begun as a draft: ${BOTH}`, `Sent: ${BOTH}`, `Asked by ${BOTH}`],
  "requests/mutations:saveDraft": [`Begun as a draft: ${BOTH}`],
  "requests/mutations:submit": [`Begun as a draft: ${BOTH}`, `Sent: ${BOTH}`, `Asked by ${BOTH}`],
  "requests/mutations:addToCart": [`Begun as a draft: ${BOTH}`],
  "requests/mutations:submitCart": [`Sent: ${BOTH}`, `Asked by ${BOTH}`],
  "requests/mutations:submitAgain": [`Begun as a draft: ${BOTH}`],
  "requests/mutations:comment": [`Comment: ${BOTH}`, `Said by ${BOTH}`],
  "requests/mutations:deleteComment": [`Comment, deleted: ${BOTH}`, `Deleted by ${BOTH}`],
  "requests/mutations:answer": [`Answer: ${BOTH}`, `Said by ${BOTH}`, `${BOTH} answered your question in REQ-101`],
  "requests/mutations:cancel": [`Cancelled: ${BOTH}`],
  "requests/mutations:edit": [`Answers changed: ${BOTH}`, `Edited by ${BOTH}`],
  "requests/mutations:remind": [`${BOTH} reminds you to decide about REQ-101`],
};

/** Calls that leave nothing to read, and why. */
const UNREAD: Readonly<Record<string, string>> = {
  "grants/mutations:getBack": "finds the request that was made the first time",
  "requests/mutations:deleteDraft": "a draft is its writer's own, and gone",
  "requests/mutations:removeFromCart": "a draft is its writer's own",
  "requests/mutations:chooseReason": "a draft is its writer's own",
  "requests/mutations:saveJustification": "a cart is its writer's own",
  "requests/mutations:generateUploadUrl": "nobody sees a file before it is sent with a comment",
  "requests/mutations:takeUpFile": "nobody sees a file before it is sent with a comment",
  "requests/mutations:dropFile": "nobody sees a file before it is sent with a comment",
  "tasks/mutations:planAgain": "what a task would do is the portal's own answer",
};

/** Everything that changes something in the name of whoever is looked through. */
const inTheirName = publicFunctions.filter(
  ({ fn: { isQuery = false, capability = "" } }) =>
    !isQuery &&
    capability in CAPABILITIES &&
    ["acting", "target"].includes(CAPABILITIES[capability as Capability].whileImpersonating),
);

/** Sam, a super admin, acts through Ada's eyes from `acts` on. */
async function acting() {
  const world = await aWorld();
  const ada = await world.person("ada");
  const sam = await world.person("sam", { roles: ["staff", "superAdmin"], isSuperAdmin: true });
  const acts = async () => {
    const sessionId = await world.run((ctx) =>
      ctx.db.insert("impersonationSessions", {
        realPersonId: sam.id,
        impersonatingUserId: ada.id,
        mode: "act",
        reason: "Support",
        impersonationStartedAt: DAWN,
        impersonationExpiresAt: DAWN + HOUR_MS,
      }),
    );
    sam.shows(sessionId);
  };
  /** What people did, as it is read in all requests, and in notices that begin with Ada's name. */
  const read = async (): Promise<string[]> => {
    const lines: string[] = [];
    for (const { _id: request, submittedAt } of await world.rows("requests")) {
      const { entries } = await ada.query(api.requests.queries.timeline, { request });
      lines.push(...entries.filter(({ by }) => by?.includes(ALONE)).map(({ text, by }) => `${text}: ${by}`));
      const { comments } = await ada.query(api.requests.queries.comments, { request });
      lines.push(...comments.map(({ by, deletedBy }) => (deletedBy ? `Deleted by ${deletedBy}` : `Said by ${by}`)));
      const page = await ada.query(api.requests.queries.get, { request });
      lines.push(...page.edits.map(({ by }) => `Edited by ${by}`));
      if (submittedAt !== undefined) lines.push(`Asked by ${page.requestedBy}`);
    }
    const titles = (await world.rows("notifications")).map(({ title }) => title);
    return [...lines, ...titles.filter((title) => title.startsWith(ALONE) || title.startsWith(BOTH))];
  };
  return { world, ada, sam, acts, read };
}

/** Lines that were not there before. */
function added(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before];
  return after.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

test("(I8) every change in somebody's name stands here, with what is read of it or why nothing is", () => {
  expect([...Object.keys(READ), ...Object.keys(UNREAD)].toSorted()).toEqual(
    inTheirName.map(({ path }) => path).toSorted(),
  );
});

describe("(I8) what is read of a change in somebody's name says both", () => {
  test.each(inTheirName)("$path", async ({ path }) => {
    const { world, ada, sam, acts, read } = await acting();
    const args = await ARGS[path]?.("", { world, personId: ada.id });
    const before = await read();
    await acts();
    await sam.mutation(makeFunctionReference<"mutation">(path), args ?? {});
    const lines = added(before, await read());
    expect(lines.filter((line) => line.replaceAll(BOTH, "").includes(ALONE))).toEqual([]);
    expect(lines.toSorted()).toEqual([...(READ[path] ?? [])].toSorted());
  });
});

test("(I8) what somebody does themselves is signed with their name alone", async () => {
  const { ada, read, world } = await acting();
  const requestId = await aRequestOf({ world, personId: ada.id });
  await ada.mutation(api.requests.mutations.comment, { requestId, body: "Mine", visibility: "public" });
  await ada.mutation(api.requests.mutations.cancel, { requestId });
  expect((await read()).filter((line) => line.includes(" for "))).toEqual([]);
});

test("(I8) a comment written through somebody's eyes keeps both names when one of them is called otherwise", async () => {
  const { world, ada, sam, acts, read } = await acting();
  const requestId = await aRequestOf({ world, personId: ada.id });
  await acts();
  await sam.mutation(api.requests.mutations.comment, { requestId, body: "For her", visibility: "public" });
  await world.run(async (ctx) => {
    await ctx.db.patch(sam.id, { lastName: "Renamed", status: "removed" });
    await ctx.db.patch(ada.id, { lastName: "Married" });
  });
  expect(await read()).toContain("Said by Sam Renamed for Ada Married");
});

test("(I8) a cancelled request does not give a reason in the requester's name", async () => {
  const { world, ada, sam, acts } = await acting();
  const requestId = await aRequestOf({ world, personId: ada.id });
  await acts();
  await sam.mutation(api.requests.mutations.cancel, { requestId });
  expect(await world.rows("requests")).toMatchObject([{ cancelReason: `Cancelled by ${BOTH}` }]);
});

test("(I8) those who decide read both names: in their list, and in notices of words and edits", async () => {
  const { world, ada, sam, acts } = await acting();
  const bea = await world.person("bea");
  const { requestId, form, formHash } = await anEditableRequestOf({ world, personId: ada.id });
  await world.run(async (ctx) => {
    const request = await ctx.db.get(requestId);
    if (!request) return;
    await addTask(stepNow(ctx), request, { type: "approve_access", title: "Approve", order: 1, input: {} });
    const [task] = await tasksNow(ctx, request);
    if (task) await aPendingStep(ctx, task, [bea.id]);
    await ctx.db.patch(requestId, { impersonators: { sent: sam.id } });
  });
  expect(await bea.query(api.approvals.queries.mine, {})).toMatchObject({ rows: [{ requester: BOTH }] });
  await acts();
  await sam.mutation(api.requests.mutations.comment, { requestId, body: "For her", visibility: "public" });
  await sam.mutation(api.requests.mutations.edit, {
    requestId,
    form,
    formHash,
    editKey: "edit",
    acceptsDuplicate: true,
  });
  const titles = (await world.rows("notifications")).map(({ title, recipientId }) => recipientId === bea.id && title);
  expect(titles).toEqual(
    expect.arrayContaining([`${BOTH} wrote in REQ-101`, `${BOTH} changed the answers of REQ-101`]),
  );
});

test("(I8) a file uploaded through somebody's eyes goes out with what is said through them, and no other way", async () => {
  const { world, ada, sam, acts } = await acting();
  const own = await anUploadOf({ world, personId: ada.id }, "accepted");
  const ticket = await anUploadTicketOf({ world, personId: ada.id });
  const storageId = await world.file("Text");
  const requestOf = async (id: Id<"requestUploads">) =>
    (await world.rows("requestUploads")).find(({ _id }) => _id === id)?.requestId ?? ("" as Id<"requests">);
  const say = async (by: typeof ada, id: Id<"requestUploads">) =>
    by.mutation(api.requests.mutations.comment, {
      requestId: await requestOf(id),
      body: "See the file",
      visibility: "public",
      uploadIds: [id],
    });
  await acts();
  const through = await sam.mutation(api.requests.mutations.takeUpFile, { ...ticket, storageId, name: "a.txt" });
  await world.run((ctx) => ctx.db.patch(through, { state: "accepted", contentType: "text/plain" }));
  expect(await codeOf(say(ada, through))).toBe("not-found");
  expect(await codeOf(say(sam, own))).toBe("not-found");
  await say(sam, through);
  sam.shows(null);
  await say(ada, own);
});
