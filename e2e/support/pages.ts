/** What a person does on the portal's pages, by the names they read there. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** An account and where to use it. */
export interface Credentials {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

/** Fills in the sign-in form and sends it, without looking at what comes back. */
export async function submitSignIn(page: Page, { url, email, password }: Credentials): Promise<void> {
  if (!page.url().startsWith(`${url}/signin`)) await page.goto(`${url}/signin`);
  await page.getByLabel("Email", { exact: false }).first().fill(email);
  await page.getByLabel("Password", { exact: true }).first().fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Signs in and waits until the portal knows who it is. */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  await submitSignIn(page, credentials);
  await page.waitForURL((address) => !address.pathname.startsWith("/signin"));
  await known(page);
}

/** Waits until the portal knows who is signed in: the frame with their account, or the demand for a first password. */
export async function known(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Account of/ })
    .or(heading(page, "Choose your own password"))
    .waitFor();
}

/** What TanStack Router leaves on the page's global for tools. */
interface RouterOfPage {
  navigate(to: { readonly href: string }): Promise<void>;
  subscribe(event: "onRendered", listener: () => void): () => void;
}

/**
 * Goes to an address of the portal as a link of its own would, which costs a fourth of loading it; where the page shows
 * no portal yet, or that very address, it is loaded.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const hasGone = await page.evaluate(async (to) => {
    const router = (globalThis as { __TSR_ROUTER__?: RouterOfPage }).__TSR_ROUTER__;
    if (!router) return false;
    const { pathname, search, hash } = new URL(to, location.href);
    if (location.pathname + location.search === pathname + search) return false;
    const rendered = new Promise<void>((resolve) => {
      const stop = router.subscribe("onRendered", () => {
        stop();
        resolve();
      });
    });
    await router.navigate({ href: pathname + search + hash });
    await rendered;
    return true;
  }, address);
  if (!hasGone) await page.goto(address);
}

/** The page's own heading. */
export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole("heading", { level: 1, name });
}

/** Waits until the browser shows a path, query left aside. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await page.waitForURL((address) => address.pathname === path);
  expect(new URL(page.url()).pathname).toBe(path);
}

/** Waits for a locator and asserts that it can be seen. */
export async function expectVisible(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: "visible" });
}

/** Writes a text into the field with exactly this label. */
export async function write(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole("textbox", { name: label, exact: true }).fill(text);
}

/** Opens one filter of a list in its menu. */
export async function openFilter(page: Page, label: string): Promise<void> {
  await page.getByRole("search").getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("dialog", { name: "Filter" }).getByRole("button", { name: label }).click();
}

/** Drops a text file on a field, as from a folder. */
export async function dropFile(field: Locator, name: string, text: string): Promise<void> {
  await field.evaluate(
    (element, file) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([file.text], file.name, { type: "text/plain" }));
      for (const type of ["dragover", "drop"])
        element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    { name, text },
  );
}

/** Pastes a picture into a field, as from a clipboard. */
export async function pastePicture(field: Locator, name: string, picture: Buffer): Promise<void> {
  await field.evaluate(
    (element, { file, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], file, { type: "image/png" }));
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    { file: name, base64: picture.toString("base64") },
  );
}

/** Pastes cells into a field, as from a spreadsheet: words, a page of them, and a picture. */
export async function pasteCells(field: Locator, rows: readonly (readonly string[])[]): Promise<void> {
  await field.evaluate(
    (element, words) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", words);
      clipboardData.setData("text/html", "<table><tr><td>as a spreadsheet says it</td></tr></table>");
      clipboardData.items.add(new File(["no picture"], "image.png", { type: "image/png" }));
      (element as HTMLElement).focus();
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    rows.map((row) => row.join("\t")).join("\n"),
  );
}
