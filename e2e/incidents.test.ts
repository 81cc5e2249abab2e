/** An incident, from the ticket that shows it to its end, and what support makes of its tickets afterwards. */

import { expect } from "vitest";
import { expectAccessible, expectAccessibleAtEveryWidth } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { expectVisible, heading, visit, write } from "./support/pages.ts";

const journey = journeys();

journey(
  "an incident with three tickets: what support says once reaches all of them, and its end resolves them",
  async ({ open }) => {
    const admin = await open({ as: "admin", at: "/support?view=queue&show=all" });
    await admin.getByRole("link", { name: /^TKT-/ }).first().click();
    await admin.getByRole("button", { name: "Declare an incident" }).click();
    await write(admin, "Title for everybody", "Orders are late");
    await write(admin, "What is known", "The load of 06:00 failed.");
    await admin.getByRole("button", { name: "Declare incident" }).click();
    await admin.getByRole("heading", { name: "Incident INC-1" }).waitFor();

    const staff = await open({ as: "staff", at: "/support/create" });
    const finops = await open({ as: "finops", at: "/support/create" });
    for (const [page, title] of [
      [staff, ""],
      [staff, "My own words"],
      [finops, ""],
    ] as const) {
      await heading(page, "Create Ticket").waitFor();
      await expectVisible(page.getByText("The load of 06:00 failed."));
      if (title !== "") {
        // One conversation is answered sooner than two: one's own about the same is offered first.
        await write(page, "Title", "Orders late again");
        const alike = page
          .getByRole("status")
          .filter({ hasText: "You have already written about something like this." });
        await expectVisible(alike.getByRole("link", { name: /^TKT-\d+ Orders are late$/ }));
        await expectAccessible(page);
        await write(page, "Title", title);
      }
      await page.getByRole("button", { name: /^This is my problem too/ }).click();
      await page.getByRole("button", { name: "Send to support" }).click();
      await heading(page, title || "Orders are late").waitFor();
      await expectVisible(page.getByText("Waiting for INC-1 to end."));
      if (page === staff && title === "") await visit(page, "/support/create");
    }

    await expectVisible(admin.getByText("3 other tickets, 3 unfinished"));
    await admin.getByRole("button", { name: "Correct the title" }).click();
    await expectAccessible(admin);
    await write(admin, "Title for everybody", "Orders of today are late");
    await admin.getByRole("button", { name: "Correct title" }).click();
    for (const page of [staff, finops]) await expectVisible(page.getByText("Orders of today are late"));
    await expectVisible(admin.getByRole("list", { name: "Earlier titles" }).getByText("Orders are late"));
    await admin.getByRole("button", { name: "Notify everyone" }).click();
    await write(admin, "Your message", "It runs again.");
    await admin.getByRole("dialog").getByRole("button", { name: "Notify everyone" }).click();
    for (const page of [staff, finops])
      await expectVisible(page.getByLabel("Conversation").getByText("It runs again."));
    await admin.getByRole("button", { name: "End incident" }).click();
    await write(admin, "Your message", "All orders are there.");
    await admin.getByRole("dialog").getByRole("button", { name: "End incident" }).click();
    for (const page of [staff, finops]) {
      await expectVisible(page.getByLabel("Conversation").getByText("All orders are there."));
      await expectVisible(page.getByText("A reply within 7 days reopens it."));
    }
    await expectVisible(admin.getByText("3 other tickets, 0 unfinished"));
    for (const page of [staff, admin]) await expectAccessibleAtEveryWidth(page);
    await admin.setViewportSize({ width: 1440, height: 900 });
    // Tickets are sorted by tags, several at once, without a mouse.
    await admin.goto("/support?view=queue&show=all");
    const boxes = admin.getByRole("checkbox", { name: /TKT-/ });
    await boxes.first().waitFor();
    for (const key of ["j", "x", "j", "x"]) await admin.keyboard.press(key);
    await expectVisible(admin.getByText("2 tickets selected"));
    await admin.getByRole("button", { name: "Tag", exact: true }).press("Enter");
    await admin.getByRole("combobox", { name: "Tag" }).fill("Late loads");
    await admin.getByRole("option", { name: /late loads/ }).waitFor();
    await admin.keyboard.press("ArrowDown");
    await admin.keyboard.press("Enter");
    await admin.getByRole("button", { name: "Add tag" }).press("Enter");
    await expectVisible(admin.getByText("2 tickets are now tagged “late loads”"));
    await expect.poll(() => admin.getByRole("cell").getByText("late loads", { exact: true }).count()).toBe(2);
    // What support did, as pictures and as a file.
    await admin.getByRole("button", { name: "Report" }).click();
    await expectVisible(admin.getByRole("figure", { name: /tickets written, \d+ resolved$/ }));
    await admin.getByRole("button", { name: "Area", exact: true }).click();
    await expectVisible(admin.getByRole("table", { name: "By area" }));
    await expectAccessibleAtEveryWidth(admin);
    await admin.getByRole("button", { name: "Export CSV" }).click();
    await expectVisible(admin.getByText(/^\d+ rows exported$/));
  },
);
