/** What the test world adds to the functions: one that runs steps of tests, and one that keeps files for them. */

import { makeFunctionReference } from "convex/server";
import type { Id } from "../_generated/dataModel";
import { internalAction, internalMutation, type MutationCtx, query } from "../_generated/server";

let made = 0;

/** Steps handed to the one internal function that runs them. */
const steps = new Map<string, (ctx: MutationCtx) => Promise<unknown>>();
/** Files on their way into the storage, and the ids they got. */
const contents = new Map<string, Blob>();
const kept = new Map<string, Id<"_storage">>();

/** The functions themselves, as the module `bench/steps`. */
export const bench = {
  /** How many documents a query reads, as its caller. */
  reads: query({
    handler: async (ctx, { name, args }: { name: string; args: Record<string, unknown> }) => {
      await ctx.runQuery(makeFunctionReference<"query">(name), args);
      return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
    },
  }),
  run: internalMutation(async (ctx: MutationCtx, { step }: { step: string }) => {
    await steps.get(step)?.(ctx);
    return null;
  }),
  /** Only actions can keep a file's content. */
  keep: internalAction(async (ctx, { file }: { file: string }) => {
    const content = contents.get(file);
    if (content) kept.set(file, await ctx.storage.store(content));
    return null;
  }),
};

/** Runs a step directly on the database behind these calls, in one transaction. */
export async function runStep<T>(
  mutate: (path: string, args: { step: string }) => Promise<unknown>,
  step: (ctx: MutationCtx) => Promise<T>,
): Promise<T> {
  const name = `step-${(made += 1)}`;
  let result: { value: T } | undefined;
  steps.set(name, async (ctx) => {
    result = { value: await step(ctx) };
  });
  await mutate("bench/steps:run", { step: name });
  steps.delete(name);
  if (!result) throw new Error("The step did not run");
  return result.value;
}

/** Forgets the steps of a test that has ended. */
export function forgetSteps(): void {
  steps.clear();
}

/** Keeps a file's content in the storage: `keep` calls `bench/steps:keep` with the name it is given. */
export async function keepFile(content: Blob, keep: (file: string) => Promise<void>): Promise<Id<"_storage">> {
  const file = `file-${(made += 1)}`;
  contents.set(file, content);
  await keep(file);
  const id = kept.get(file);
  if (!id) throw new Error("The file was not kept");
  return id;
}
