import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { systemClock } from "../lib/clock.ts";
import { systemRandom } from "../lib/random.ts";
import { openDatabase } from "./database.ts";
import { APP, collect, mutate, queryOf, read } from "./testing.ts";

const WRITER = fileURLToPath(new URL("./testing-writer.ts", import.meta.url));

/** Starts the writing process and kills it the hard way after so many acknowledged lines. */
async function writeAndKill(dataDir: string, lines: number, whileRunning: () => void): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8");
  for await (const chunk of child.stdout) {
    output += chunk as string;
    if (output.split("\n").length > lines && !child.killed) {
      whileRunning();
      child.kill("SIGKILL");
    }
  }
  // A line without its end was cut by the kill.
  return output.split("\n").slice(0, -1);
}

test("[STO6] what was acknowledged survives SIGKILL, nothing is there by half, and time goes on", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "crash-"));
  const options = { dataDir, clock: systemClock, random: systemRandom };
  try {
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round++) {
      acknowledged.push(
        ...(await writeAndKill(dataDir, 50, () =>
          expect(() => openDatabase(options)).toThrow("already in use by another running engine"),
        )),
      );
      const db = openDatabase(options);
      read(db, (tx) => {
        for (const line of acknowledged) expect(tx.get(line.split(" ")[0] as string, APP)).not.toBeNull();
        const halves = Map.groupBy(collect(tx, queryOf("pairs")), ({ _creationTime, n, writer, half }) =>
          JSON.stringify([writer, n, half, Math.floor(_creationTime as number)]),
        );
        expect([...halves.values()].filter((same) => same.length !== 1)).toEqual([]);
        expect(halves.size % 2).toBe(0);
        expect(tx.count("pairs")).toBe(halves.size);
      });
      const stamps = acknowledged.map((line) => BigInt(line.split(" ")[1] as string));
      expect(db.latestTs()).toBeGreaterThanOrEqual(stamps.reduce((a, b) => (a > b ? a : b)));
      db.close();
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(150);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 60_000);

test("[STO7] the log is copied into the database beside the writer, and nothing is lost by it", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "log-"));
  const options = { dataDir, clock: systemClock, random: systemRandom };
  const text = "x".repeat(100_000);
  try {
    const db = openDatabase(options);
    const ids: string[] = [];
    for (let round = 0; round < 60; round++) {
      ids.push(
        await mutate(db, async (tx) => {
          const [first] = Array.from({ length: 20 }, () => tx.insert("notes", { round, text }));
          // The thread may report while a mutation is under way.
          await new Promise((resolve) => setImmediate(resolve));
          return first as string;
        }),
      );
    }
    await expect
      .poll(
        async () => {
          await mutate(db, (tx) => tx.insert("notes", {}));
          return statSync(join(dataDir, "engine.db")).size;
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(16e6);
    for (const id of ids) expect(read(db, (tx) => tx.get(id, APP))).toContain(text);
    db.close();
    const again = openDatabase(options);
    expect(again.figures().documents).toBeGreaterThan(1200);
    again.close();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 60_000);
