/** Test worlds that have the demo's functions beside the portal's: empty, or with a demo told in them. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anyApi, type ApiFromModules } from "convex/server";
import { aWorld, DAWN } from "../../convex/testing/world.testing";
import * as account from "./account";
import * as catalogue from "./catalogue";
import * as heartbeat from "./heartbeat";
import * as order from "./loading/order";
import * as seed from "./seed";

type Modules = {
  readonly account: typeof account;
  readonly catalogue: typeof catalogue;
  readonly heartbeat: typeof heartbeat;
  readonly "loading/order": typeof order;
  readonly seed: typeof seed;
};

/** References to the demo's functions, by the names the host calls them by. */
export const demoFunctions = (anyApi as unknown as { readonly demo: ApiFromModules<Modules> }).demo;

type World = Awaited<ReturnType<typeof aWorld>>;

/** A world into which a demo can be told: empty, or what lies in a data folder. */
export const aDemoWorld = (dataDir?: string, env: Record<string, string> = { PORTAL_DEMO: "1" }): Promise<World> =>
  aWorld(
    {
      "demo/account": account,
      "demo/catalogue": catalogue,
      "demo/heartbeat": heartbeat,
      "demo/loading/order": order,
      "demo/seed": seed,
    },
    env,
    dataDir,
  );

/** Tells the demo in a world, with so many ended requests, and opens it. */
export async function tell(world: World, history: number): Promise<void> {
  for (let step = 0; step < 200; step += 1) {
    if ((await world.internal(demoFunctions.seed.fill, { history, now: DAWN })).isDone)
      return void (await world.internal(demoFunctions.seed.wakeUp, {}));
  }
  throw new Error("The demo world is never done");
}

/** Vitest evaluates modules again for every file: what lives as long as the worker hangs on its globals. */
const worker = globalThis as typeof globalThis & { toldDemos?: Map<number, Promise<string>> };

/** A world in which the demo was told, with so many ended requests: a copy of the one that is told once per worker. */
export async function aToldDemo(history: number, env?: Record<string, string>): Promise<World> {
  if (process.env["FUNCTIONS_BACKEND"] === "convex-test") {
    const world = await aDemoWorld(undefined, env);
    await tell(world, history);
    return world;
  }
  const told = (worker.toldDemos ??= new Map<number, Promise<string>>());
  if (!told.has(history)) told.set(history, toldFolder(history));
  return await aDemoWorld(`:memory:${await told.get(history)}`, env);
}

async function toldFolder(history: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "told-demo-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const world = await aDemoWorld(folder);
  await tell(world, history);
  await world.end();
  return folder;
}
