/**
 * Data governance opens a data domain by the word of two, and the form of a request has it at once; what Collate and
 * dbt say about domains is read from sandboxes of theirs.
 */

import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { MINUTE_MS } from "../convex/lib/pure/time.ts";
import { startCollateSandbox } from "../sandbox/collate/main.ts";
import { startDbtSandbox } from "../sandbox/dbt/main.ts";
import { askBackend } from "./support/backend.ts";
import { expectAccessible, takePictures } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { expectVisible, heading } from "./support/pages.ts";
import { personas } from "./support/personas.ts";
import { demoPassword } from "./support/portal/portal.ts";

const collate = await startCollateSandbox({
  "Retail.Stock": {
    description: "What lies in each shop, counted every night",
    owners: [{ name: "Shop team" }],
    experts: [{ name: "Sam Taylor", email: personas.staff }],
  },
});
const dbt = await startDbtSandbox([
  { name: "sessions", configMeta: { domain: "Web analytics", owner: personas.finops } },
  { name: "clicks", type: "source", meta: { domain: "Web analytics", owner: "left@ao.com" } },
]);
afterAll(async () => {
  await collate.close();
  await dbt.close();
});

const journey = journeys({
  env: {
    COLLATE_URL: collate.url,
    COLLATE_TOKEN: collate.token,
    DBT_URL: dbt.url,
    DBT_ACCOUNT: dbt.account,
    DBT_JOB: dbt.job,
    DBT_TOKEN: dbt.token,
  },
});

/** For so long a password that was given counts. */
const STEP_UP_LIFETIME_MS = 5 * MINUTE_MS;

/** Gives the password, as whoever proposes or confirms has to. */
async function proveIt(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it is you" });
  await dialog.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
}

/** A draft that is a part of another domain and takes everything from there; resolves to its id. */
async function draftBelow(page: Page, parent: string, name: string): Promise<string> {
  const known = await askBackend<{ id: string; name: string }[]>(page, "query", "domains/queries:names");
  const saved = await askBackend<{ domainId: string }>(page, "mutation", "domains/mutations:save", {
    saveKey: name,
    name,
    description: "What was left behind",
    sensitivity: "internal",
    ownerIds: [],
    deputyIds: [],
    parentId: known.value?.find((one) => one.name === parent)?.id,
    inherits: ["owners", "deputies", "experts", "sensitivity"],
    databases: [],
    readRoles: [`${name.toUpperCase().replaceAll(" ", "_")}_READ`],
    writeRoles: [],
  });
  expect(saved.code).toBeUndefined();
  return saved.value?.domainId ?? "";
}

