/** How cost grows with documents and with subscribers. */

import { fanOut, writing, type Effort, type Sides } from "./cases.ts";
import type { Figure } from "./report.ts";
import { Side } from "./side.ts";
import { TASKS } from "./workload.ts";

const DOCUMENTS = [10_000, 100_000, 1_000_000];
const SUBSCRIBERS = [100, 1000, 5000];
const RESIDENT_GOAL_MB = 300;

async function sidesOver(root: string, documents: number): Promise<Sides> {
  return { floor: await Side.start("floor", root, documents), engine: await Side.start("engine", root, documents) };
}

/** Prints figures as they come: this takes minutes. */
export async function growth(root: string, effort: Effort, print: (figures: readonly Figure[]) => void): Promise<void> {
  const named = (figures: readonly Figure[], suffix: string): Figure[] =>
    figures.map((figure) => ({ ...figure, goal: undefined, name: `${figure.name}, ${suffix}` }));
  for (const documents of DOCUMENTS) {
    const sides = await sidesOver(root, documents);
    const suffix = `${documents} documents`;
    print(named(await writing(sides, "lean", 1, effort), suffix));
    print(named(await writing(sides, "lean", 32, effort), suffix));
    print(named(await fanOut(sides, { kind: "lean", count: 100, watched: "distinct" }, effort, false), suffix));
    const [floor, engine] = [await sides.floor.usage(), await sides.engine.usage()];
    const resident = { floor: [floor.residentBytes / 1e6], engine: [engine.residentBytes / 1e6] };
    print([{ name: `resident, ${suffix}`, unit: "MB", rounds: resident, goal: { atMost: RESIDENT_GOAL_MB } }]);
    await Promise.all([sides.floor.stop(), sides.engine.stop()]);
    sides.floor.remove();
    sides.engine.remove();
  }
  const sides = await sidesOver(root, TASKS);
  for (const count of SUBSCRIBERS) {
    print(
      await fanOut(
        sides,
        { kind: "lean", count, watched: "shared" },
        { ...effort, fanOuts: Math.ceil(effort.fanOuts / 3) },
        true,
      ),
    );
  }
  await Promise.all([sides.floor.stop(), sides.engine.stop()]);
}
