/** What people do in the life of a request, by the names they read on its pages, and what the audit trail keeps of it. */

import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./backend.ts";
import { heading, visit } from "./pages.ts";

/** A request that was sent. */
export interface Sent {
  readonly id: string;
  readonly key: string;
}

/** Sends a form as the person of a page, on behalf of their own business area. */
export async function send(page: Page, typeKey: string, form: Readonly<Record<string, unknown>>): Promise<Sent> {
  const areas = await askBackend<{ id: string; isOwn: boolean }[]>(page, "query", "people/queries:areas");
  const businessArea = areas.value?.find(({ isOwn }) => isOwn)?.id;
  const sent = await askBackend<Sent>(page, "mutation", "requests/mutations:submit", {
    typeKey,
    form: { businessArea, otherAreaReason: "The work is theirs, and they pay for it.", ...form },
    submitKey: randomUUID(),
  });
  expect(sent.code, `sending ${typeKey}`).toBeUndefined();
  return sent.value as Sent;
}

/** The answers of somebody who wants a role of a data domain for some days. */
export function roleFor(domain: string, role: string, durationDays: number) {
  return {
    environment: "production",
    domain,
    role,
    durationDays,
    reason:
      "The board asks for the figures of the second quarter, and we answer with the data of this domain. Until the end of June.",
  };
}

/** Goes to the page of a request and waits for it. */
export async function openRequest(page: Page, { key }: Pick<Sent, "key">): Promise<void> {
  await visit(page, `/requests/${key}`);
  await heading(page, /.+/).waitFor();
  await nextStep(page).waitFor();
}

/** The one sentence that says what happens next, with the one action beside it. */
export function nextStep(page: Page): Locator {
  return page.getByRole("region", { name: "Next step" });
}

/** One task on the page of a request. */
export function taskOf(page: Page, title: string): Locator {
  return page.getByRole("article", { name: title, exact: true });
}

/** Finds the approval of a request in the list of what waits for the person of this page, and opens it. */
export async function openApproval(page: Page, { key }: Pick<Sent, "key">): Promise<void> {
  await visit(page, "/admin/approvals");
  const row = page
    .getByRole("region", { name: /^Waiting approvals/ })
    .getByRole("row")
    .filter({ hasText: key });
  await row.getByRole("link").first().click();
  await decision(page).waitFor();
}

/** The panel of an approval's page in which it is decided, and which says what became of it. */
export function decision(page: Page): Locator {
  return page.getByLabel("Your decision");
}

/** What a last approval leads to: the portal may be done with everything else before anybody looks. */
export const GOES_ON = /^The request (continues with its next task|is completed)\./;

/** Decides on the page of an approval and waits until the panel says this. */
export async function decide(
  page: Page,
  verdict: "Approve" | "Reject",
  comment: string,
  then: string | RegExp,
): Promise<void> {
  const panel = decision(page);
  await panel.getByRole("textbox", { name: /^Comment/ }).fill(comment);
  await panel.getByRole("button", { name: verdict, exact: true }).click();
  await panel.getByText(then).first().waitFor();
}

/** Lets somebody stand in for a colleague who is away, as an administrator does on My Approvals. */
export async function letSitIn(
  page: Page,
  { absent, delegate }: { readonly absent: string; readonly delegate: string },
): Promise<void> {
  await visit(page, "/admin/approvals");
  await page.getByRole("button", { name: "Out of office" }).click();
  const dialog = page.getByRole("dialog", { name: "Out of office" });
  for (const [field, name] of [
    ["Who is away", absent],
    [`Who stands in for ${absent}`, delegate],
  ] as const) {
    await dialog.getByRole("combobox", { name: field }).pressSequentially(name);
    await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
  }
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Ill since this morning");
  await dialog.getByRole("button", { name: "Hand over the approvals" }).click();
  await page.getByText(`${delegate} stands in for ${absent}`).first().waitFor();
}

/** Pages of an inbox that are looked through for one notice. */
const INBOX_PAGES = 6;

/** Finds what the person of this page was told about a request in their inbox. */
export async function expectNotice(page: Page, { key }: Pick<Sent, "key">, text: string): Promise<void> {
  await visit(page, "/notifications");
  const notice = page.getByRole("listitem").filter({ hasText: key }).getByText(text).first();
  const older = page.getByRole("button", { name: "Show older" });
  for (let pages = 0; pages < INBOX_PAGES; pages += 1) {
    await notice.or(older).first().waitFor();
    if (await notice.isVisible()) return;
    await older.click();
  }
  await notice.waitFor();
}

/** Events of the audit trail, as "what by whom". */
function events(page: Page): Locator {
  return page
    .getByRole("table", { name: "Events" })
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
}

/** What the audit trail shows an admin about a request, a sentence per transaction, oldest first; its key reads "REQ". */
export async function historyOf(admin: Page, { key }: Pick<Sent, "key">): Promise<string[]> {
  await visit(admin, `/admin/audit?q=${key}&size=200`);
  await events(admin).first().waitFor();
  const sentences = await events(admin).evaluateAll((rows) =>
    rows.map((row) => row.querySelector<HTMLElement>("td span")?.innerText.trim() ?? ""),
  );
  return sentences.map((sentence) => sentence.replaceAll(key, "REQ")).toReversed();
}

/** Opens the newest such event of the audit trail that stands on the page, and expects these words in its details. */
export async function expectEvent(
  admin: Page,
  { sentence, says }: { readonly sentence: string; readonly says: readonly string[] },
): Promise<void> {
  await events(admin).getByRole("link", { name: sentence }).first().click();
  const details = admin.getByRole("dialog");
  for (const words of says) await details.getByText(words, { exact: true }).first().waitFor();
}
