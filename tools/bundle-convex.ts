/** Bundles convex/ for the portal's engine into dist/convex, and the demo's functions into dist/demo. */

import path from "node:path";
import { bundleConvex } from "@data-portal/engine/bundler";
import { root } from "./lib/runtime.mjs";

await bundleConvex({ convexDir: path.join(root, "convex"), outDir: path.join(root, "dist/convex") });
// A bundle of its own: what deploys has none of it.
await bundleConvex({ convexDir: path.join(root, "demo/world"), outDir: path.join(root, "dist/demo") });
