/**
 * Texts that would run if any page took them for more than text. The Content Security Policy, which would
 * hide such a fault, is switched off; whatever runs says so in the console, and that fails the journey.
 */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { journeys } from "./support/journey.ts";
import { areaId, send } from "./support/lifecycle.ts";
import { expectVisible } from "./support/pages.ts";

const journey = journeys();

const HOSTILE = [
  "<img src=x onerror=hacked(1)>",
  "</script><script>hacked(2)</script>",
  "\"'><svg/onload=hacked(3)>",
  "[click](javascript:hacked(4))",
  "{{constructor.constructor('hacked(5)')()}}",
  "<iframe srcdoc='<script>parent.hacked(6)</script>'></iframe>",
  "<style>*{display:none}</style>",
];
const WORDS = HOSTILE.join(" ");

/** Opens a page in which running a hostile text is an error on the console. */
async function trap(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { hacked: (which: number) => console.error(`a hostile text ran: ${which}`) });
  });
}

journey("hostile texts in a request are text on every page that shows them", async ({ open }) => {
  const staff = await open({ as: "staff", hasNoPolicy: true, allow: [/status of 404/] });
  await trap(staff);
  const request = await send(staff, "dbt-airflow", {
    businessArea: await areaId(staff, "DAT"),
    tool: "dbt",
    project: "platform-marts",
    kind: "rerun",
    job: "margin_daily",
    window: HOSTILE[0],
    reason: WORDS,
  });
  expect(
    (
      await askBackend(staff, "mutation", "requests/mutations:comment", {
        requestId: request.id,
        body: WORDS,
        visibility: "public",
      })
    ).code,
  ).toBeUndefined();
  await staff.goto(`/requests/${request.key}`);
  await expectVisible(staff.getByText(HOSTILE[1] ?? "").first());
  for (const path of [
    "/",
    "/requests",
    "/notifications",
    `/requests/${request.key}/story`,
    `/requests/create?type=dbt-airflow&field.reason=${encodeURIComponent(WORDS)}`,
    `/signin?redirect=${encodeURIComponent("javascript:hacked(7)")}`,
    `/requests?q=${encodeURIComponent(WORDS)}`,
    `/${encodeURIComponent(WORDS)}`,
  ]) {
    await staff.goto(path);
    await staff.waitForLoadState("networkidle");
  }
  // What would have run would have been seen: nothing holds back a handler that a page took for its own.
  await staff.evaluate(() =>
    document.body.insertAdjacentHTML("beforeend", "<img src='/nothing' onerror=\"document.title = 'it ran'\">"),
  );
  await expect.poll(() => staff.title()).toContain("it ran");
  const admin = await open({ as: "admin", hasNoPolicy: true });
  await trap(admin);
  for (const path of [
    `/admin/requests?q=${request.key}`,
    `/requests/${request.key}`,
    "/admin/requests/tasks",
    "/admin/approvals",
    "/admin/audit",
    "/notifications",
  ]) {
    await admin.goto(path);
    await admin.waitForLoadState("networkidle");
  }
});

journey("hostile texts in a ticket and an idea are text on every page that shows them", async ({ open }) => {
  const staff = await open({ as: "staff", hasNoPolicy: true });
  await trap(staff);
  const loaded: string[] = [];
  const fetched = (page: Page): void => void page.on("request", (request) => loaded.push(request.url()));
  fetched(staff);
  const text = `${HOSTILE.join("\n\n")}\n\n![](https://evil.example/pixel.png)`;
  const created = await askBackend<string>(staff, "mutation", "tickets/mutations:create", {
    title: HOSTILE[0],
    description: text,
    topic: "other",
    related: null,
    uploadIds: [],
  });
  expect(created.code).toBeUndefined();
  await askBackend(staff, "mutation", "tickets/mutations:reply", {
    key: created.value,
    body: `${">".repeat(3500)}deep`,
    uploadIds: [],
  });
  await askBackend(staff, "mutation", "feedback/mutations:create", {
    title: HOSTILE[0],
    description: text,
    priority: "Low",
  });
  const admin = await open({ as: "admin", hasNoPolicy: true });
  await trap(admin);
  fetched(admin);
  for (const page of [staff, admin]) {
    await page.goto(`/support/${created.value}`);
    await expectVisible(page.getByText("<iframe srcdoc=").first());
    await expectVisible(page.getByText("click (javascript:hacked(4))").first());
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
    await page.goto("/feedback?view=all");
    await page.getByRole("link", { name: HOSTILE[0] }).first().click();
    await expectVisible(page.getByText("<iframe srcdoc=").first());
    await page.goto("/notifications");
    await page.waitForLoadState("networkidle");
  }
  expect(loaded.filter((address) => address.includes("evil.example"))).toEqual([]);
});
