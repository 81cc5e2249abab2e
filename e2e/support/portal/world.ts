/** Before the first journey: one data folder with the demo world in it. Every file of journeys starts on a copy. */

import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { newFolder, newProcess } from "./portal-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The data folder of a portal that was filled and then stopped. */
    readonly filledFolder: string;
  }
}

/** Fills it, tells the journeys where it is, and resolves to how it is removed. */
export default async function fillWorld(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await newFolder();
  const host = await newProcess(dataDir);
  await host.start();
  await host.stop("SIGTERM");
  project.provide("filledFolder", dataDir);
  return () => rm(dataDir, { recursive: true, force: true });
}
