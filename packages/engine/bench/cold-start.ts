/**
 * From starting the process to the first answered query: the floor, and `serve` as one file, over a functions folder it
 * has bundled before.
 */

import { spawn } from "node:child_process";
import { mkdirSync, renameSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serveProgram } from "../test/serve-program.ts";
import { connect } from "./clients.ts";
import { sharedNowMs } from "./commands.ts";
import type { Figure } from "./report.ts";
import { Side, type SideName } from "./side.ts";
import { HOT_REQUEST, watchedQuery } from "./workload.ts";

const RETRY_MS = 5;
const GIVE_UP_MS = 20_000;

/** Both sides started again and again over a filled folder. */
export async function coldStart(root: string, documents: number, rounds: number): Promise<Figure[]> {
  const took: Record<SideName, number[]> = { floor: [], engine: [] };
  const folders = { floor: "", engine: "" };
  const program = await serveProgram();
  for (const name of ["floor", "engine"] as const) {
    const side = await Side.start(name, root, documents);
    await side.stop();
    folders[name] = side.folder;
  }
  // `serve` keeps more than the engine's data.
  const served = join(root, "served");
  mkdirSync(served);
  renameSync(folders.engine, join(served, "engine"));
  folders.engine = served;
  for (let round = 0; round <= rounds; round++) {
    for (const name of ["floor", "engine"] as const) {
      const ms = await startOnce(commandOf(name, { program, folder: folders[name], documents }), root);
      if (round > 0) took[name].push(ms); // The first fills Node's cache of compiled code.
    }
  }
  return [
    {
      name: `cold start of serve to the first answered query, ${documents} documents`,
      unit: "ms",
      rounds: took,
      goal: { atMost: 400 },
    },
  ];
}

interface Started {
  /** `serve` as one file. */
  readonly program: string;
  readonly folder: string;
  readonly documents: number;
}

/** What starts this side on a port. */
function commandOf(name: SideName, { program, folder, documents }: Started): (port: number) => string[] {
  if (name === "floor")
    return (port) => [join(import.meta.dirname, "floor-server.ts"), folder, String(documents), String(port)];
  const functions = join(import.meta.dirname, "functions");
  return (port) => ["--", program, ...["serve", "--functions", functions, "--data", folder, "--port", String(port)]];
}

async function startOnce(command: (port: number) => string[], root: string): Promise<number> {
  const port = await freePort();
  const startMs = sharedNowMs();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...command(port)], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, "compile-cache") },
  });
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
    // `serve` takes its port first and turns requests away until it is ready.
    const isReady = await fetch(`${url}/version`).then(
      ({ status }) => status !== 503,
      () => false,
    );
    if (!isReady) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      continue;
    }
    const connection = connect("lean", url, "tasks");
    await new Promise<void>((resolve, reject) =>
      connection.watch(watchedQuery("shared", 0, HOT_REQUEST), (newest) =>
        newest > 0 ? resolve() : reject(new Error("the folder holds no tasks: what was measured is another one")),
      ),
    );
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
