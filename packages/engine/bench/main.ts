/**
 * Two workloads on the floor and on the engine, side by side on this machine.
 *
 *   npm run bench                  the table of all figures
 *   npm run bench -- --quick       the same with less of everything, under a minute
 *   npm run bench -- --long        and how cost grows to 1,000,000 documents and 5,000 subscribers
 *   npm run bench -- backfill      an index over 1,000,000 documents while another table is read
 *   npm run bench -- writing fan-out distinct official items idle memory cold     only these parts; items is the second
 *                                  workload: rows found through an index and moved in two others
 *   npm run bench -- own           of the second workload, queries whose answers differ by subscriber
 *   npm run bench -- straight      what functions cost whose values go through text, and those whose do not
 *   npm run bench -- holds         how long reads over 100,000 rows hold the event loop, in one go and in slices
 *   npm run bench -- vectors       one vector search over 100,000, and how long it holds the event loop
 *   npm run bench -- --profile DIR writes a CPU profile of the servers there
 */

import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { backfill } from "./backfill.ts";
import { fanOut, idleSubscriptions, memory, writing, type Effort, type Sides } from "./cases.ts";
import { coldStart } from "./cold-start.ts";
import { growth } from "./growth.ts";
import { holds } from "./holds.ts";
import { head, row, type Figure } from "./report.ts";
import { Side } from "./side.ts";
import { straightAndText } from "./straight.ts";
import { vectorSearch } from "./vectors.ts";
import { TASKS, type Watched } from "./workload.ts";

const QUICK: Effort = { rounds: 3, loadMs: 600, fanOuts: 60 };
const FULL: Effort = { rounds: 7, loadMs: 2_000, fanOuts: 210 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean" }, long: { type: "boolean" }, profile: { type: "string" } },
});
const isQuick = values.quick === true;
const effort = isQuick ? QUICK : FULL;
const nodeArgs = values.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${resolve(values.profile)}`];

interface Part {
  readonly name: string;
  /** Another part measures it, too. */
  readonly isPartOf?: string;
  run(sides: Sides): Promise<Figure[]>;
}

const parts: readonly Part[] = [
  { name: "memory", run: (sides) => memory(sides, isQuick ? 300 : 1000, "shared") },
  { name: "memory-distinct", run: (sides) => memory(sides, isQuick ? 300 : 1000, "distinct") },
  {
    name: "writing",
    run: async (sides) => [...(await writing(sides, "lean", 1, effort)), ...(await writing(sides, "lean", 32, effort))],
  },
  {
    name: "official",
    run: async (sides) => [
      ...(await writing(sides, "official", 1, effort)),
      ...(await writing(sides, "official", 32, effort)),
    ],
  },
  { name: "fan-out", run: (sides) => fanOuts(sides, "shared", effort) },
  { name: "distinct", run: (sides) => fanOuts(sides, "distinct", { ...effort, fanOuts: effort.fanOuts / 3 }) },
  {
    name: "official",
    run: (sides) =>
      fanOut(
        sides,
        { kind: "official", count: isQuick ? 100 : 1000, watched: "shared" },
        { ...effort, fanOuts: Math.ceil(effort.fanOuts / 10) },
        false,
      ),
  },
  { name: "items", run: (sides) => items(sides, ["writing", "shared", "distinct", "own"]) },
  { name: "own", isPartOf: "items", run: (sides) => items(sides, ["own"]) },
  { name: "idle", run: (sides) => idleSubscriptions(sides, isQuick ? 1000 : 5000, effort) },
];

async function fanOuts(sides: Sides, watched: Watched, with_: Effort): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of watched === "own" ? [100, 1000] : [1, 100, 1000]) {
    const thenLoad = count === 1000 && watched === "shared";
    figures.push(...(await fanOut(sides, { kind: "lean", count, watched }, with_, thenLoad)));
  }
  return figures;
}

/** The second workload: the goals that count are those of both. */
async function items(sides: Sides, what: readonly ("writing" | Watched)[]): Promise<Figure[]> {
  const both = [sides.floor, sides.engine];
  for (const side of both) await side.use("items");
  const figures: Figure[] = [];
  for (const part of what) {
    if (part === "writing")
      figures.push(...(await writing(sides, "lean", 1, effort)), ...(await writing(sides, "lean", 32, effort)));
    else {
      const fanOutsOf = part === "shared" ? effort.fanOuts : effort.fanOuts / 3;
      figures.push(...(await fanOuts(sides, part, { ...effort, fanOuts: fanOutsOf })));
    }
  }
  for (const side of both) await side.use("tasks");
  return figures.map((figure) => ({ ...figure, name: `items: ${figure.name}` }));
}

function isWanted(part: string): boolean {
  return positionals.length === 0 || positionals.includes(part);
}

function print(figures: readonly Figure[]): void {
  for (const figure of figures) console.log(row(figure));
}

const root = mkdtempSync(join(tmpdir(), "bench-"));
try {
  console.log(
    `${cpus().length} processors (${cpus()[0]?.model ?? "unknown"}), Node ${process.version}, load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}\n`,
  );
  console.log(head());
  const wanted = parts.filter(
    ({ name, isPartOf }) => isWanted(name) && (isPartOf === undefined || !isWanted(isPartOf)),
  );
  if (wanted.length > 0) {
    const sides: Sides = {
      floor: await Side.start("floor", root, TASKS, nodeArgs),
      engine: await Side.start("engine", root, TASKS, nodeArgs),
    };
    for (const part of wanted) print(await part.run(sides));
    await Promise.all([sides.floor.stop(), sides.engine.stop()]);
  }
  if (isWanted("cold")) print(await coldStart(root, isQuick ? 10_000 : 100_000, isQuick ? 3 : 7));
  if (isWanted("straight")) {
    const figures = await straightAndText(effort.rounds, isQuick ? 300 : 1000);
    console.log(`\n${head("through text", "straight")}`);
    print(figures);
  }
  if (isWanted("holds")) {
    const figures = await holds(root, isQuick ? 30_000 : 100_000, effort.rounds);
    console.log(`\n${head("in one go", "in slices")}`);
    print(figures);
  }
  if (values.long === true) await growth(root, effort, print);
  if (values.long === true || positionals.includes("vectors"))
    print(await vectorSearch(root, isQuick ? 10_000 : 100_000, effort.rounds));
  if (values.long === true || positionals.includes("backfill")) await backfill(root);
  console.log(
    `\nload at the end ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}`,
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}
