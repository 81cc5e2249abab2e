/** What the portal knows of Airflow: its tasks are done manually. */

import type { ConnectorFacts } from "../contract/manifest.ts";

export const facts = {
  label: "Airflow",
  tasks: { manual_airflow: { title: "Change Airflow manually" } },
  account: null,
  readings: [],
} as const satisfies ConnectorFacts;
