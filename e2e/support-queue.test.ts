/** The support queue as those who answer work in it: without a mouse, as they chose to see it, several tickets at once. */

import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { expectAccessible, expectAccessibleAtEveryWidth, takePictures } from "./support/browser/theme.ts";
import { holdLine } from "./support/browser/wire.ts";
import { journeys } from "./support/journey.ts";
import { personId } from "./support/lifecycle.ts";
import { expectVisible, visit } from "./support/pages.ts";

const journey = journeys();

journey("an agent works ten tickets without a mouse", async ({ open }) => {
  const finops = await open({ as: "finops" });
  const words = { topic: "data", related: null, description: "Since this morning.", uploadIds: [] };
  for (let turn = 1; turn <= 10; turn += 1) {
    const ticket = { ...words, title: `Late ${turn}` };
    expect(await askBackend(finops, "mutation", "tickets/mutations:create", ticket)).not.toHaveProperty("code");
  }

  const admin = await open({ as: "admin", at: "/support?view=queue" });
  const { keyboard } = admin;
  await admin.getByRole("checkbox", { name: /TKT-/ }).first().waitFor();
  await keyboard.press("j");
  await keyboard.press("Enter");
  const seen = new Set<string>();
  for (let turn = 1; turn <= 10; turn += 1) {
    await expect.poll(() => /TKT-\d+$/.test(admin.url()) && !seen.has(admin.url())).toBe(true);
    seen.add(admin.url());
    await admin.getByRole("region", { name: "Write" }).waitFor();
    if (await admin.getByRole("button", { name: "Claim" }).isVisible()) {
      await keyboard.press("a");
      await expect.poll(() => admin.getByRole("button", { name: "Claim" }).count()).toBe(0);
    }
    if (turn === 1) {
      await keyboard.press("n");
      await keyboard.type("The load failed at six @");
      const colleague = "Sofia Rossi";
      const readers = admin.getByRole("listbox", { name: "People who read the note" });
      await expectVisible(readers.getByRole("option").first());
      await expectAccessibleAtEveryWidth(admin);
      await keyboard.press("Escape");
      await readers.waitFor({ state: "hidden" });
      await keyboard.type("(ask @");
      await expectVisible(readers.getByRole("option", { name: colleague }));
      const chosen = readers.getByRole("option", { name: colleague, selected: true });
      for (let down = 0; down < 6 && !(await chosen.isVisible()); down += 1) await keyboard.press("ArrowDown");
      await keyboard.press("Enter");
      await keyboard.type("in the morning)");
      await keyboard.press("Control+Enter");
      const noted = `The load failed at six @(ask @${colleague} in the morning)`;
      await expectVisible(admin.getByRole("listitem").filter({ hasText: noted }));
      await keyboard.press("Escape");
    }
    await keyboard.press(turn === 3 ? "q" : "r");
    if (turn === 3) {
      // The last message, as it stands, and the caret below it.
      const begun = /^> .+ wrote on [\d/]+, [\d:]+:\n>\n> .+\n\n$/s;
      await expect.poll(() => admin.getByRole("textbox", { name: /^Reply to/ }).inputValue()).toMatch(begun);
    }
    await keyboard.type(`Loaded again, number ${turn}`);
    await keyboard.press("Control+Enter");
    const held = admin.getByRole("region", { name: "Reply about to be sent" });
    await expectVisible(held.getByText(`Loaded again, number ${turn}`));
    if (turn === 2) {
      // The next key undoes it; sent anew it is said at once.
      await keyboard.press("Enter");
      await admin.getByRole("textbox", { name: /^Reply to/ }).waitFor();
      await keyboard.press("r");
      await keyboard.press("Control+Enter");
      await held.getByRole("button", { name: "Undo" }).waitFor();
      await keyboard.press("Tab");
      await keyboard.press("Enter");
      await expectVisible(admin.getByLabel("Conversation").getByText("Loaded again, number 2"));
    }
    if (turn < 10) await keyboard.press("j");
  }
  expect(seen.size).toBe(10);

  await keyboard.press("?");
  const list = admin.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expectVisible(list.getByRole("region", { name: /^In TKT-/ }).getByText("Next ticket waiting for you"));
  await expectAccessible(admin);
  await keyboard.press("j");
  await list.getByRole("checkbox", { name: "Single-letter shortcuts" }).focus();
  await keyboard.press("Space");
  await keyboard.press("Escape");
  await list.waitFor({ state: "hidden" });
  await keyboard.press("j");
  await keyboard.press("Control+k");
  await admin.getByRole("dialog", { name: "Command palette" }).waitFor();
  expect(seen.has(admin.url())).toBe(true);
});