journey(
  "a domain is proposed and confirmed, stands in the tree under the one above it, and is offered then",
  async ({ open }) => {
    const allow = [/step-up-required|domains\/mutations:(setState|save)|proposals\/mutations:confirm/];
    const page = await open({ as: "governance", at: "/governance/data-domains", allow });
    const domainId = await draftBelow(page, "Baskets", "Abandoned baskets");
    const offered = async () =>
      (await askBackend<{ name: string }[]>(page, "query", "domains/queries:list")).value?.map(({ name }) => name);
    expect(await offered()).not.toContain("Abandoned baskets");

    const tree = page.getByRole("treegrid", { name: "Data domains" });
    await tree.getByRole("row", { name: /^Show what is part of Baskets/ }).focus();
    await page.keyboard.press("ArrowRight");
    await expectVisible(tree.getByRole("link", { name: "Abandoned baskets" }));
    await page.keyboard.press("ArrowRight");
    const row = tree.getByRole("row", { name: /^Abandoned baskets/ });
    await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await heading(page, "Abandoned baskets").waitFor();
    await expectVisible(page.getByText("Draft", { exact: true }));
    await page.getByRole("link", { name: "Baskets", exact: true }).first().waitFor();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Open for requests" }).click();
    const dialog = page.getByRole("dialog", { name: "Open for requests: Abandoned baskets?" });
    await dialog.getByLabel("Reason").fill("Marketing asks for it every week");
    await dialog.getByRole("button", { name: "Open for requests" }).click();
    await proveIt(page);
    await expectVisible(page.getByText("In review", { exact: true }));
    expect(await offered()).not.toContain("Abandoned baskets");
    const asks = await open({ as: "staff", at: "/requests/create?type=snowflake-access" });
    await heading(asks, "Snowflake data access").waitFor();
    await asks.getByLabel("Data domain").fill("abandoned");
    await expectVisible(asks.getByText("No domain by this name"));
    expect(await asks.getByRole("option", { name: /^Abandoned baskets/ }).count()).toBe(0);

    const second = await open({ as: "superAdmin", at: `/governance/data-domains/${domainId}`, allow });
    await second.getByRole("button", { name: "Confirm", exact: true }).click();
    await proveIt(second);
    await expectVisible(page.getByText("Active", { exact: true }));
    expect(await offered()).toContain("Abandoned baskets");

    // The form that was open before has it now, with its role, and says who would decide.
    await expectVisible(asks.getByRole("option", { name: /^Abandoned baskets/ }));
    await asks.getByRole("option", { name: /^Abandoned baskets/ }).click();
    await asks.getByLabel("Role", { exact: true }).click();
    await asks.getByRole("option", { name: /ABANDONED_BASKETS_READ/ }).click();
    await asks
      .getByRole("region", { name: "What happens next" })
      .getByText("Known once “Data domain” is filled in.")
      .waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Change", exact: true }).click();
    const form = page.getByRole("dialog", { name: "Change Abandoned baskets" });
    await form.getByRole("combobox", { name: "Part of" }).click();
    await page.getByRole("option", { name: "Media spend", exact: true }).click();
    const hanging = form.getByRole("region", { name: "What depends on it" });
    await expectVisible(hanging.getByText("Domains below"));
    await draftBelow(page, "Abandoned baskets", "Forgotten baskets");
    await expectVisible(hanging.getByText("This changed since you looked"));
    await hanging.scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await takePictures(page, "domain-move-changed");
    await page.setViewportSize({ width: 360, height: 800 });
    await takePictures(page, "domain-move-changed-phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await hanging.getByRole("button", { name: "Show what it is now" }).click();
    await expectVisible(hanging.getByText("Forgotten baskets"));
    await form.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "Consumer-aligned" }).click();
    await form.getByLabel("Reason").fill("It is paid for by Media");
    await form.getByRole("button", { name: "Save data domain" }).click();
    await proveIt(page);
    await expectVisible(second.getByText("Forgotten baskets"));
    await expectVisible(second.getByText("Consumer-aligned"));
    await takePictures(second, "domain-move-second");
    await second.getByRole("button", { name: "Confirm", exact: true }).click();
    await proveIt(second);
    await expectVisible(page.getByRole("link", { name: "Media spend", exact: true }).first());
    await expectVisible(page.getByText("Consumer-aligned"));
  },
);

