/** The engine serving both workloads, as the portal embeds it. Arguments: data folder, documents, port. */

import { listen } from "../src/http/listener.ts";
import { createEngine } from "../src/index.ts";
import { answerCommands, usageOf } from "./commands.ts";
import { TASKS, type Workload } from "./workload.ts";

const [dataDir = "", documents = "0", port = "0"] = process.argv.slice(2);
const FILL_STEP = 1000;

const engine = await createEngine({
  dataDir,
  modules: {
    schema: () => import("./functions/schema.ts"),
    tasks: () => import("./functions/tasks.ts"),
    items: () => import("./functions/items.ts"),
  },
});
const listening = await listen(engine, { port: Number(port), host: "127.0.0.1" });
const { documents: found } = engine.figures();
for (let from = found; from < Number(documents); from += FILL_STEP) {
  await engine.mutation("tasks:fill", { from, to: Math.min(from + FILL_STEP, Number(documents)) });
}

answerCommands({
  url: () => listening.url,
  ids: ({ workload, ...args }: { workload: Workload; request: string; limit: number }) =>
    engine.query(`${workload}:idsOf`, args),
  fillItems: () => engine.mutation("items:fill", { from: 0, to: TASKS }),
  usage: usageOf,
  stop: async () => {
    await listening.close();
    await engine.close();
  },
});
