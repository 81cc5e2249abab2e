/** The floor as a process. Arguments: data folder, documents, port. */

import { mkdirSync } from "node:fs";
import { answerCommands, usageOf } from "./commands.ts";
import { serveFloor } from "./floor/server.ts";
import { FloorStore } from "./floor/store.ts";
import { TASKS, type Workload } from "./workload.ts";

const [dataDir = "", documents = "0", port = "0"] = process.argv.slice(2);
mkdirSync(dataDir, { recursive: true });
const store = new FloorStore(dataDir);
const listening = await serveFloor(store, Number(port));
store.fill(Number(documents));

answerCommands({
  url: () => listening.url,
  ids: ({ workload, request, limit }: { workload: Workload; request: string; limit: number }) =>
    store.idsOf(workload, request, limit),
  fillItems: () => store.fillItems(TASKS),
  usage: usageOf,
  stop: () => {
    listening.close();
    store.close();
  },
});
