/**
 * The inbox of somebody who was told a great deal. `npm run bench -- lists` makes it 10,000 notices, with a bound on the
 * time; the usual run keeps a part of them and looks at what is read.
 */

import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { medianMs, readsOf } from "../lists/reads.testing";
import { DAWN, endWorld } from "../testing/world.testing";
import { adasWorld, anApproval, aRequest } from "./notices.testing";

const IS_PROMISED_SIZE = process.env["NOTICES"] !== undefined;
const COUNT = Number(process.env["NOTICES"] ?? 600);
/** Notices about one request; every fourth of these requests asks for a decision, too, up to more than anybody leaves open. */
const EACH = 20;
const ASKED = 25;
const MAX_MS = 50;

const figures: string[] = [];
let scene: Awaited<ReturnType<typeof adasWorld>>;

beforeAll(
  async () => {
    scene = await adasWorld();
    const { world, ada } = scene;
    await world.run((ctx) => ctx.db.patch(ada.id, { previousVisitAt: DAWN - HOUR_MS }));
    const bea = await world.person("bea");
    for (let place = 0; place < COUNT / EACH; place += 1)
      await world.run(async (ctx) => {
        const request = await aRequest(ctx, bea.id, `Request ${place}`);
        for (let turn = 0; turn < EACH; turn += 1) await insertNotice(ctx, request, place, turn);
        if (place % 4 === 0 && place / 4 < ASKED) await insertAsk(ctx, request, place);
      });
  },
  COUNT * 60 + 60_000,
);

afterAll(async () => {
  // The figures are what this file is run by hand for.
  console.log(figures.join("\n"));
  await endWorld();
}, 60_000);

function noticeOf({ _id, key, title }: Doc<"requests">, place: number) {
  return {
    recipientId: scene.ada.id,
    subject: { type: "request", id: _id, label: key },
    title: `A task of ${key} was completed: ${title}`,
    to: `/requests/${key}`,
    because: "You take part in it",
    isCritical: false,
    count: 1,
    createdAt: DAWN + place * MINUTE_MS,
    updatedAt: DAWN + place * MINUTE_MS,
  };
}

/** One notice: every fifth was put away, and of the others half were seen. */
async function insertNotice(ctx: MutationCtx, request: Doc<"requests">, place: number, turn: number): Promise<void> {
  const fields = noticeOf(request, place);
  const at = fields.updatedAt + turn;
  await ctx.db.insert("notifications", {
    ...fields,
    kind: turn % 2 === 0 ? "request.progress" : "comment.added",
    dedupeKey: `${request._id} ${turn}`,
    updatedAt: at,
    ...(turn % 5 === 0 ? { archivedAt: at } : {}),
    ...(turn % 2 === 0 ? { seenAt: at } : {}),
  });
}

/** It asks ada, who has a seat in it, and everybody with a seat reads it. */
async function insertAsk(ctx: MutationCtx, request: Doc<"requests">, place: number): Promise<void> {
  const approvalId = await anApproval(ctx, request, [scene.ada.id]);
  const fields = { ...noticeOf(request, place), to: `/approvals/${approvalId}`, dedupeKey: `${approvalId} asked` };
  await ctx.db.insert("notifications", {
    ...fields,
    kind: "approval.asked",
    title: `Approve or reject: ${request.title}`,
  });
}

const page = { paginationOpts: { numItems: 25, cursor: null } };
/** What is read, and how many documents that may take of any number of notices. */
const READINGS: readonly [name: string, query: string, args: object, most: number][] = [
  ["the inbox, first page", "mine", { tab: "inbox", ...page }, 600],
  ["what needs them", "needsMe", {}, 900],
  ["what was put away, first page", "mine", { tab: "archived", ...page }, 250],
  ["what is snoozed", "mine", { tab: "snoozed", ...page }, 10],
  ["the bell", "unseenCount", {}, 200],
  ["whether anything is unread", "hasUnread", {}, 10],
  ["what is new since the last visit", "sinceLastVisit", {}, 200],
];

test.each(READINGS)("%s: reads no more than it needs of however many notices", async (name, query, args, most) => {
  const { world, ada, request } = scene;
  const path = `notifications/queries:${query}`;
  const used = await readsOf(ada, path, { ...args });
  let round = 0;
  const ms = await medianMs(7, async () => {
    // A row changes each time: an answer that is still known costs nothing.
    round += 1;
    await world.run((ctx) => insertNotice(ctx, request, COUNT + round, 1));
    await ada.query(makeFunctionReference<"query">(path), { ...args });
  });
  figures.push(`${name}: ${used} documents of ${most}, ${ms.toFixed(1)} ms of ${MAX_MS} (${COUNT} notices)`);
  expect(used).toBeLessThanOrEqual(most);
  if (IS_PROMISED_SIZE) expect(ms).toBeLessThan(MAX_MS);
});
