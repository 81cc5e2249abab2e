/** An idea from its first sentence to what was shipped, and the answer of those who wanted it. */

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { expectAccessible, expectAccessibleAtEveryWidth } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { expectVisible, heading, visit } from "./support/pages.ts";

const journey = journeys();

/** The number of the idea with this title. */
async function keyOf(page: Page, title: string): Promise<string> {
  const asked = { status: null, text: title, paginationOpts: { numItems: 50, cursor: null } };
  const { value } = await askBackend<{ page: { key: string; title: string }[] }>(
    page,
    "query",
    "feedback/queries:list",
    asked,
  );
  return value?.page.find((one) => one.title === title)?.key ?? "";
}

/** How ideas stand, without what their history says of it. */
async function shownOf(page: Page, keys: readonly string[]): Promise<unknown[]> {
  const found = [];
  for (const key of keys) {
    const { value } = await askBackend<{ moves: unknown }>(page, "query", "feedback/queries:get", { key });
    expect(value).toBeTruthy();
    found.push({ ...value, moves: [] });
  }
  return found;
}

/** A picture of one point. */
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

journey(
  "an idea is written, voted for instead of written twice, planned and shipped with a note; a voter says it did not help",
  async ({ open }) => {
    const staff = await open({ as: "staff", at: "/feedback/create" });
    await heading(staff, "New Idea").waitFor();
    await staff.getByRole("button", { name: "Send idea" }).click();
    await staff.getByRole("link", { name: "Please select a valid priority level" }).waitFor();
    await staff.getByRole("textbox", { name: "Title" }).fill("Costs per dashboard");
    await staff.getByRole("textbox", { name: "Description" }).fill("So that we can drop what nobody uses.");
    await expectVisible(staff.getByText("Draft saved"));
    await staff.reload();
    await expectVisible(staff.getByText(/^Your draft from /));
    expect(await staff.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Costs per dashboard");
    await staff.getByRole("combobox", { name: "Priority" }).click();
    await staff.getByRole("option", { name: "High" }).click();
    await expectAccessible(staff);
    await staff.getByRole("button", { name: "Send idea" }).click();
    await heading(staff, "Costs per dashboard").waitFor();
    const at = new URL(staff.url()).pathname;
    await staff.getByRole("button", { name: "Edit" }).click();
    const changes = staff.getByRole("dialog", { name: /^Edit IDEA-/ });
    await changes.getByRole("textbox", { name: "Description" }).fill("So that we can drop what nobody opens.");
    await expectVisible(changes.getByText("Draft saved"));

    const finops = await open({ as: "finops", at: "/feedback/create" });
    await finops.getByRole("textbox", { name: "Title" }).fill("Dashboard costs");
    await expectVisible(finops.getByText("Is it one of these?"));
    await finops.getByRole("textbox", { name: "Description" }).fill("My password: hunter2");
    await expectVisible(finops.getByText(/^Everyone who uses the portal would see it/));
    await finops.getByRole("textbox", { name: "Description" }).fill("");
    await finops.getByRole("button", { name: /^Vote for IDEA-\d+, 1 vote$/ }).click();
    await finops.getByRole("button", { name: /^Vote for IDEA-\d+, 2 votes$/, pressed: true }).waitFor();
    await finops.getByRole("textbox", { name: "Title" }).fill("");
    await visit(finops, at);
    // A colleague's vote and a reload leave the changes as they are.
    await staff.reload();
    await expectVisible(staff.getByText("So that we can drop what nobody uses."));
    await staff.getByRole("button", { name: "Edit" }).click();
    await expectVisible(changes.getByText(/^Your draft from /));
    await expectAccessibleAtEveryWidth(staff);
    await staff.setViewportSize({ width: 1440, height: 900 });
    await changes.getByRole("button", { name: "Save" }).click();
    await expectVisible(finops.getByText("So that we can drop what nobody opens."));

    const admin = await open({ as: "admin", at: "/feedback?view=all&status=Declined" });
    await expectVisible(admin.getByRole("button", { name: "Status: Declined", exact: true }));
    expect(await admin.getByText("(optional)").count()).toBe(0);
    await admin.getByRole("button", { name: "Clear all" }).click();
    await admin.getByRole("searchbox", { name: "Search all ideas" }).fill("dashboard");
    await expect.poll(() => new URL(admin.url()).searchParams.get("q")).toBe("dashboard");
    await expectVisible(admin.getByText(/^\d+ ideas?$/));
    await expectVisible(admin.locator("mark", { hasText: "dashboard" }).first());
    const left = admin.getByRole("link", { name: "Costs per dashboard" });
    await left.click();
    await heading(admin, "Costs per dashboard").waitFor();
    // Whoever comes back is where they left.
    await admin.goBack();
    await left.and(admin.locator(":focus")).waitFor();
    await admin.keyboard.press("Enter");
    await admin.getByRole("textbox", { name: "Internal note" }).fill("password: hunter2");
    await expectVisible(admin.getByText(/^Every admin would see it/));
    await admin.getByRole("textbox", { name: "Internal note" }).fill("");
    await admin.getByRole("combobox", { name: "About" }).click();
    await admin.getByRole("option", { name: "Service: dbt Cloud" }).click();
    await expectVisible(finops.getByRole("region", { name: "What dbt Cloud costs people" }));
    for (const [verb, status, note] of [
      ["Review", "Under review", "We look at what it would take."],
      ["Plan", "Planned", "Next month."],
      ["Start", "In progress", "Begun."],
      ["Ship", "Shipped", "Each dashboard shows its costs."],
    ] as const) {
      await admin.getByRole("button", { name: verb, exact: true }).click();
      await admin.getByRole("textbox", { name: "Public note" }).fill(note);
      await admin.getByRole("button", { name: `Move to ${status}` }).click();
      await admin.getByRole("dialog").waitFor({ state: "hidden" });
      await expectVisible(finops.getByRole("listitem").filter({ hasText: note }).filter({ hasText: status }));
    }
    await expectAccessible(admin);
    await expectVisible(admin.getByRole("region", { name: "Since it was shipped" }));
    expect(await finops.getByText("For admins").count()).toBe(0);

    const menu = staff.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: /^My Feedback.*new in the changelog$/ }).waitFor();
    await visit(staff, "/feedback?view=changelog");
    const shipped = staff.getByRole("list", { name: "Changelog" }).getByRole("listitem");
    await expectVisible(shipped.filter({ hasText: "Costs per dashboard" }).filter({ hasText: "New" }));
    await expectAccessibleAtEveryWidth(staff);
    await staff.setViewportSize({ width: 1440, height: 900 });
    await menu.getByRole("link", { name: "My Feedback", exact: true }).waitFor();
    await visit(staff, at);

    // What another window of theirs keeps fills the field that nobody has touched here, and again what it keeps next.
    const key = at.split("/").pop() ?? "";
    for (const [version, text] of ["It", "It could"].entries()) {
      const kept = { idea: key, draft: { text }, version: version === 0 ? null : version };
      await askBackend(staff, "mutation", "feedback/mutations:saveDraft", kept);
      await expect.poll(() => staff.getByRole("textbox", { name: "Comment" }).inputValue()).toBe(text);
    }

    // A comment carries a picture, which everybody sees who reads the idea.
    await staff.getByRole("textbox", { name: "Comment" }).fill("The password: hunter2");
    await expectVisible(staff.getByText(/^Everyone who uses the portal would see it/));
    await staff.getByRole("textbox", { name: "Comment" }).fill("It could look like this.");
    await staff.getByRole("link", { name: "My Feedback", exact: true }).first().click();
    await heading(staff, "My Feedback").waitFor();
    await visit(staff, at);
    await expectVisible(staff.getByText(/^Your draft from /));
    // What was kept on leaving may still be on its way: until it is there the field shows the version before.
    await expect
      .poll(() => staff.getByRole("textbox", { name: "Comment" }).inputValue())
      .toBe("It could look like this.");
    const picture = { name: "sketch.png", mimeType: "image/png", buffer: Buffer.from(DOT, "base64") };
    await staff.getByLabel("Files to attach").setInputFiles(picture);
    await expectVisible(staff.getByRole("list", { name: "Files" }).getByText("ready"));
    await staff.getByRole("button", { name: "Comment", exact: true }).click();
    const comment = finops.getByRole("listitem").filter({ hasText: "It could look like this." });
    await expectVisible(comment.getByRole("button", { name: "Show sketch.png" }));

    const both = ["IDEA-9", await keyOf(admin, "Share a saved view with my team")];
    const apart = await shownOf(admin, both);
    await visit(admin, "/feedback/IDEA-9");
    await admin.getByRole("button", { name: "Merge", exact: true }).click();
    await admin.getByRole("combobox", { name: "Idea" }).fill("saved view");
    await admin.getByRole("option", { name: /Share a saved view with my team/ }).click();
    await admin.getByRole("textbox", { name: "Public note" }).fill("Both are about lists.");
    await admin.getByRole("button", { name: "Merge idea" }).click();
    const isPart = admin.getByText("This idea is part of another one");
    await expectVisible(isPart);
    expect(await shownOf(admin, both)).not.toEqual(apart);
    // Taken back, both stand as if they had never been one; only their history says that they were.
    await admin.getByRole("button", { name: "Undo merge" }).click();
    await admin.getByRole("textbox", { name: "Public note" }).fill("They are not the same.");
    await expectAccessible(admin);
    await admin.getByRole("dialog").getByRole("button", { name: "Undo merge" }).click();
    await isPart.waitFor({ state: "hidden" });
    await expectVisible(admin.getByRole("listitem").filter({ hasText: "They are not the same." }));
    expect(await shownOf(admin, both)).toEqual(apart);

    // Who wanted it first says whether it solved it: from the inbox, or where it stands.
    await visit(staff, "/notifications");
    const yes = staff.getByRole("button", { name: `Yes, ${key} solved it` });
    await yes.waitFor();
    await expectAccessibleAtEveryWidth(staff);
    await yes.click();
    await yes.waitFor({ state: "hidden" });
    await visit(staff, at);
    await staff.getByRole("button", { name: "Comment", exact: true }).waitFor();
    expect(await staff.getByRole("region", { name: "Did it solve it?" }).count()).toBe(0);

    // A No is said where everybody reads what is missing.
    await visit(finops, "/notifications");
    await finops.getByRole("link", { name: `No, ${key} did not solve it` }).click();
    await heading(finops, "Costs per dashboard").waitFor();
    await expectAccessibleAtEveryWidth(finops);
    await finops.getByRole("button", { name: "No", exact: true }).click();
    await finops.getByRole("textbox", { name: "What is missing?" }).and(finops.locator(":focus")).waitFor();
    await finops.keyboard.type("Only the sum is shown.");
    await finops.getByRole("button", { name: "Send answer" }).click();
    await expectVisible(staff.getByRole("listitem").filter({ hasText: "Only the sum is shown." }));
    await visit(staff, "/feedback");
    await expectVisible(staff.getByRole("link", { name: "Costs per dashboard" }));
  },
);

