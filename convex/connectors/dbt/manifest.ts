/** What the portal knows of dbt Cloud: its tasks are done manually, who owns its models can be read. */

import type { ConnectorFacts, ConnectorSetting } from "../contract/manifest.ts";

export const facts = {
  label: "dbt Cloud",
  tasks: { manual_dbt: { title: "Change dbt Cloud manually" } },
  account: null,
  readings: ["owners"],
} as const satisfies ConnectorFacts;

/** The first names the connection: without it there is none. */
export const settings = {
  DBT_URL: {
    kind: "address",
    isNeeded: true,
    example: "https://ab123.us1.dbt.com",
    risk: "outage",
    does: "the address of the dbt Cloud account whose models name their owners",
  },
  DBT_ACCOUNT: {
    kind: "text",
    isNeeded: true,
    example: "12345",
    risk: "outage",
    does: "the number of that account",
  },
  DBT_JOB: {
    kind: "text",
    isNeeded: true,
    example: "67890",
    risk: "outage",
    does: "the number of the job whose newest successful run is read",
  },
  DBT_TOKEN: {
    kind: "text",
    isNeeded: true,
    isSecret: true,
    example: "dbtc_…",
    risk: "access",
    does: "a service token there that may read jobs",
  },
} as const satisfies Readonly<Record<string, ConnectorSetting>>;
