/** Bundles convex/ for the portal's engine into dist/convex, and the demo's functions into dist/demo. */

import path from "node:path";
import { bundleDemo, bundlePortal } from "./lib/bundle-functions.ts";
import { root } from "./lib/runtime.mjs";

await bundlePortal(path.join(root, "dist/convex"));
await bundleDemo(path.join(root, "dist/demo"));
