/** Requests that journeys need before they begin, sent by the page's person without the form. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./backend.ts";

/** A request that was sent. */
export interface Submitted {
  readonly id: string;
  readonly key: string;
}

/** Asks for a warehouse, big enough that FinOps decides first: a request that nothing has happened to yet. */
export async function askForWarehouse(page: Page, name: string): Promise<Submitted> {
  const areas = await askBackend<{ id: string; isOwn: boolean }[]>(page, "query", "people/queries:areas");
  const businessArea = areas.value?.find(({ isOwn }) => isOwn)?.id;
  const form = {
    businessArea,
    change: "new",
    newName: name,
    size: "LARGE",
    role: "ANALYST",
    autoSuspendSeconds: 60,
    clusters: 1,
    hoursPerMonth: 40,
    creditLimit: 320,
    workload: "Campaign attribution, 40 reports",
    reason:
      "Attribution of the spring campaign takes six hours on the shared warehouse and blocks the Monday figures. Until the end of June.",
  };
  const sent = await askBackend<Submitted>(page, "mutation", "requests/mutations:submit", {
    typeKey: "warehouse",
    form,
    submitKey: name,
  });
  expect(sent.code, `submitting ${name}`).toBeUndefined();
  return sent.value as Submitted;
}
