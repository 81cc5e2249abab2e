/** `npm run late -- --rounds N --seed S`: functions that throw when nobody waits, N times. */

import { parseArgs } from "node:util";
import { late } from "./late.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "2000" }, seed: { type: "string" } } });
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const startedMs = Date.now();
process.stdout.write(`late: ${values.rounds} rounds, seed ${seed}\n`);
const { faults, ...report } = await late(seed, Number(values.rounds));
process.stdout.write(`late: ${JSON.stringify(report)}, seed ${seed}, ${Date.now() - startedMs} ms\n`);
process.stdout.write(
  faults.length === 0
    ? "late: every failure was its function's own\n"
    : `late: ${faults.length} faults\n${faults.slice(0, 20).join("\n")}\n`,
);
process.exit(faults.length === 0 ? 0 : 1);
