/** What the portal knows of Sigma: its tasks are done manually. */

import type { ConnectorFacts } from "../contract/manifest.ts";

export const facts = {
  label: "Sigma",
  tasks: { manual_sigma: { title: "Change Sigma manually" } },
  account: null,
  readings: [],
} as const satisfies ConnectorFacts;
