/** Sessions that end elsewhere, and the first start of a portal without a demo world. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { journeys } from "./support/journey.ts";
import { expectPath, expectVisible, heading, signIn, submitSignIn } from "./support/pages.ts";
import { demoPassword } from "./support/portal.ts";

const journey = journeys();
const emptyPortal = journeys({ env: { PORTAL_DEMO: "0", BOOTSTRAP_ADMIN_EMAIL: "owner@ao.com" } });

/** Ends every session of this browser's person but its own, through the sign-in API. */
async function revokeOthers(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { sessions } = await (await fetch("/api/auth/sessions")).json();
    for (const { id } of sessions.filter(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)) {
      await fetch("/api/auth/revoke-session", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ sessionId: id }) });
    }
  });
}

journey("a session revoked elsewhere ends at the sign-in page, once, and no error is shown", async ({ portal, open }) => {
  const account = { url: portal.url, email: "finops@ao.com", password: demoPassword };
  const laptop = await open({ at: "/signin", allow: [/session-revoked|not-signed-in/] });
  await signIn(laptop, account);
  await expectVisible(laptop.getByRole("navigation"));
  const shown: string[] = [];
  await laptop.exposeFunction("noteHeading", (text: string) => void shown.push(text));
  await laptop.evaluate(() => {
    const note = (globalThis as unknown as { noteHeading: (text: string) => void }).noteHeading;
    new MutationObserver(() => note(document.querySelector("h1")?.textContent ?? "")).observe(document.body, { childList: true, subtree: true });
  });
  let navigations = 0;
  laptop.on("framenavigated", () => (navigations += 1));

  const phone = await open({ at: "/signin" });
  await signIn(phone, account);
  await revokeOthers(phone);
  await expectPath(laptop, "/signin");
  await expectVisible(heading(laptop, "Sign in"));
  expect(navigations).toBe(1);
  expect(shown.filter((title) => /wrong|error/i.test(title))).toEqual([]);
  await submitSignIn(laptop, account);
  await expectPath(laptop, "/");
  await expectVisible(laptop.getByRole("navigation"));
}, 60_000);

emptyPortal("an empty portal prints a one-time password for its first super admin, who has to change it", async ({ portal, open }) => {
  const printed = /One-time password: (\S+)/.exec(portal.log())?.[1] ?? "";
  expect(portal.log()).not.toContain("staff@ao.com");
  const page = await open({ at: "/signin", allow: [/ERR_CONNECTION_REFUSED/] });
  await submitSignIn(page, { url: portal.url, email: "owner@ao.com", password: printed });
  await expectVisible(heading(page, "Choose your own password"));
  await page.getByLabel("New password", { exact: true }).fill("My-own-1pass");
  await page.getByLabel("New password again").fill("My-own-1pass");
  await page.getByRole("button", { name: "Change password" }).click();
  await expectVisible(page.getByRole("navigation"));
  await portal.restart();
  expect(portal.log().match(/One-time password/g)).toHaveLength(1);
}, 60_000);
