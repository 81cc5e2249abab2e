/** What migrations 13 to 21 fill: fields that readers find in every row since. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TableNames } from "../_generated/dataModel";
import { hashOfJson } from "../lib/hash";
import { submitted } from "../process/requests.testing";
import { aWorld, endWorld } from "../testing/world.testing";
import { migrated } from "./migrating.testing";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "older-data-"));
});
afterEach(async () => {
  await endWorld();
  rmSync(folder, { recursive: true, force: true });
});

/** The data folder that was kept with a row of every table. */
async function aKeptFolder() {
  const kept = readFileSync(path.join(import.meta.dirname, "fixtures/2026-12-01.db.gz"));
  writeFileSync(path.join(folder, "engine.db"), gunzipSync(kept));
  return await aWorld({}, {}, folder);
}

const NONE = { ownerAreaIds: [], deputyAreaIds: [], expertIds: [], products: [], inherits: [] };

test.each<[TableNames, Record<string, unknown>]>([
  ["dataDomains", NONE],
  ["dataDomains", { inherits: [] }],
  ["accessReviews", { unusedDays: 90 }],
  ["inviteFiles", { target: "portal" }],
  ["taskMonitorLogs", { before: { scheduled: 0, ignored: 0, unchanged: 0 } }],
])("rows of %s in a kept data folder that lack a field have it after the start: %j", async (table, filled) => {
  const world = await aKeptFolder();
  const [whole] = await world.rows(table);
  if (!whole) throw new Error("No row was kept");
  const lacking = Object.fromEntries(Object.keys(filled).map((field) => [field, undefined]));
  await world.run((ctx) => ctx.db.patch(whole._id, lacking as never));
  await migrated(world);
  // What it says otherwise is as it was kept.
  expect(await world.rows(table)).toEqual([{ ...whole, ...filled }]);
});

test("a mail of a conversation in a kept data folder is found by its Message-ID after the start", async () => {
  const world = await aKeptFolder();
  const [mail] = await world.rows("mailOutbox");
  if (!mail?.thread) throw new Error("No mail of a conversation was kept");
  await world.run((ctx) => ctx.db.patch(mail._id, { messageId: undefined }));
  await migrated(world);
  expect(await world.rows("mailOutbox")).toMatchObject([{ messageId: mail.thread.id }]);
});

test("a task change of the monitor in a kept data folder stands for its last execution alone after the start", async () => {
  const world = await aKeptFolder();
  const [whole] = await world.rows("taskMonitorLogTasks");
  if (!whole) throw new Error("No row was kept");
  await world.run((ctx) =>
    ctx.db.patch(whole._id, { firstRun: undefined, since: undefined, place: undefined } as never),
  );
  await migrated(world);
  const alone = { firstRun: whole.lastRun, since: whole.lastUpdated, place: "" };
  expect(await world.rows("taskMonitorLogTasks")).toEqual([{ ...whole, ...alone }]);
});

test("whoever a request is for does not read their name in its title after the start, others do", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  const title = "Read Orders for Ada Tester";
  await world.run(async (ctx) => {
    const { _id } = await submitted(ctx, ada.id, [{ type: "manual_check" }], title);
    await ctx.db.patch(_id, { ownTitle: undefined } as never);
  });
  await migrated(world);
  expect(await world.rows("requests")).toMatchObject([{ title, ownTitle: "Read Orders" }]);
});

test.each([
  ["as it was shown", (shown: string) => shown],
  ["as nobody saw it", () => "another"],
])("what was proposed before there was a choice invites into the portal after the start, %s", async (_, hash) => {
  const world = await aWorld();
  const [ada, bea] = [await world.person("ada"), await world.person("bea")];
  const shown = { title: "Invite 1 person as Staff", lines: [{ field: "Cy Tester", before: "", after: "cy@ao.com" }] };
  const change = { kind: "people.invite" as const, people: [] };
  await world.run((ctx) =>
    ctx.db.insert("proposals", {
      change: change as never,
      ...shown,
      subject: { type: "inviteFile", id: "people", label: "1 person" },
      shownHash: hash(hashOfJson({ change, ...shown })),
      partyIds: [bea.id],
      reason: "They start on Monday",
      proposedById: ada.id,
      proposedAt: 1,
      expiresAt: 2,
      state: "open",
    }),
  );
  await migrated(world);
  const whole = { ...change, target: "portal" };
  // The second person confirms what they are shown: that one name stands for both.
  expect(await world.rows("proposals")).toMatchObject([
    { change: whole, shownHash: hash(hashOfJson({ change: whole, ...shown })) },
  ]);
});
