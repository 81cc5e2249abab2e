/** The audit trail: found, read, taken along and checked by those who may, and closed to everybody else. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { DAY_MS } from "../convex/lib/pure/time.ts";
import { pinnedNode, root } from "../tools/lib/runtime.mjs";
import { askBackend } from "./support/backend.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { expectFocused } from "./support/browser/keyboard.ts";
import { send } from "./support/deciding.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, heading, openFilter } from "./support/pages.ts";
import type { Portal } from "./support/portal/portal.ts";

const journey = journeys();
const AUDIT = "/admin/audit";

const events = (page: Page) => page.getByRole("table", { name: "Events" });
const eventRows = (page: Page) =>
  events(page)
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });

journey("an admin finds who tried what by outcome and actor, and the address keeps it", async ({ open }) => {
  const staff = await open({ as: "staff", at: null });
  expect(await askBackend(staff, "mutation", "audit/mutations:verify")).toMatchObject({ code: "not-allowed" });
  const page = await open({ as: "admin", at: AUDIT });
  // The list is as wide as the window.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await events(page).waitFor();
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? Number.NaN;
  expect(await widthOf(events(page))).toBeGreaterThan((await widthOf(page.locator("#main"))) - 80);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openFilter(page, "Outcome");
  await page.getByRole("button", { name: "Denied", exact: true }).click();
  await openFilter(page, "Actor");
  await page.getByRole("textbox", { name: "Find an actor" }).fill("sam tay");
  await page.getByRole("button", { name: /Sam Taylor/ }).click();
  const row = eventRows(page).filter({ hasText: "Sam Taylor was refused access" });
  await row.first().waitFor();
  expect(await row.first().innerText()).toMatch(
    /\d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d\s+Sam Taylor was refused access\s+Denied/,
  );
  expect(new URL(page.url()).searchParams.get("outcome")).toBe("denied");
  await page.reload();
  await row
    .first()
    .getByRole("link", { name: /was refused access/ })
    .click();
  const details = page.getByRole("dialog", { name: "Access refused" });
  await details.getByText("audit/mutations:verify").waitFor();
  await details.getByText("not-allowed").waitFor();
  await page.keyboard.press("Escape");
  await details.waitFor({ state: "hidden" });
  expect(new URL(page.url()).searchParams.has("actor")).toBe(true);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("?view=all");

  // A whole kind at once, and then one of its events: no other is offered.
  await openFilter(page, "Kind");
  await page.getByRole("button", { name: "Sign-in and security", exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("kind")).toBe("signIn");
  await eventRows(page).filter({ hasText: "Sam Taylor was refused access" }).first().waitFor();
  expect(
    await eventRows(page)
      .filter({ hasText: /request|task/i })
      .count(),
  ).toBe(0);
  await openFilter(page, "Event");
  await page.getByRole("button", { name: "Access refused", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Task completed", exact: true }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("?view=all");

  // The days of the list are chosen in the histogram, by keyboard as well.
  const from = page.getByRole("slider", { name: "From" });
  await from.focus();
  await page.keyboard.press("End");
  await expect.poll(() => new URL(page.url()).searchParams.get("from")).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  await page.keyboard.press("Escape");
  await expect.poll(() => new URL(page.url()).search).toBe("?view=all");
  // And dragged over with the mouse: from where the button goes down to where it comes up.
  const plot = page.getByRole("application", { name: /events?\b/ });
  const { x, y, width, height } = (await plot.boundingBox())!;
  await page.mouse.move(x + width * 0.3, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height / 2);
  await page.mouse.move(x + width * 0.6, y + height / 2);
  await page.mouse.up();
  await expect.poll(() => new URL(page.url()).search).toMatch(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
  const { searchParams } = new URL(page.url());
  const [first, last] = ["from", "to"].map((end) => Date.parse(searchParams.get(end) ?? ""));
  expect(last! - first!).toBeGreaterThan(DAY_MS);
  await page.getByRole("button", { name: "Remove filter Time" }).waitFor();
});

journey("a filter is saved under a name, shared, and opened by a colleague", async ({ open }) => {
  const page = await open({ as: "admin", at: `${AUDIT}?outcome=denied` });
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("textbox", { name: "Save this list as" }).fill("What was denied");
  await page.getByRole("checkbox", { name: "Share with everybody who sees the list" }).click();
  await page.getByRole("button", { name: "Save view" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("view")).not.toBeNull();
  const colleague = await open({ as: "superAdmin", at: AUDIT });
  await colleague.getByRole("button", { name: "Views" }).click();
  await colleague.getByRole("button", { name: /What was denied/ }).click();
  await expect.poll(() => new URL(colleague.url()).searchParams.get("outcome")).toBe("denied");
  await colleague.keyboard.press("Escape");
  await colleague.getByRole("button", { name: "Clear all" }).click();
  await expect.poll(() => new URL(colleague.url()).searchParams.get("outcome")).toBeNull();
});

journey("what was changed is shown before and after, and a secret as dots", async ({ open }) => {
  const page = await open({ as: "admin", at: `${AUDIT}?action=person.linked` });
  await page
    .getByRole("link", { name: /linked their account/ })
    .first()
    .click();
  const change = page
    .getByRole("dialog", { name: "Account linked" })
    .getByRole("row")
    .filter({ hasText: "Token identifier" });
  await change.waitFor();
  expect(await change.innerText()).toMatch(/none\s+••••••/);
});

journey("an export opens as a table without running anything, and is in the audit trail itself", async ({ open }) => {
  // Names of people, areas and domains may not begin as a formula; what is asked for may.
  await send(await open({ as: "staff", at: null }), "dbt-airflow", {
    tool: "dbt",
    project: "=cmd()",
    kind: "access",
    level: "viewer",
    durationDays: 30,
    reason: "The margin report is built there, and its models have to be read before they are changed.",
  });
  const page = await open({ as: "admin", at: `${AUDIT}?action=request.submitted` });
  await eventRows(page).first().waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "As CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audit-trail-.*\.csv$/);
  await expectFocused(page, "Export");
  const text = readFileSync(await download.path(), "utf8");
  expect(text).toContain("request.submitted");
  expect(text).not.toMatch(/(^|,)"?=cmd/m);
  await page.goto(`${AUDIT}?action=audit.exported`);
  await page
    .getByRole("link", { name: /exported the audit trail/ })
    .first()
    .click();
  await page.getByRole("dialog").getByText('"action":"request.submitted"').waitFor();
  await page.getByRole("dialog").getByText("Count").waitFor();
});

journey("the chain is whole, and names the first event that somebody altered in the file", async ({ open, portal }) => {
  const page = await open({ as: "admin", at: AUDIT, allow: whilePortalIsDown });
  const chain = page.getByRole("region", { name: "Hash chain" });
  await chain.getByRole("button", { name: "Verify" }).click();
  await chain.getByText("Chain intact").waitFor();
  await chain.getByText(/events verified/).waitFor();
  expect(verifyByCommand(portal)).toMatchObject({
    status: 0,
    said: expect.stringContaining("The audit trail is intact"),
  });
  await portal.kill();
  const sequence = alterOneEvent(portal);
  await portal.start();
  await page.goto(`${portal.url}${AUDIT}`);
  await chain.getByRole("button", { name: "Verify" }).click();
  await chain.getByText("Chain broken").waitFor();
  await chain.getByText(`Event ${sequence}, or the one before it`).first().waitFor();
  const { status, said } = verifyByCommand(portal);
  expect([status, said]).toEqual([1, expect.stringContaining(`Event ${sequence}, or the one before it`)]);
});

journey("staff have no right to it, and governance see their part and take nothing along", async ({ open }) => {
  const staff = await open({ as: "staff", at: AUDIT });
  await heading(staff, "Audit Trail").waitFor();
  await staff.getByText("You cannot see this page").waitFor();
  expect(await askBackend(staff, "query", "audit/queries:list", { filter: {} })).toMatchObject({ code: "not-allowed" });
  const page = await open({ as: "governance", at: AUDIT });
  await expectPath(page, AUDIT);
  await page.getByText("You see domain events and what you did yourself.").waitFor();
  await page.getByRole("button", { name: "Export" }).focus();
  await page.getByText("Admins can export").first().waitFor();
  expect(await askBackend(page, "mutation", "audit/mutations:exportPart", { filter: {}, format: "csv" })).toMatchObject(
    {
      code: "not-allowed",
    },
  );
});

function verifyByCommand({ dataDir }: Portal): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    pinnedNode,
    ["--disable-warning=ExperimentalWarning", "server/data/main.ts", "verify-audit"],
    { cwd: root, env: { ...process.env, DATA_DIR: dataDir }, encoding: "utf8" },
  );
  return { status, said: stdout + stderr };
}

/** What somebody with the file in hand could do; answers the sequence of the event. */
function alterOneEvent({ dataDir }: Portal): number {
  const db = new DatabaseSync(path.join(dataDir, "engine/engine.db"));
  try {
    const found = db
      .prepare('SELECT doc, json FROM documents WHERE json LIKE \'%"action":"person.linked"%\' LIMIT 1')
      .get() as { doc: number; json: string };
    db.prepare("UPDATE documents SET json = ? WHERE doc = ?").run(
      found.json.replace('"outcome":"success"', '"outcome":"failure"'),
      found.doc,
    );
    return (JSON.parse(found.json) as { sequence: number }).sequence;
  } finally {
    db.close();
  }
}
