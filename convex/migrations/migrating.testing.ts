/** The start's migrations, for tests. */

import { internal } from "../_generated/api";
import type { aWorld } from "../testing/world.testing";

/** Runs every migration that is left, as the start does. */
export async function migrated(world: Pick<Awaited<ReturnType<typeof aWorld>>, "internal">): Promise<void> {
  for (;;) {
    const step = await world.internal(internal.migrations.internal.step, {});
    if ("newer" in step) throw new Error(`Migration ${step.newer} is not known`);
    if (step.name === null) return;
  }
}
