/**
 * `npm run fuzz -- --messages N --seed S [--requests N]`: attacks an engine with N messages and a tenth as many HTTP
 * requests.
 */

import { parseArgs } from "node:util";
import { fuzz } from "./fuzz.ts";

const { values } = parseArgs({
  options: { messages: { type: "string", default: "100000" }, requests: { type: "string" }, seed: { type: "string" } },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const messages = Number(values.messages);
const startedMs = Date.now();
process.stdout.write(`fuzz: ${messages} messages, seed ${seed}\n`);
const { faults, ...report } = await fuzz(seed, messages, Number(values.requests ?? messages / 10));
process.stdout.write(`fuzz: ${JSON.stringify(report)}, seed ${seed}, ${Date.now() - startedMs} ms\n`);
process.stdout.write(
  faults.length === 0
    ? "fuzz: it lives, and refused only as documented\n"
    : `fuzz: ${faults.length} faults\n${faults.slice(0, 20).join("\n")}\n`,
);
process.exit(faults.length === 0 ? 0 : 1);
