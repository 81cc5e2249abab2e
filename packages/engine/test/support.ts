/** The world the engine's tests run in. */

import { join } from "node:path";
import { anyApi, type ApiFromModules } from "convex/server";
import { folderModules } from "../src/testing/index.ts";

/** References to the fixture's functions. */
export const api = anyApi as unknown as ApiFromModules<{
  counters: typeof import("./fixture/counters.ts");
  jobs: typeof import("./fixture/jobs.ts");
  messages: typeof import("./fixture/messages.ts");
  odd: typeof import("./fixture/odd.ts");
}>;

export const fixtureModules = folderModules(join(import.meta.dirname, "fixture"));

/** Waits until `read` gives something that is not undefined; the socket decides how long that is. */
export async function eventually<T>(read: () => T | undefined | false, what: string): Promise<T> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const value = read();
    if (value !== undefined && value !== false) return value as T;
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
