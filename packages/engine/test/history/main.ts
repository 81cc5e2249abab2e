/** `npm run history -- --transactions N --seed S`: random histories, each judged as a whole. */

import { parseArgs } from "node:util";
import { judge, makeHistory } from "./history.ts";

/** Transactions of one history; beyond this the judgement takes longer than the history. */
const PER_HISTORY = 5_000;

const { values } = parseArgs({
  options: { transactions: { type: "string", default: "10000" }, seed: { type: "string" } },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const total = Number(values.transactions);
process.stdout.write(`history: ${total} transactions, seed ${seed}\n`);
for (let done = 0, part = 0; done < total; done += PER_HISTORY, part++) {
  const startedMs = Date.now();
  const history = await makeHistory(seed + part, Math.min(PER_HISTORY, total - done));
  const faults = judge(history);
  const committed = history.transactions.filter(({ isQuery }) => isQuery !== true).length;
  process.stdout.write(
    `  seed ${seed + part}: ${committed} committed, ${history.views.length} views, ${faults.length} faults, ${Date.now() - startedMs} ms\n`,
  );
  if (faults.length > 0) throw new Error(`seed ${seed + part}:\n${faults.slice(0, 20).join("\n")}`);
}
process.stdout.write("history: serialisable, in the order of the timestamps\n");
process.exit(0);
