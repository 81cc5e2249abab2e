/** What `npm start` and `npm run engine` do when the process they started ends by itself. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { run } from "./lib/process.mjs";
import { root } from "./lib/runtime.mjs";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "hand-over-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Hands over to a script that says how often it was started; `body` may use that number as `starts`. */
async function handedOver(body: string, options: object = { restarts: true }) {
  const script = path.join(folder, "script.mjs");
  const counted = `import { existsSync, readFileSync, writeFileSync } from "node:fs";
const file = import.meta.filename + ".count";
const starts = 1 + (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0);
writeFileSync(file, String(starts));
console.log("start " + starts);`;
  writeFileSync(script, `${counted}\n${body}`);
  const handOver = JSON.stringify(pathToFileURL(path.join(root, "tools/lib/hand-over.mjs")).href);
  const command = `import { handOver } from ${handOver}; handOver(${JSON.stringify(script)}, [], {}, ${JSON.stringify(options)});`;
  const { code, output } = await run(process.execPath, ["--input-type=module", "--eval", command]);
  return { code, output, starts: output.match(/^start \d+$/gm)?.length };
}

test.each(["process.exit(75)", "process.kill(process.pid, 'SIGABRT')", "process.kill(process.pid, 'SIGSEGV')"])(
  "[LAT7] a process that ended by %s is started again",
  async (end) => {
    const { code, output, starts } = await handedOver(`if (starts === 1) ${end};`);
    expect([code, starts]).toEqual([0, 2]);
    expect(output).toContain("is started again");
  },
);

test("[LAT7] who asks for a new process again and again gets five within a minute", async () => {
  const { code, output, starts } = await handedOver("process.exit(75);");
  expect([code, starts]).toEqual([75, 6]);
  expect(output).toContain("The process ended 6 times within a minute and is not started again.");
});

test.each(["process.exit(1)", "process.exit(0)", "process.kill(process.pid, 'SIGKILL')"])(
  "a process that ended by %s is not started again",
  async (end) => {
    expect((await handedOver(`${end};`)).starts).toBe(1);
  },
);

test("a command that is no server is not started again", async () => {
  const { code, starts } = await handedOver("process.exit(75);", {});
  expect([code, starts]).toEqual([75, 1]);
});
