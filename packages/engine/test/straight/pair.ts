/**
 * Two engines over the same random source: one hands everything to functions as text, the other straight. What else
 * differs between them is up to the test.
 */

import { isDeepStrictEqual } from "node:util";
import type { ComponentLoaders, ModuleLoaders } from "../../src/functions/modules/registry.ts";
import type { Json, JsonObject } from "../../src/values/json.ts";
import { createTestEngineParts, type Kind, type Told } from "./parts.ts";

/** See the file comment. */
export interface Pair {
  /** Calls both; what each told. */
  call(kind: Kind, path: string, args: Json, journal?: string | null): Promise<{ text: Told; straight: Told }>;
  /** Lets both keep what they read until what is given back is called. */
  hold(): () => void;
  close(): void;
}

/** How one of the two works, and ceilings of its own. */
export interface Way {
  readonly isThroughText: boolean;
  readonly sliceMs?: number;
  readonly rowsPerStep?: number;
}

/** Makes a pair. */
export async function aPair(
  { modules, components }: { readonly modules: ModuleLoaders; readonly components: ComponentLoaders },
  seed: number,
  limits: object = {},
  ways: readonly [Way, Way] = [{ isThroughText: true }, { isThroughText: false }],
): Promise<Pair> {
  const [text, straight] = await Promise.all(
    ways.map(({ isThroughText, ...more }) =>
      createTestEngineParts({ modules, components, seed, limits: { ...limits, ...more }, isThroughText }),
    ),
  );
  if (text === undefined || straight === undefined) throw new Error("there are two");
  return {
    async call(kind, path, args, journal = null) {
      const call = { path, args: structuredClone(args) as JsonObject, journal };
      const told = { text: await text.call(kind, call), straight: await straight.call(kind, call) };
      if (!isDeepStrictEqual(call.args, args)) throw new Error("a function changed what its caller holds");
      return told;
    },
    hold() {
      const held = [text.hold(), straight.hold()];
      return () => held.forEach((release) => release());
    },
    close() {
      text.close();
      straight.close();
    },
  };
}
