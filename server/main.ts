/** `node server/main.ts`: the portal as it was built. */

import { join } from "node:path";
import { runPortal } from "./run.ts";

await runPortal(join(import.meta.dirname, "../dist"));
