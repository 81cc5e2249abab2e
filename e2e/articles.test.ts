/** Help articles: written, found, read, and written by two at once without losing a word. */

import { expect } from "vitest";
import { expectAccessible, expectAccessibleAtEveryWidth } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { expectVisible, heading, visit } from "./support/pages.ts";

const journey = journeys();

journey(
  "an article is a draft until it is published, found by its words, missed by a reader, and written by two at once",
  async ({ open }) => {
    const admin = await open({ as: "admin", at: "/support/articles/create" });
    await heading(admin, "New article").waitFor();
    await admin.getByRole("button", { name: "Save draft" }).click();
    await admin.getByRole("link", { name: "Title is required" }).waitFor();
    await admin.getByRole("textbox", { name: "Title" }).fill("Wake a sleeping warehouse");
    await admin.getByRole("textbox", { name: "Text" }).fill("It wakes with the **first query**.");
    await admin.getByRole("checkbox", { name: /^Reports and dashboards/ }).check();
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Save draft" }).click();
    await heading(admin, "Wake a sleeping warehouse").waitFor();
    const at = new URL(admin.url()).pathname;

    const staff = await open({ as: "staff", at });
    await expectVisible(staff.getByText("There is no such article"));
    await admin.getByRole("button", { name: "Publish", exact: true }).click();
    await heading(staff, "Wake a sleeping warehouse").waitFor();
    await visit(staff, "/support/create");
    await staff.getByRole("textbox", { name: "Title" }).fill("My warehouse is sleeping");
    const offered = staff.getByRole("status").filter({ hasText: "Before you write" });
    await expectVisible(offered.getByRole("link", { name: "Wake a sleeping warehouse (opens in a new tab)" }));
    await expectAccessibleAtEveryWidth(staff);
    await staff.setViewportSize({ width: 1440, height: 900 });
    await staff.getByRole("textbox", { name: "Title" }).fill("");
    await staff.keyboard.press("Control+k");
    const palette = staff.getByRole("dialog", { name: "Command palette" });
    await palette.getByRole("combobox").fill("sleeping wareh");
    await expectVisible(palette.getByRole("option", { name: /Wake a sleeping warehouse.*with the first query/ }));
    await staff.keyboard.press("Escape");
    await visit(staff, "/support/articles");
    await staff.getByRole("searchbox", { name: "Search articles" }).fill("sleeping");
    await expectAccessibleAtEveryWidth(staff);
    const left = staff.getByRole("link", { name: "Wake a sleeping warehouse" });
    await left.click();
    await heading(staff, "Wake a sleeping warehouse").waitFor();
    // Whoever comes back is where they left.
    await staff.goBack();
    await left.and(staff.locator(":focus")).waitFor();
    await staff.keyboard.press("Enter");
    await expectVisible(staff.getByText("first query"));
    expect(await staff.getByRole("link", { name: "Edit", exact: true }).count()).toBe(0);
    await staff.getByRole("button", { name: "No", exact: true }).click();
    await staff.getByRole("textbox", { name: "What was missing?" }).fill("How long it takes");
    await staff.getByRole("button", { name: "Send answer" }).click();
    await expectVisible(admin.getByText("How long it takes"));
    await expectAccessibleAtEveryWidth(admin);

    const other = await open({ as: "superAdmin", at: `${at}/edit` });
    await admin.getByRole("link", { name: "Edit", exact: true }).click();
    await admin.getByRole("textbox", { name: "Text" }).fill("It wakes with the first query, within two seconds.");
    await other.getByRole("textbox", { name: "Title" }).fill("Wake a warehouse");
    await other.getByRole("button", { name: "Save and publish" }).click();
    await heading(other, "Wake a warehouse").waitFor();
    await admin.getByText(/saved this article while you were writing/).waitFor();
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Keep mine" }).click();
    await admin.getByRole("button", { name: "Save and publish" }).click();
    await heading(admin, "Wake a warehouse").waitFor();
    await expectVisible(staff.getByText("within two seconds"));
    await expectVisible(heading(staff, "Wake a warehouse"));

    await admin.getByRole("button", { name: "Compare version 1" }).click();
    await expectVisible(admin.getByRole("dialog").getByText("Wake a sleeping warehouse"));
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Restore this version" }).click();
    await heading(staff, "Wake a sleeping warehouse").waitFor();
    await admin.getByRole("button", { name: "Archive", exact: true }).click();
    await expectVisible(staff.getByText("There is no such article"));
  },
);

journey(
  "an answer becomes an article without the name of whoever asked, and each names the other",
  async ({ open }) => {
    const staff = await open({ as: "staff", at: "/support/create" });
    await staff.getByRole("radio", { name: /^Reports and dashboards/ }).check();
    await staff.getByRole("textbox", { name: "Title" }).fill("Sam sees no sales report");
    await staff.getByRole("textbox", { name: "Description" }).fill("It was there yesterday.");
    await staff.getByRole("button", { name: "Send to support" }).click();
    await heading(staff, "Sam sees no sales report").waitFor();
    const at = new URL(staff.url()).pathname;

    const admin = await open({ as: "admin", at });
    await admin.getByRole("button", { name: "Claim", exact: true }).click();
    await admin.getByRole("button", { name: "Resolve", exact: true }).click();
    await admin.getByRole("textbox", { name: "What was done" }).fill("Dear Sam, choose **BI access** in the catalog.");
    await admin.getByRole("button", { name: "Resolve ticket" }).click();
    await expectVisible(admin.getByText("Choose a resolution cause").first());
    await admin.getByRole("combobox", { name: "Resolution cause" }).click();
    await admin.getByRole("option", { name: "How-to question" }).click();
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Resolve ticket" }).click();
    await admin.getByRole("button", { name: "Send now" }).click();
    await admin.getByRole("link", { name: "Write article" }).click();
    await heading(admin, "New article").waitFor();
    expect(await admin.getByRole("textbox", { name: "Title" }).inputValue()).toBe("[name] sees no sales report");
    expect(await admin.getByRole("textbox", { name: "Text" }).inputValue()).toBe(
      "Dear [name], choose **BI access** in the catalog.",
    );
    await expectAccessible(admin);
    await admin.getByRole("textbox", { name: "Title" }).fill("See a sales report");
    await admin.getByRole("button", { name: "Save draft" }).click();
    await heading(admin, "See a sales report").waitFor();
    await admin.getByRole("link", { name: at.slice("/support/".length), exact: true }).click();
    const card = admin.getByRole("region", { name: "Help articles" });
    await expectVisible(card.getByRole("link", { name: "See a sales report" }));
    await expectAccessible(admin);
    expect(await staff.getByRole("region", { name: "Help articles" }).count()).toBe(0);
  },
);