journey("who has a role is reviewed by whoever answers for its domain, and may be decided anew", async ({ open }) => {
  const starts = await open({ as: "governance", at: "/governance/access-reviews" });
  // The demo holds one that is over and one under way.
  await expectVisible(starts.getByRole("row", { name: /^Store sales Ended [1-9]/ }));
  await expectVisible(starts.getByRole("row", { name: /^Business accounts Open [1-9]/ }));
  await starts.getByRole("combobox", { name: "Data domain" }).click();
  await starts.getByRole("option", { name: "Media spend" }).click();
  await starts.getByRole("combobox", { name: "Access" }).click();
  await starts.getByRole("option", { name: /^Read Media spend/ }).click();
  await starts.getByRole("combobox", { name: "If nobody decides" }).click();
  await starts.getByRole("option", { name: /^It is removed/ }).click();
  await expectAccessible(starts);
  await takePictures(starts, "access-reviews-start");
  await starts.getByRole("button", { name: "Start review" }).click();
  const row = starts.getByRole("row").filter({ hasText: "Role of Media spend" });
  await expectVisible(row.getByRole("cell", { name: /Open$/ }));
  // What it opens, in words, with its name beside it.
  await expectVisible(row.getByText("MEDIA_SPEND_READ", { exact: true }));
  await row.getByRole("link", { name: "Read Media spend", exact: true }).click();
  await heading(starts, "Who can read Media spend").waitFor();
  await expectVisible(starts.locator("main header").getByText("MEDIA_SPEND_READ", { exact: true }));
  await expectVisible(starts.getByText(/^Read every table of Media spend\./));
  await expectVisible(starts.getByText(/not decided about yet\. What nobody decides about is removed/));
  await expectVisible(starts.getByText("Not decided: to be removed").first());
  await takePictures(starts, "access-review-default");
  // On paper: without buttons, with who printed it, when, and what it is held against later.
  await starts.emulateMedia({ media: "print" });
  expect(await starts.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
  await expectVisible(starts.getByText(/^Printed by \S+ \S+ on \d\d\/\d\d\/\d{4}, \d\d:\d\d \(.+\)\.$/));
  await expectVisible(starts.getByText(/Last event in the audit trail: [\d,]+, hash [0-9a-f]{64}$/));
  await starts.emulateMedia({ media: "screen" });

  const decides = await open({ as: "staff", at: new URL(starts.url()).pathname });
  await decides.getByRole("button", { name: "Remove all unused (1)" }).press("Enter");
  const group = decides.getByRole("dialog", { name: "Remove 1 unused item" });
  await expectVisible(group.getByRole("list", { name: "Who loses what" }).getByText(/MEDIA_SPEND_READ/));
  await expectAccessible(decides);
  await takePictures(decides, "access-review-group");
  await group.getByRole("textbox", { name: "Reason" }).fill("Nobody used it for a quarter");
  await group.getByRole("button", { name: "Mark for removal" }).click();
  await expectVisible(starts.getByText("To be removed, Sam Taylor"));
  await decides
    .getByRole("button", { name: /^Keep Read Media spend/ })
    .first()
    .press("Enter");
  await expectVisible(starts.getByText("Kept by Sam Taylor"));
  const remove = decides.getByRole("button", { name: /^Remove Read Media spend/ }).first();
  await remove.click();
  const dialog = decides.getByRole("dialog", { name: /^Remove / });
  await expectVisible(dialog.getByText(/REVOKE ROLE "/));
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The project is over");
  await dialog.getByRole("button", { name: "Mark for removal" }).click();
  await expectVisible(starts.getByText("To be removed, Sam Taylor"));
  await decides.getByRole("link", { name: /^REQ-/ }).first().focus();
  await decides.keyboard.press("a");
  await expectVisible(starts.getByText("Kept by Sam Taylor"));
  await decides.keyboard.press("r");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expectAccessible(decides);
  await takePictures(decides, "access-review");
  await decides.setViewportSize({ width: 360, height: 800 });
  await takePictures(decides, "access-review-phone");
});

journey(
  "databases are assigned by an ordered list of name patterns, shown before, by the word of two people",
  async ({ open, portal }) => {
    // A password that was given in an earlier journey no longer counts.
    await portal.later(STEP_UP_LIFETIME_MS);
    const allow = [/step-up-required|domains\/mutations:assign|proposals\/mutations:confirm/];
    const page = await open({ as: "governance", at: "/governance/data-domains", allow });
    await page.getByRole("button", { name: "Assign by name" }).click();
    const dialog = page.getByRole("dialog", { name: "Assign by name" });
    const put = async (place: number, pattern: string, domain: string): Promise<void> => {
      await dialog.getByRole("textbox", { name: `Pattern ${place}`, exact: true }).fill(pattern);
      await dialog.getByRole("combobox", { name: `Data domain of pattern ${place}` }).click();
      await page.getByRole("option", { name: domain, exact: true }).click();
    };
    await put(1, "web_*", "Web analytics");
    await dialog.getByRole("button", { name: "Add a pattern" }).click();
    await put(2, "*_stock", "Store stock");
    await dialog.getByText("Names that no domain has yet").click();
    await dialog.getByRole("textbox", { name: "Databases" }).fill("WEB_EU\nWEB_STOCK\nLEGACY");
    const moves = dialog.getByRole("table", { name: "What would move" });
    await expectVisible(moves.getByRole("row", { name: /^WEB_STOCK.*Web analytics/ }));
    await dialog.getByRole("button", { name: "Move pattern 1 down" }).press("Enter");
    await dialog.getByRole("button", { name: "Move pattern 2 down" }).and(page.locator(":focus")).waitFor();
    await dialog.getByText("web_* is number 2 of 2 now").waitFor({ state: "attached" });
    await expectVisible(moves.getByRole("row", { name: /^WEB_STOCK.*Store stock/ }));
    await expectVisible(dialog.getByText("LEGACY", { exact: true }));
    await dialog.getByRole("button", { name: "Add a pattern" }).click();
    await put(3, "web", "Store stock");
    await dialog
      .getByRole("listitem", { name: "Pattern 3" })
      .getByRole("checkbox", { name: /Other domains keep the name/ })
      .click();
    await expectVisible(moves.getByRole("row", { name: /^WEB Database.*Also in Web analytics/ }));
    await expectAccessible(page);
    await takePictures(page, "assign-by-name");
    await page.setViewportSize({ width: 360, height: 800 });
    await takePictures(page, "assign-by-name-phone");
    await page.setViewportSize({ width: 1440, height: 900 });

    await dialog.getByLabel("Reason").fill("The web shop moved to new databases");
    await dialog.getByRole("button", { name: "Assign 3 names" }).click();
    await proveIt(page);
    await dialog.waitFor({ state: "hidden" });

    const second = await open({ as: "superAdmin", at: "/governance/data-domains", allow });
    await expectVisible(second.getByText("Assign by name patterns: 2 data domains"));
    await second.getByRole("button", { name: "Confirm", exact: true }).click();
    await proveIt(second);
    await second.getByRole("searchbox", { name: "Search data domains" }).fill("Web analytics");
    await second.getByRole("link", { name: "Web analytics" }).click();
    await second.getByRole("tab", { name: "Roles" }).click();
    await expectVisible(second.getByText("WEB, WEB_EU"));
    await expectVisible(second.getByText("WEB is shared with Store stock. Primary: Store stock."));
    await takePictures(second, "shared-database");
  },
);

/** Opens the page of a domain from the list. */
async function openDomain(page: Page, name: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search data domains" }).fill(name);
  await page.getByRole("link", { name, exact: true }).click();
  await heading(page, name).waitFor();
}

journey("[D5] a domain that is linked follows its domain in Collate, until it is unlinked", async ({ open }) => {
  const page = await open({ as: "governance", at: "/governance/data-domains" });
  await openDomain(page, "Store stock");
  await page.getByRole("button", { name: "Link to Collate" }).click();
  const linking = page.getByRole("dialog", { name: "Link Store stock to Collate" });
  await linking.getByRole("textbox", { name: "Name in Collate" }).fill("Retail.Stock");
  await linking.getByRole("button", { name: "Link", exact: true }).click();
  const section = page.getByRole("region", { name: "Collate" });
  await expectVisible(section.getByText("Shop team"));
  await expectVisible(page.getByText(/^From Collate, read/));
  await expectVisible(page.getByText("What lies in each shop, counted every night"));
  await expectAccessible(page);
  await takePictures(page, "domain-linked");
  await page.setViewportSize({ width: 360, height: 800 });
  await takePictures(page, "domain-linked-phone");
  await page.setViewportSize({ width: 1440, height: 900 });

  const isFree = async (): Promise<boolean> => {
    await page.getByRole("button", { name: "Change", exact: true }).click();
    const form = page.getByRole("dialog", { name: "Change Store stock" });
    const isEnabled = await form.getByRole("textbox", { name: /^Description/ }).isEnabled();
    await form.getByRole("button", { name: "Cancel" }).click();
    await form.waitFor({ state: "hidden" });
    return isEnabled;
  };
  expect(await isFree()).toBe(false);

  collate.fail({ status: 500 });
  await section.getByRole("button", { name: "Read now" }).click();
  await expectVisible(section.getByText("Collate could not be read"));
  await expectVisible(page.getByText("What lies in each shop, counted every night"));
  collate.domains.set("Retail.Stock", { description: "What lies in each shop and on its way there" });
  await section.getByRole("button", { name: "Read now" }).click();
  await expectVisible(page.getByText("What lies in each shop and on its way there"));

  await section.getByRole("button", { name: "Unlink" }).click();
  await page
    .getByRole("dialog", { name: /^Unlink / })
    .getByRole("button", { name: "Unlink" })
    .click();
  await expectVisible(section.getByText("This domain is not linked to a domain in Collate."));
  await expectVisible(page.getByText("What lies in each shop and on its way there"));
  expect(await isFree()).toBe(true);
});

journey(
  "[D6] owners that models of dbt name are seen first, and assigned by the word of two",
  async ({ open, portal }) => {
    // A password that was given in an earlier journey no longer counts.
    await portal.later(STEP_UP_LIFETIME_MS);
    const allow = [/step-up-required|domains\/mutations:importFile|proposals\/mutations:confirm/];
    const page = await open({ as: "governance", at: "/governance/data-domains", allow });
    await page.getByRole("button", { name: "From dbt" }).click();
    const dialog = page.getByRole("dialog", { name: "Assign owners from dbt" });
    await dialog.getByRole("button", { name: "Read dbt Cloud" }).click();
    await expectVisible(dialog.getByRole("list", { name: "Owners to add" }).getByText("Web analytics"));
    await dialog.getByText("1 entry left out").click();
    await expectVisible(dialog.getByText("left@ao.com"));
    const assign = dialog.getByRole("button", { name: "Assign owners of 1 domain" });
    await assign.waitFor();
    await expectAccessible(page);
    await takePictures(page, "owners-from-dbt");
    await page.setViewportSize({ width: 360, height: 800 });
    await takePictures(page, "owners-from-dbt-phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    await assign.click();
    await proveIt(page);
    await expectVisible(dialog.getByText("The owners were proposed"));
    await expectVisible(dialog.getByText("on the page of the data domain"));

    const second = await open({ as: "superAdmin", at: "/governance/data-domains", allow });
    await openDomain(second, "Web analytics");
    const owners = second.getByRole("tabpanel", { name: "Overview" }).getByText("Fiona Murray");
    expect(await owners.count()).toBe(0);
    await second.getByRole("button", { name: "Confirm", exact: true }).click();
    await proveIt(second);
    await expectVisible(owners);
  },
);