/** The ideas of a list, in their order. */
const shownIn = (page: Page) =>
  page.getByRole("table", { name: "All ideas" }).getByRole("link", { name: /./ }).allTextContents();

journey(
  "ideas stay where they are while others are shipped, and an admin takes them out as a file",
  async ({ open }) => {
    const admin = await open({ as: "admin", at: "/feedback?view=all&status=Shipped" });
    const staff = await open({ as: "staff", at: "/feedback?view=all&status=Shipped" });
    for (const page of [admin, staff]) await page.getByRole("table", { name: "All ideas" }).waitFor();
    const before = await shownIn(staff);
    const viewer = await open({ as: "finops", at: "/feedback?view=roadmap" });
    const column = (name: string) => viewer.getByRole("region", { name, exact: true }).getByRole("link");
    await column("Shipped").first().waitFor();
    const [begunBefore, shippedBefore] = [
      await column("In progress").allTextContents(),
      await column("Shipped").allTextContents(),
    ];
    const { value } = await askBackend<{ page: { id: string; title: string }[] }>(
      admin,
      "query",
      "feedback/queries:list",
      {
        status: "In progress",
        paginationOpts: { numItems: 1, cursor: null },
      },
    );
    const [begun] = value?.page ?? [];
    const shipping = { ideaId: begun?.id, to: "Shipped", note: "It is there." };
    expect(await askBackend(admin, "mutation", "feedback/mutations:move", shipping)).not.toHaveProperty("code");
    const show = staff.getByRole("button", { name: "1 new: show" });
    await show.waitFor();
    expect(await shownIn(staff)).toEqual(before);
    await show.click();
    await expect.poll(() => shownIn(staff)).toEqual([begun?.title, ...before]);
    await expectAccessibleAtEveryWidth(staff);

    // So does the roadmap: what moved says so where it was, and stands in its new column once that is asked for.
    const moved = viewer.getByRole("button", { name: "1 new: show" });
    await moved.waitFor();
    expect(await column("In progress").allTextContents()).toEqual(begunBefore);
    expect(await column("Shipped").allTextContents()).toEqual(shippedBefore);
    await expectVisible(viewer.getByText("No longer in progress"));
    await expectAccessibleAtEveryWidth(viewer);
    await moved.click();
    await expect.poll(() => column("Shipped").allTextContents()).toEqual([begun?.title, ...shippedBefore]);
    expect(await column("In progress").allTextContents()).not.toContain(begun?.title);

    expect(await staff.getByRole("button", { name: "Export CSV" }).count()).toBe(0);
    const [file] = await Promise.all([
      admin.waitForEvent("download"),
      admin.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("ideas.csv");
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines[0]).toBe("\uFEFFKey,Title,Status,Status since,Votes,Author's priority");
    expect(lines).toHaveLength(before.length + 2);
    await expectAccessibleAtEveryWidth(admin);
  },
);
