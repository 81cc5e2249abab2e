/**
 * A data folder of an older version, kept as it was: fixtures/<date>.db.gz is the engine's database of a small portal.
 * Those from December 2026 on hold a row of every table. KEEP_DATA_FOLDER=1 writes another one with today's date, as
 * today's version leaves it; kept ones are never rewritten.
 */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { submitted } from "../process/requests.testing";
import { offersIn } from "../tasks/offers.testing";
import { aWorld, endWorld, tokenOf } from "../testing/world.testing";
import { fillEmptyTables } from "./filling.testing";
import { migrated } from "./migrating.testing";

const fixtures = path.join(import.meta.dirname, "fixtures");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "older-data-"));
});
afterEach(async () => {
  await endWorld();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(readdirSync(fixtures).filter((file) => file.endsWith(".db.gz")))("a data folder kept as %s", (file) => {
  test("is migrated by the start, and everybody and every request in it is found by today's functions", async () => {
    writeFileSync(path.join(folder, "engine.db"), gunzipSync(readFileSync(path.join(fixtures, file))));
    const world = await aWorld({}, {}, folder);
    const before = await world.rows("people");
    expect(before.length).toBeGreaterThan(1);
    await migrated(world);
    const people = await world.rows("people");
    expect(people.map(({ _id, email }) => [_id, email])).toEqual(before.map(({ _id, email }) => [_id, email]));
    expect(people.filter(({ mailbox, isElevated }) => mailbox === undefined || isElevated === undefined)).toEqual([]);
    const { kept, due } = await offersIn(world);
    expect(kept).toEqual(due);
    expect(kept.length > 0).toBe(file >= "2026-11-27");
    expect((await world.rows("requestTasks")).filter(({ number }) => number === undefined)).toEqual([]);
    const requests = await world.rows("requests");
    expect(requests.map(({ ownTitle }) => ownTitle)).toEqual(requests.map(({ title }) => title));
    const ada = world.as(tokenOf("ada"));
    expect(await ada.query(api.people.queries.count, { filter: {} })).toMatchObject({ count: people.length });
    expect(await ada.query(api.people.queries.count, { filter: { roles: ["staff"] } })).toMatchObject({ count: 1 });
    for (const { _id, email } of people)
      expect(await ada.query(api.people.queries.get, { personId: _id })).toMatchObject({ email });
    for (const { key } of await world.rows("requests"))
      expect(await ada.query(api.requests.queries.get, { request: key })).toMatchObject({ key });
  });
});

test.runIf(process.env["KEEP_DATA_FOLDER"] === "1")("keeps a data folder of today", async () => {
  const world = await aWorld({}, {}, folder);
  const ada = await world.person("ada", { roles: ["staff", "admin", "superAdmin"] });
  const grace = await world.person("grace");
  await world.internal(internal.catalog.internal.install, {});
  await world.run(async (ctx) => {
    await submitted(ctx, grace.id, [{ type: "manual_check" }], "A check manually");
    await submitted(ctx, ada.id, [{ type: "manual_check" }, { type: "manual_check" }], "Two checks");
    await submitted(ctx, ada.id, [{ type: "manual_check", candidateIds: [ada.id, grace.id] }], "Whoever is free");
  });
  await migrated(world);
  const file = await world.file("A file");
  await world.run((ctx) => fillEmptyTables(ctx, file));
  await endWorld();
  const kept = path.join(folder, "kept.db");
  const database = new DatabaseSync(path.join(folder, "engine.db"));
  database.exec(`VACUUM INTO '${kept}'`);
  database.close();
  const target = path.join(fixtures, `${new Date().toISOString().slice(0, 10)}.db.gz`);
  expect(existsSync(target), "kept ones are never rewritten").toBe(false);
  writeFileSync(target, gzipSync(readFileSync(kept), { level: 9 }));
});
