/**
 * `node tools/executor-crash/main.ts [--rounds N] [--seed S]`: kills the executor many times and counts what is left.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundlePortal } from "../lib/bundle-functions.ts";
import { crashCampaign, faultsOf, MODULES_BY_NAME } from "./campaign.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "50" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const bundle = mkdtempSync(join(import.meta.dirname, "../../node_modules/.executor-crash-"));
try {
  await bundlePortal(bundle, { also: MODULES_BY_NAME });
  print(`seed ${values.seed}, ${values.rounds} rounds`);
  let faults = 0;
  await crashCampaign(Number(values.seed), Number(values.rounds), bundle, (round) => {
    const wrong = faultsOf(round);
    faults += wrong.length;
    print(
      `${round.work.padEnd(17)} ${round.ending.padEnd(19)} attempts ${round.attempts}, changes ${round.changes.length}${wrong.length === 0 ? "" : `  WRONG: ${wrong.join("; ")} ${JSON.stringify(round)}`}`,
    );
  });
  print(faults === 0 ? "every statement was executed once, every task ended with its proof" : `${faults} faults`);
  process.exitCode = faults === 0 ? 0 : 1;
} finally {
  rmSync(bundle, { recursive: true, force: true });
}
