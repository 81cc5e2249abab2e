/** From starting the process to the first answered query. */

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { connect } from "./clients.ts";
import { sharedNowMs } from "./commands.ts";
import type { Figure } from "./report.ts";
import { Side, type SideName } from "./side.ts";
import { HOT_REQUEST, queryArgs } from "./workload.ts";

const RETRY_MS = 5;
const GIVE_UP_MS = 20_000;

/** Both sides started again and again over a filled folder. */
export async function coldStart(root: string, documents: number, rounds: number): Promise<Figure[]> {
  const took: Record<SideName, number[]> = { floor: [], engine: [] };
  const folders = { floor: "", engine: "" };
  for (const name of ["floor", "engine"] as const) {
    const side = await Side.start(name, root, documents);
    await side.stop();
    folders[name] = side.folder;
  }
  for (let round = 0; round <= rounds; round++) {
    for (const name of ["floor", "engine"] as const) {
      const ms = await startOnce(name, folders[name], documents, root);
      if (round > 0) took[name].push(ms); // The first fills Node's cache of compiled code.
    }
  }
  return [
    {
      name: `cold start to the first answered query, ${documents} documents`,
      unit: "ms",
      rounds: took,
      goal: { atMost: 400 },
    },
  ];
}

async function startOnce(name: SideName, folder: string, documents: number, root: string): Promise<number> {
  const port = await freePort();
  const startMs = sharedNowMs();
  const script = join(import.meta.dirname, `${name}-server.ts`);
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", script, folder, String(documents), String(port)],
    {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, "compile-cache") },
    },
  );
  const exited = new Promise((resolve) => child.on("exit", resolve));
  try {
    await firstAnswer(`http://127.0.0.1:${port}`, startMs + GIVE_UP_MS);
    return sharedNowMs() - startMs;
  } finally {
    child.kill("SIGTERM");
    await exited;
  }
}

async function firstAnswer(url: string, deadlineMs: number): Promise<void> {
  while (sharedNowMs() < deadlineMs) {
    const isListening = await fetch(`${url}/version`).then(
      () => true,
      () => false,
    );
    if (!isListening) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      continue;
    }
    const connection = connect("lean", url, "tasks");
    await new Promise<void>((resolve) => connection.watch(queryArgs(0, true, HOT_REQUEST), () => resolve()));
    connection.close();
    return;
  }
  throw new Error("the server did not come up");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
