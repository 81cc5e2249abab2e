/** The functions of the portal and of its demo, bundled for the portal's engine. */

import path from "node:path";
import { bundleConvex } from "@data-portal/engine/bundler";
import { root } from "./runtime.mjs";

/** The doors of a noun, and the files of the root that the engine reads: crons and routes. */
const portalDoor = /^([^/]+\/(queries|mutations|actions|internal)|crons|http)$/;

/** What the server reads by name beside them: the audit chain, which a command verifies without an engine. */
const readByName = new Set(["core/audit/chain"]);

/** Bundles convex/ into an emptied folder, with the modules of `also` for whoever reads them by name. */
export async function bundlePortal(
  outDir: string,
  { isQuiet = false, also = [] }: { isQuiet?: boolean; also?: readonly string[] } = {},
): Promise<void> {
  await bundleConvex({
    convexDir: path.join(root, "convex"),
    outDir,
    isQuiet,
    holdsFunctions: (module) => portalDoor.test(module) || readByName.has(module) || also.includes(module),
  });
}

/** The demo's modules that hold functions. */
const demoDoor = /^(account|catalogue|heartbeat|loading\/order|seed)$/;

/** Bundles the demo's functions. A bundle of its own: what deploys has none of it. */
export async function bundleDemo(outDir: string): Promise<void> {
  await bundleConvex({
    convexDir: path.join(root, "demo/world"),
    outDir,
    holdsFunctions: (module) => demoDoor.test(module),
  });
}
