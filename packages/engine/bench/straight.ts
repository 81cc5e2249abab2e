/** What the detour through text costs: the same calls in one process, through text and straight, by turns. */

import { createEngine } from "../src/engine.ts";
import type { Engine } from "../src/options.ts";
import type { Figure } from "./report.ts";
import { HOT_REQUEST, TASKS } from "./workload.ts";

/** Documents one call of `tasks:fill` inserts. */
const INSERTED = 50;

interface Case {
  readonly name: string;
  run(engine: Engine, id: string, n: number): Promise<unknown>;
}

const CASES: readonly Case[] = [
  { name: "touch a task, insert an audit row", run: (engine, id, n) => engine.mutation("tasks:touch", { id, n }) },
  {
    name: `insert ${INSERTED} tasks`,
    run: (engine, _id, n) => engine.mutation("tasks:fill", { from: n * INSERTED, to: (n + 1) * INSERTED }),
  },
  { name: "a page of 50 tasks", run: (engine) => engine.query("tasks:recent", { request: HOT_REQUEST, viewer: 0 }) },
];

/** Both ways, in memory, `calls` of each case a round. */
export async function straightAndText(rounds: number, calls: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, run } of CASES) {
    const [text, straight] = [await filled(true), await filled(false)];
    const measure = async (engine: Engine, n: number): Promise<number> => {
      const [id] = (await engine.query("tasks:idsOf", { request: HOT_REQUEST, limit: 1 })) as [string];
      const before = process.cpuUsage();
      for (let i = 0; i < calls; i++) await run(engine, id, n + i);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / calls / 1000;
    };
    const took: { floor: number[]; engine: number[] } = { floor: [], engine: [] };
    for (let round = 0; round <= rounds; round++) {
      const [floor, engine] = [await measure(text, round * calls), await measure(straight, round * calls)];
      if (round === 0) continue; // Warms up the code.
      took.floor.push(floor);
      took.engine.push(engine);
    }
    figures.push({ name: `${name}: CPU per call`, unit: "ms", rounds: took });
    await Promise.all([text.close(), straight.close()]);
  }
  return figures;
}

async function filled(isThroughText: boolean): Promise<Engine> {
  const engine = await createEngine({
    dataDir: ":memory:",
    modules: { schema: () => import("./functions/schema.ts"), tasks: () => import("./functions/tasks.ts") },
    isThroughText,
  });
  await engine.mutation("tasks:fill", { from: 0, to: TASKS });
  return engine;
}
