import { HOUR_MS, MINUTE_MS } from "../../convex/lib/pure/time.ts";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mutationGeneric, queryGeneric } from "convex/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEngine, type Engine } from "@data-portal/engine";
import { manualClock } from "@data-portal/engine/testing";
import { openAuthStore, type AuthStore } from "../auth/store.ts";
import { createRemoteBackend, holdingFolder } from "../backend/remote.ts";
import { checkBackup, listBackups, makeBackup, refuseHalfRestored, restoreBackup, type BackupSource } from "./backup.ts";
import { runDataCommand } from "./command.ts";
import { scheduleBackups, type BackupSchedule } from "./schedule.ts";

const loadAuditChain = () => import("../../convex/core/audit/chain.ts");

const modules = {
  notes: async () => ({
    add: mutationGeneric({ handler: async (ctx, { text }: { text: string }) => await ctx.db.insert("notes", { text }) }),
    list: queryGeneric({ handler: async (ctx) => (await ctx.db.query("notes").collect()).map((note) => note["text"] as string) }),
  }),
};
const START_MS = Date.UTC(2026, 0, 5, 12);

let folder = "";
let dataDir = "";
let dir = "";
let engine: Engine;
let auth: AuthStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "backup-test-"));
  [dataDir, dir] = [join(folder, "data"), join(folder, "backups")];
  mkdirSync(dataDir);
  engine = await createEngine({ modules, dataDir: join(dataDir, "engine") });
  auth = openAuthStore(dataDir);
  writeFileSync(join(dataDir, "demo-password"), "a password\n");
});
afterEach(async () => {
  auth.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Nothing runs on the data folder any more. */
async function stopEngine(): Promise<void> {
  await engine.close();
  engine = await createEngine({ modules, dataDir: ":memory:" });
}

/** A running portal that keeps its data in a deployment. */
const aPortalElsewhere = () => holdingFolder(createRemoteBackend({ url: "https://deployment.invalid", deployKey: "key" }), dataDir);
const source = (): BackupSource => ({ dataDir, engine });
const backUp = (nowMs = START_MS, keep = 7): ReturnType<typeof makeBackup> => makeBackup(source(), { dir, keep, nowMs });
const names = (): string[] => (existsSync(dir) ? readdirSync(dir).sort() : []);

async function stopAndRestore(path: string): Promise<string[]> {
  const said: string[] = [];
  await engine.close();
  auth.close();
  await runDataCommand(["restore", path], { dataDir, backup: null, print: (line) => said.push(line), pathOf: (name) => name, loadAuditChain });
  engine = await createEngine({ modules, dataDir: join(dataDir, "engine") });
  auth = openAuthStore(dataDir);
  return said;
}

describe("a backup", () => {
  test("holds the data, the sign-in and the small secrets, and restoring brings them back and keeps what was there", async () => {
    await engine.mutation("notes:add", { text: "before" });
    const secret = auth.secret("cookie");
    const { path } = await backUp();
    expect(names()).toEqual(["backup-2026-01-05T12-00-00.000Z"]);
    await engine.mutation("notes:add", { text: "after" });
    const said = await stopAndRestore(path);
    expect(await engine.query("notes:list")).toEqual(["before"]);
    expect(auth.secret("cookie")).toBe(secret);
    expect(existsSync(join(dataDir, "demo-password"))).toBe(true);
    expect(said.at(-1)).toMatch(/What was there is now .*data\.before-/);
    expect(readdirSync(folder).filter((name) => name.startsWith("data.before-")).length).toBe(1);
  });

  test("is refused to a running portal, and when it is damaged or unfinished; nothing changes", async () => {
    await engine.mutation("notes:add", { text: "mine" });
    const { path } = await backUp();
    const restore = (from: string): Promise<void> => runDataCommand(["restore", from], { dataDir, backup: null, print: () => undefined, pathOf: (name) => name, loadAuditChain });
    await expect(restore(path)).rejects.toThrow("The portal is running");
    expect(existsSync(`${dataDir}.restoring`)).toBe(false);
    await expect(restore(join(dir, "nothing"))).rejects.toThrow("There is no backup folder");
    await expect(restore(folder)).rejects.toThrow("is not a backup");
    writeFileSync(join(path, "auth.db"), "not a database, but long enough to be looked at");
    await expect(restore(path)).rejects.toThrow(/not a database/);
    expect(await engine.query("notes:list")).toEqual(["mine"]);
  });

  test("is refused to a running portal whose data is in a deployment elsewhere, and restored once it has stopped", async () => {
    const { path } = await backUp();
    await stopEngine();
    const portal = aPortalElsewhere();
    const restore = (): Promise<void> => runDataCommand(["restore", path], { dataDir, backup: null, print: () => undefined, pathOf: (name) => name, loadAuditChain });
    await expect(restore()).rejects.toThrow("The portal is running");
    expect(readdirSync(folder).sort()).toEqual(["backups", "data"]);
    await portal.close();
    await restore();
    expect(readdirSync(folder).filter((name) => name.startsWith("data.before-")).length).toBe(1);
  });

  test("that cannot take its place leaves what was there in it", async () => {
    const { path } = await backUp();
    await stopEngine();
    let moves = 0;
    const failing = async (from: string, to: string): Promise<void> => {
      if (++moves === 2) throw new Error("EBUSY");
      renameSync(from, to);
    };
    await expect(restoreBackup(path, dataDir, START_MS, failing)).rejects.toThrow(`The backup was not restored (EBUSY). ${dataDir} is as it was.`);
    expect(readdirSync(folder).sort()).toEqual(["backups", "data"]);
    expect(existsSync(join(dataDir, "demo-password"))).toBe(true);
  });

  test("that cannot take its place, where nothing can be put back either, says where what was there is", async () => {
    const { path } = await backUp();
    await stopEngine();
    let moves = 0;
    const failing = async (from: string, to: string): Promise<void> => {
      if (++moves > 1) throw new Error("EBUSY");
      renameSync(from, to);
    };
    const kept = `${dataDir}.before-2026-01-05T12-00-00.000Z`;
    await expect(restoreBackup(path, dataDir, START_MS, failing)).rejects.toThrow(`It is whole, in ${kept}. Rename that folder to ${dataDir}`);
    expect(existsSync(join(kept, "demo-password"))).toBe(true);
  });

  test("that was cut short between its two renames keeps an empty portal from starting, and names where the data is", async () => {
    const { path } = await backUp();
    await stopEngine();
    const died = new Promise<never>(() => undefined);
    let moves = 0;
    const dying = (from: string, to: string): Promise<void> => {
      if (++moves === 2) return died;
      renameSync(from, to);
      return Promise.resolve();
    };
    void restoreBackup(path, dataDir, START_MS, dying);
    await expect.poll(() => moves).toBe(2);
    const kept = `${dataDir}.before-2026-01-05T12-00-00.000Z`;
    expect(existsSync(dataDir)).toBe(false);
    expect(() => refuseHalfRestored(dataDir)).toThrow(`Rename ${kept} to ${dataDir}`);
    mkdirSync(dataDir);
    expect(() => refuseHalfRestored(dataDir)).toThrow("a restore was cut short");
    renameSync(kept, dataDir);
    expect(() => refuseHalfRestored(dataDir)).not.toThrow();
  });

  test("that was done, or was never begun, keeps no portal from starting", async () => {
    const { path } = await backUp();
    await stopEngine();
    await restoreBackup(path, dataDir, START_MS);
    expect(() => refuseHalfRestored(dataDir)).not.toThrow();
    for (const name of ["elsewhere", join("nowhere", "at", "all")])
      expect(() => refuseHalfRestored(join(folder, name))).not.toThrow();
  });

  test("holds no lock of the portal that made it", async () => {
    await stopEngine();
    const portal = aPortalElsewhere();
    const { path } = await makeBackup({ dataDir, engine: null }, { dir, keep: 7, nowMs: START_MS });
    expect(readdirSync(path).filter((name) => name.endsWith(".lock"))).toEqual([]);
    await portal.close();
  });

  test("that fails leaves nothing behind and deletes no older one", async () => {
    const { path } = await backUp();
    const failing: BackupSource = { dataDir, engine: { backup: () => Promise.reject(new Error("disk full")) } };
    await expect(makeBackup(failing, { dir, keep: 1, nowMs: START_MS + 1 })).rejects.toThrow("disk full");
    expect(names()).toEqual(["backup-2026-01-05T12-00-00.000Z"]);
    expect(await checkBackup(path)).toMatchObject({ files: 0 });
  });

  test("cut short by a crash is cleared away by the next, and never listed", async () => {
    mkdirSync(join(dir, "backup-2026-01-01T00-00-00.000Z.part"), { recursive: true });
    expect(listBackups(dir)).toEqual([]);
    await backUp();
    expect(names()).toEqual(["backup-2026-01-05T12-00-00.000Z"]);
  });
});

describe("the schedule", () => {
  const logged: string[] = [];
  const log = { info: (_: object, message: string) => void logged.push(message), error: (_: object, message: string) => void logged.push(message) };
  let schedule: BackupSchedule | null = null;
  afterEach(async () => {
    await schedule?.close();
    schedule = null;
  });

  function start(clock: ReturnType<typeof manualClock>, from: BackupSource = source()): BackupSchedule {
    logged.length = 0;
    return (schedule = scheduleBackups({ settings: { dir, everyMs: 6 * HOUR_MS, keep: 2 }, source: from, clock, log }));
  }

  test("makes one at once, then one each interval, and keeps the newest", async () => {
    const clock = manualClock(START_MS);
    const running = start(clock);
    for (const ms of [0, 6 * HOUR_MS - 1, 1, 6 * HOUR_MS]) {
      clock.advance(ms);
      await running.idle();
    }
    expect(names()).toEqual(["backup-2026-01-05T18-00-00.000Z", "backup-2026-01-06T00-00-00.000Z"]);
  });

  test("goes on after a restart where it was, and a clock set back does not stop it", async () => {
    await backUp(START_MS);
    const clock = manualClock(START_MS + 2 * HOUR_MS);
    const running = start(clock);
    clock.advance(4 * HOUR_MS - 1);
    await running.idle();
    expect(names().length).toBe(1);
    clock.advance(1);
    await running.idle();
    expect(names().length).toBe(2);
    await running.close();
    const back = manualClock(START_MS - 1000 * HOUR_MS);
    const again = start(back);
    back.advance(6 * HOUR_MS);
    await again.idle();
    expect(logged).toEqual(["backup made and checked"]);
  });

  test("is made although an older one cannot be removed, and that is not called a failure of it", async () => {
    await backUp(START_MS);
    const remove = async (): Promise<void> => await Promise.reject(new Error("busy"));
    const made = await makeBackup(source(), { dir, keep: 1, nowMs: START_MS + 1000, remove });
    expect(made).toMatchObject({ atMs: START_MS + 1000, pruneError: new Error("busy") });
    expect(names().length).toBe(2);
  });

  test("says when one failed and tries again, older ones stay", async () => {
    await backUp(START_MS - 24 * HOUR_MS);
    let isBroken = true;
    const clock = manualClock(START_MS);
    const running = start(clock, { dataDir, engine: { backup: async (to) => (isBroken ? await Promise.reject(new Error("disk full")) : await engine.backup(to)) } });
    clock.advance(0);
    await running.idle();
    expect(logged).toEqual(["no backup could be made; older ones are kept"]);
    expect(names().length).toBe(1);
    isBroken = false;
    clock.advance(10 * MINUTE_MS);
    await running.idle();
    expect(names().length).toBe(2);
  });
});
