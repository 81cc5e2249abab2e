/** What the portal knows of ThoughtSpot: its tasks are done manually. */

import type { ConnectorFacts } from "../contract/manifest.ts";

export const facts = {
  label: "ThoughtSpot",
  tasks: { manual_thoughtspot: { title: "Change ThoughtSpot manually" } },
  account: null,
  readings: [],
} as const satisfies ConnectorFacts;
