/** How many documents a query reads as its caller: what a list of any length is held to, whatever the machine does beside. */

import { makeFunctionReference } from "convex/server";
import type { TestPerson } from "../testing/world.testing";

/** Documents that a query reads for this person. */
export async function readsOf(by: TestPerson, name: string, args: Record<string, unknown>): Promise<number> {
  return await by.query(makeFunctionReference<"query">("bench/steps:reads"), { name, args });
}

/** The median of some turns of a query, in milliseconds. */
export async function medianMs(turns: number, read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(turns / 2)] ?? 0;
}
