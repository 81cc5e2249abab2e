/** What Collate is: its tasks are done manually, its domains can be read. */

import type { ConnectorFacts, ConnectorSetting } from "../contract/manifest.ts";

export const facts = {
  label: "Collate",
  tasks: { manual_collate: { title: "Change Collate manually" } },
  account: null,
  readings: ["domain"],
} as const satisfies ConnectorFacts;

/** The first names the connection: without it there is none. */
export const settings = {
  COLLATE_URL: {
    kind: "address",
    isNeeded: true,
    example: "https://myorg.getcollate.io",
    risk: "outage",
    does: "the catalogue data domains are linked to",
  },
  COLLATE_TOKEN: {
    kind: "text",
    isNeeded: true,
    isSecret: true,
    example: "…",
    risk: "access",
    does: "the token of a bot there that may read domains and people",
  },
} as const satisfies Readonly<Record<string, ConnectorSetting>>;
