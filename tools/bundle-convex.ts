/** Bundles convex/ for the portal's engine into dist/convex. */

import path from "node:path";
import { bundleConvex } from "@data-portal/engine/bundler";
import { root } from "./lib/runtime.mjs";

await bundleConvex({ convexDir: path.join(root, "convex"), outDir: path.join(root, "dist/convex") });
