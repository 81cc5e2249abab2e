/** What the portal knows of dbt Cloud: its tasks are done by hand. */

import type { ConnectorFacts } from "../contract/manifest.ts";

export const facts = {
  label: "dbt Cloud",
  tasks: { manual_dbt: { title: "Change dbt Cloud manually" } },
  account: null,
  readings: [],
} as const satisfies ConnectorFacts;