/** How far down the page controls are. */
async function topsOf(controls: readonly Locator[]): Promise<number[]> {
  return await Promise.all(controls.map(async (control) => Math.round((await control.boundingBox())?.y ?? NaN)));
}

journey("support sees its queue as it chose to, under a name, and takes out what it sees", async ({ open }) => {
  const admin = await open({ as: "admin", at: "/support?view=queue" });
  const table = admin.getByRole("table", { name: "Waiting on us" });
  await table.getByRole("row").nth(1).waitFor();
  const columns = admin.getByRole("button", { name: "Columns and density" });
  await columns.click();
  const look = admin.getByRole("dialog", { name: "Columns" });
  await look.getByRole("checkbox", { name: "Topic" }).click();
  await look.getByRole("checkbox", { name: "Created" }).click();
  await look.getByRole("checkbox", { name: "Compact rows" }).click();
  await expectVisible(table.getByRole("columnheader", { name: "Created" }));
  expect(await table.getByRole("columnheader", { name: "Topic" }).count()).toBe(0);
  // By keyboard: the button keeps the focus as its row moves, and the new place is said.
  await look.getByRole("button", { name: "Move Created to the left" }).focus();
  await admin.keyboard.press("Enter");
  await expectVisible(look.getByText("Created is column 5 of 7"));
  await admin.keyboard.press("Enter");
  await expectVisible(look.getByText("Created is column 4 of 7"));
  await expect.poll(() => admin.evaluate(() => document.activeElement?.ariaLabel)).toBe("Move Created to the left");
  const heads = await table.getByRole("columnheader").allInnerTexts();
  expect(heads.slice(-4)).toEqual(["Created", "Requester", "Assigned to", "Due"]);
  await admin.keyboard.press("Escape");
  const [file] = await Promise.all([
    admin.waitForEvent("download"),
    admin.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("support-queue.csv");
  expect(await readFile(await file.path(), "utf8")).toMatch(
    /^\uFEFFKey,Title,Tags,State,Priority,Created,Requester,Team,Assigned to,Due\r\nTKT-\d+,/,
  );
  const doings = await askBackend<{ action: string }[]>(admin, "query", "audit/queries:mine");
  expect(doings.value?.map(({ action }) => action)).toContain("ticketQueue.exported");
  const views = admin.getByRole("button", { name: "Views" });
  await views.click();
  await admin.getByLabel("Save this list as").fill("Ours");
  await admin.getByRole("button", { name: "Save view" }).click();
  await expect.poll(() => new URL(admin.url()).searchParams.get("saved")).not.toBeNull();
  const known = admin.getByRole("dialog", { name: "Saved views" });
  await known.getByRole("button", { name: "Everything" }).click();
  await expect.poll(() => new URL(admin.url()).search).toBe("?view=queue&saved=all");
  await known.getByRole("button", { name: /^Ours/ }).click();
  await expect.poll(() => new URL(admin.url()).searchParams.get("density")).toBe("compact");
  expect(new URL(admin.url()).searchParams.get("cols")).toBe("title,state,priority,created,requester,assignee,last");
  await admin.keyboard.press("Escape");
  await admin.setViewportSize({ width: 360, height: 800 });
  const tops = await topsOf([
    admin.getByRole("searchbox", { name: "Search tickets" }),
    admin.getByRole("button", { name: "Filter", exact: true }),
    admin.getByRole("button", { name: /^Ours/ }),
    columns,
    admin.getByRole("button", { name: "Export CSV" }),
  ]);
  expect(tops.map((top) => tops.indexOf(top))).toEqual([0, 0, 2, 2, 2]);
  // So do the views and what writes a ticket: side by side, whoever answers them.
  const kinds = await admin.getByRole("group", { name: "Tickets" }).boundingBox();
  const create = admin.getByRole("main").getByRole("link", { name: "Create ticket", exact: true });
  expect(kinds).not.toBeNull();
  expect((await topsOf([create]))[0]).toBeLessThan((kinds?.y ?? 0) + (kinds?.height ?? 0) / 2);
});

journey("a claim that was a slip is undone, from the queue and from the ticket", async ({ open }) => {
  const admin = await open({ as: "admin", at: "/support?view=queue&show=unassigned" });
  const table = admin.getByRole("table", { name: "Unassigned" });
  await table
    .getByRole("checkbox", { name: /^Select TKT-/ })
    .first()
    .click();
  await admin.getByRole("button", { name: "Claim" }).click();
  const told = admin.getByRole("listitem").filter({ hasText: "1 ticket is now yours" });
  await told.getByRole("button", { name: "Undo" }).click();
  await expectVisible(admin.getByText(/^TKT-\d+ put back$/));
  await table.getByRole("link").first().click();
  // The menu says where an agent is: their queue, not the tickets they wrote.
  await expect.poll(() => admin.locator('nav a[aria-current="page"]').allInnerTexts()).toEqual(["Support queue"]);
  const claim = admin.getByRole("button", { name: "Claim" });
  await claim.click();
  const yours = admin.getByRole("listitem").filter({ hasText: /TKT-\d+ is yours/ });
  await yours.getByRole("button", { name: "Undo" }).click();
  await claim.waitFor();
  await expectVisible(admin.getByText("New", { exact: true }));
});

journey("tickets about the same thing are merged from the queue, by keyboard, and one is undone", async ({ open }) => {
  const refuses = [/CONVEX M\((tickets\/mutations:merge|ticketReplies\/mutations:hold)/, ...whilePortalIsDown];
  const admin = await open({ as: "admin", at: null, allow: refuses });
  const line = await holdLine(admin);
  const write = { tells: false, description: "As reported.", topic: "data", related: null };
  const keys: string[] = [];
  for (const [title, name] of [
    ["Stock of March is doubled", "Sam Taylor"],
    ["Stock of March counts twice", "Sam Taylor"],
    ["Doubled stock of March", "Fiona Murray"],
  ] as const) {
    const personOf = await personId(admin, name);
    const made = await askBackend(admin, "mutation", "ticketParties/mutations:openFor", {
      ...write,
      title,
      personId: personOf,
    });
    keys.push(String((made as { value: unknown }).value));
  }
  const [first = "", second = "", third = ""] = keys;
  await visit(admin, "/support?view=queue&show=all&q=stock%20of%20march");
  await expect.poll(() => admin.getByRole("checkbox", { name: /^Select TKT-/ }).count()).toBe(keys.length);
  const whole = admin.getByRole("checkbox", { name: "Select all rows of this page" });
  await whole.focus();
  await whole.press("Space");
  const bar = admin.getByRole("region", { name: "Selected rows" });
  await bar.getByRole("button", { name: "Merge" }).press("Enter");
  const dialog = admin.getByRole("dialog", { name: "Merge 2 tickets" });
  // The oldest of them is proposed; of whoever else wrote one it has to be said.
  const into = dialog.getByRole("combobox", { name: "Merge into" });
  await expect.poll(() => into.inputValue()).toContain(first);
  await expectVisible(dialog.getByText(`1 ticket has a different requester from ${first}`));
  await expectAccessibleAtEveryWidth(admin);
  await takePictures(admin, "support-merge-many");
  const sure = dialog.getByRole("checkbox", { name: "Merge them anyway" });
  await sure.focus();
  await sure.press("Space");
  await dialog.getByRole("button", { name: "Merge 2 tickets" }).press("Enter");
  await expectVisible(admin.getByText(`2 tickets are now part of ${first}`));
  await bar.waitFor({ state: "hidden" });
  await visit(admin, `/support/${first}`);
  for (const key of [second, third]) await expectVisible(admin.getByText(`Merged ${key} into this ticket.`));
  await visit(admin, `/support/${third}`);
  await admin.getByRole("button", { name: "Undo merge" }).press("Enter");
  await expectVisible(admin.getByText(`${third} is as it was before`));

  // One that was merged meanwhile refuses and stays chosen.
  await visit(admin, "/support?view=queue&show=all&q=stock%20of%20march");
  await admin.getByRole("checkbox", { name: `Select ${third}` }).click();
  await bar.getByRole("button", { name: "Merge" }).click();
  const again = admin.getByRole("dialog", { name: "Merge 1 ticket" });
  await again.getByRole("combobox", { name: "Merge into" }).fill(first);
  await admin.getByRole("option", { name: new RegExp(`^${first}`) }).click();
  await again.getByRole("checkbox", { name: "Merge them anyway" }).click();
  const merged = { key: third, into: first, acrossRequesters: true };
  expect(await askBackend(admin, "mutation", "tickets/mutations:merge", merged)).toHaveProperty("value");
  await again.getByRole("button", { name: "Merge 1 ticket" }).click();
  await expectVisible(admin.getByText("1 ticket stayed as it was"));
  await expectVisible(bar.getByText("1 ticket selected"));
  // So does an answer that refuses; a form with problems takes the focus once, not at every letter.
  await bar.getByRole("button", { name: "Resolve" }).click();
  const resolving = admin.getByRole("dialog", { name: "Resolve 1 ticket" });
  await resolving.getByRole("button", { name: "Resolve ticket" }).click();
  await expectVisible(resolving.getByText("There are 2 problems"));
  const done = resolving.getByRole("textbox", { name: "What was done" });
  await done.pressSequentially("Counted anew");
  expect(await done.inputValue()).toBe("Counted anew");
  await resolving.getByRole("combobox", { name: "Resolution cause" }).click();
  await admin.getByRole("option").first().click();
  await resolving.getByRole("button", { name: "Resolve ticket" }).click();
  await resolving.waitFor({ state: "hidden" });
  await bar.getByRole("button", { name: "Resolve" }).click();
  expect(await done.inputValue()).toBe("Counted anew");
  await resolving.getByRole("button", { name: "Cancel" }).click();

  // Several go into one that was not among them: all that were chosen, and each of them.
  const elsewhere = await askBackend(admin, "mutation", "ticketParties/mutations:openFor", {
    ...write,
    title: "Counting of April",
    personId: await personId(admin, "Sam Taylor"),
  });
  const target = String((elsewhere as { value: unknown }).value);
  for (const key of [second, third])
    expect(await askBackend(admin, "mutation", "tickets/mutations:unmerge", { key })).toHaveProperty("value");
  await visit(admin, "/support?view=queue&show=all&q=stock%20of%20march");
  // The one that stayed as it was is still chosen.
  const chooseAll = async (): Promise<void> => {
    for (const key of [first, second, third]) await admin.getByRole("checkbox", { name: `Select ${key}` }).check();
  };
  await chooseAll();
  // Resolved together they are as they were for a minute, in which all of it is taken back.
  await bar.getByRole("button", { name: "Resolve" }).click();
  const resolvingAll = admin.getByRole("dialog", { name: "Resolve 3 tickets" });
  await resolvingAll.getByRole("textbox", { name: "What was done" }).fill("Counted anew");
  await resolvingAll.getByRole("combobox", { name: "Resolution cause" }).click();
  await admin.getByRole("option").first().click();
  await resolvingAll.getByRole("button", { name: "Resolve tickets" }).click();
  const told = admin.getByRole("listitem").filter({ hasText: "3 tickets will be resolved within a minute" });
  await told.getByRole("button", { name: "Undo" }).click();
  await expectVisible(admin.getByText("3 tickets stay as they were"));
  await chooseAll();
  await bar.getByRole("button", { name: "Merge" }).click();
  const three = admin.getByRole("dialog", { name: /^Merge \d tickets?$/ });
  await three.getByRole("combobox", { name: "Merge into" }).fill("counting of april");
  await admin.getByRole("option", { name: new RegExp(`^${target}`) }).click();
  await expectVisible(three.getByText(`1 ticket has a different requester from ${target}`));
  await three.getByRole("checkbox", { name: "Merge them anyway" }).click();
  // Stopped on the way, the one under way is finished, and the others stay chosen.
  const isUnderWay = line.holdCall("merge");
  await three.getByRole("button", { name: "Merge 3 tickets" }).click();
  await isUnderWay;
  await expectVisible(bar.getByText("0 of 3 done"));
  await bar.getByRole("button", { name: "Stop" }).click();
  line.resume();
  line.cut();
  await expectVisible(admin.getByText(`1 ticket is now part of ${target}`));
  await expectVisible(admin.getByText("Stopped: 2 tickets not changed"));
  await expectVisible(bar.getByText("2 tickets selected"));
  await bar.getByRole("button", { name: "Merge" }).click();
  await three.getByRole("combobox", { name: "Merge into" }).fill("counting of april");
  await admin.getByRole("option", { name: new RegExp(`^${target}`) }).click();
  await three.getByRole("checkbox", { name: "Merge them anyway" }).click();
  await three.getByRole("button", { name: "Merge 2 tickets" }).click();
  await expectVisible(admin.getByText(`2 tickets are now part of ${target}`));
  await visit(admin, `/support/${target}`);
  for (const key of [first, second, third]) await expectVisible(admin.getByText(`Merged ${key} into this ticket.`));
});
