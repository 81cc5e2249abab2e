/** Every public function of the portal, found in the modules and not in a list. */

import type { Guarded } from "../access/functions";

/** What Convex attaches to a registered function, as far as these tests read it. */
interface Registered extends Partial<Guarded> {
  readonly isPublic?: boolean;
  readonly isQuery?: boolean;
  readonly isMutation?: boolean;
  readonly isAction?: boolean;
  exportArgs?(): string;
  exportReturns?(): string;
}

const modules = import.meta.glob<Record<string, Registered>>(["../**/*.ts", "!../**/*.*.ts", "!../schema.ts"], {
  eager: true,
});

/** Path as a client calls it, and the registered function. */
export const publicFunctions = Object.entries(modules).flatMap(([path, module]) =>
  Object.entries(module)
    .filter(([, exported]) => exported.isPublic === true)
    .map(([name, fn]) => ({
      path: `${path
        .replace(/^\.\.\//, "")
        .replace(/^\.\//, "lib/")
        .replace(/\.ts$/, "")}:${name}`,
      fn,
    })),
);
