/** The executor killed in the middle of its work. `node tools/executor-crash/main.ts --rounds 200` plays more. */

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crashCampaign, faultsOf, MODULES_BY_NAME } from "./executor-crash/campaign.ts";
import { bundlePortal } from "./lib/bundle-functions.ts";

const SEED = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);
const ROUNDS = 6;
/** Inside the repository: the bundle finds its packages from here. */
let bundle = "";

beforeAll(async () => {
  bundle = mkdtempSync(join(import.meta.dirname, "../node_modules/.executor-crash-"));
  await bundlePortal(bundle, { also: MODULES_BY_NAME });
});
afterAll(() => rmSync(bundle, { recursive: true, force: true }));

test(`[T3] [T4] killed between a call and its stored result, Snowflake was changed once and the task ends with its proof (seed ${SEED})`, async () => {
  const rounds = await crashCampaign(SEED, ROUNDS, bundle);
  expect(rounds).toHaveLength(ROUNDS);
  for (const round of rounds) expect(faultsOf(round), JSON.stringify(round)).toEqual([]);
  expect(rounds.filter(({ attempts }) => attempts > 1).length).toBeGreaterThan(0);
}, 180_000);
