import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createTestEngine, folderModules } from "../../src/testing/index.ts";
import { crashCampaign } from "./campaign.ts";
import { lookInto } from "./folder-copy.ts";

const SEED = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);

test(`[CRA1] [CRA2] [CRA3] killed at any moment, nothing is lost, doubled or halved (seed ${SEED})`, async () => {
  const { rounds, kills } = await crashCampaign(SEED, 6);
  expect(rounds).toBe(6);
  expect(kills).toBeGreaterThanOrEqual(6);
}, 180_000);

test.each([
  [
    "a document that is gone",
    "DELETE FROM documents WHERE doc = (SELECT max(doc) FROM documents WHERE table_number = (SELECT number FROM tables WHERE name = 'ops'))",
    /counts 5 documents and has 4/,
  ],
  [
    "an index entry that is gone",
    "DELETE FROM entries WHERE LAST_ENTRY",
    /has \d+ entries that are not those of its \d+ documents/,
  ],
  [
    "an index entry that moved",
    "UPDATE entries SET key = CAST(x'00' || key AS BLOB) WHERE LAST_ENTRY",
    /has \d+ entries that are not those of its \d+ documents/,
  ],
])("[CRA4] %s is found", async (_, sql, expected) => {
  const dataDir = mkdtempSync(join(tmpdir(), "crash-damage-"));
  try {
    const world = await createTestEngine({ modules: folderModules(join(import.meta.dirname, "fixture")), dataDir });
    for (let n = 0; n < 5; n++) await world.engine.mutation("load:nested", { op: `op ${n}`, client: 0, n });
    await world.close();
    expect(lookInto(dataDir)?.faults).toEqual([]);
    const db = new DatabaseSync(join(dataDir, "engine.db"));
    const last =
      "(index_number, key) IN (SELECT index_number, key FROM entries ORDER BY index_number DESC, key LIMIT 1)";
    db.exec(sql.replace("LAST_ENTRY", last));
    db.close();
    expect(lookInto(dataDir)?.faults.join("\n")).toMatch(expected);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
