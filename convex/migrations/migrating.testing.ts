/** The start's migrations, for tests. */

import type { aWorld } from "../../e2e/support/functions-world";
import { internal } from "../_generated/api";

/** Runs every migration that is left, as the start does. */
export async function migrated(world: Pick<Awaited<ReturnType<typeof aWorld>>, "internal">): Promise<void> {
  for (;;) {
    const step = await world.internal(internal.migrations.internal.step, {});
    if ("newer" in step) throw new Error(`Migration ${step.newer} is not known`);
    if (step.name === null) return;
  }
}
