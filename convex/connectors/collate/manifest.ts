/** What the portal knows of Collate: its tasks are done by hand. */

import type { ConnectorFacts } from "../contract/manifest.ts";

export const facts = {
  label: "Collate",
  tasks: { manual_collate: { title: "Change Collate manually" } },
  account: null,
  readings: [],
} as const satisfies ConnectorFacts;
