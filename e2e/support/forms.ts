/** What the forms of signing in and up have in common for a person in front of them. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Portal } from "./portal/portal.ts";

/** A refused form answers 422, which the browser notes in its console. */
export const refusedForm = [/status of 422/];

/** The answer to too many attempts. */
export const tooManyAttempts = [/status of 429/];

/** The name of the field that has the focus. */
export async function focusedField(page: Page): Promise<string | null> {
  return await page.evaluate(() => document.activeElement?.getAttribute("name") ?? null);
}

/** What stands in the fields, by their labels. */
export async function valuesOf<Label extends string>(
  page: Page,
  labels: readonly Label[],
): Promise<Record<Label, string>> {
  const values = await Promise.all(
    labels.map(async (label) => [label, await page.getByLabel(label, { exact: true }).inputValue()] as const),
  );
  return Object.fromEntries(values) as Record<Label, string>;
}

/** Fills fields by their labels. */
export async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true });
    // While a page takes over what the server sent, a form may be there twice for a moment.
    await expect.poll(() => field.count()).toBe(1);
    await field.fill(value);
  }
}

/**
 * The newest link of this kind that the portal printed in place of a mail; the mail is printed before the page moves
 * on.
 */
export function printedLink(
  portal: Portal,
  page:
    | "verify-email-address"
    | "reset-password"
    | "signin"
    | "invitation"
    | "change-email-address"
    | "correct-email-address"
    | "keep-email-address",
  number = -1,
): string {
  const links = portal.log().match(new RegExp(`http\\S+/${page}\\S*`, "g")) ?? [];
  const link = links.at(number);
  if (link === undefined) throw new Error(`The portal printed no link to ${page}`);
  return link;
}

/** Whom an invitation is for; staff where no role is named. */
interface Invited {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role?: string;
}

/** Invites somebody on the page for it, and waits until the mail has left; resolves to its row. */
export async function inviteByForm(
  page: Page,
  { email, firstName, lastName, role = "Staff" }: Invited,
): Promise<Locator> {
  await fillIn(page, { Email: email, "First name": firstName, "Last name": lastName });
  for (const [label, option] of [
    ["Role", role],
    ["Business area", "Finance"],
  ] as const) {
    await page.getByLabel(label, { exact: true }).click();
    await page.getByRole("option", { name: option }).click();
  }
  await page.getByRole("button", { name: "Send invitation" }).click();
  const row = page.getByRole("row", { name: `${firstName} ${lastName}` });
  await row.getByText("Sent", { exact: true }).waitFor();
  return row;
}
