/** The portal over a backend of its own: another process that serves the same functions. */

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { takePictures } from "./support/browser/theme.ts";
import { fillIn } from "./support/forms.ts";
import { journeys } from "./support/journey.ts";
import { heading, submitSignIn } from "./support/pages.ts";
import { deployKey, Deployment } from "./support/portal/deployment.ts";

const deployment = await Deployment.prepare();
const journey = journeys({
  env: {
    PORTAL_DEMO: "0",
    BOOTSTRAP_ADMIN_EMAIL: "owner@ao.com",
    CONVEX_URL: deployment.url,
    CONVEX_DEPLOY_KEY: deployKey,
  },
});
beforeAll(() => deployment.start());
afterAll(() => deployment.remove());

const ownPassword = "My-own-1pass";
const refusedByDeployment = [...whilePortalIsDown, /Failed to authenticate: "No auth provider found/];
const connection = (page: Page, words: string) => page.getByRole("status").getByText(words, { exact: true });

async function runMonitor(page: Page): Promise<void> {
  const before = await page.getByRole("row").count();
  await page.getByRole("button", { name: "Run Task Monitor" }).click();
  await expect.poll(() => page.getByRole("row").count()).toBeGreaterThan(before);
}

journey(
  "an empty deployment is made ready by the start; the first super admin works on it, and goes on after it was killed",
  async ({ portal, open }) => {
    const page = await open({ allow: refusedByDeployment });
    await submitSignIn(page, {
      url: portal.url,
      email: "owner@ao.com",
      password: /One-time password: (\S+)/.exec(portal.log())?.[1] ?? "",
    });
    await heading(page, "Choose your own password").waitFor();
    await fillIn(page, { "New password": ownPassword, "New password again": ownPassword });
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("button", { name: /^Account of/ }).waitFor();
    await page.goto("/superadmin/task-monitor");
    await runMonitor(page);
    await deployment.kill();
    await connection(page, "Reconnecting").waitFor();
    await deployment.start();
    await connection(page, "Reconnecting").waitFor({ state: "detached" });
    await runMonitor(page);
  },
);

journey(
  "a page that the deployment does not accept says so in words, and is back once the portal's start has mended it",
  async ({ portal, open }) => {
    await deployment.kill();
    deployment.forgetVariables();
    await deployment.start();
    const page = await open({ allow: refusedByDeployment });
    await submitSignIn(page, { url: portal.url, email: "owner@ao.com", password: ownPassword });
    await heading(page, "You are signed in, but the portal cannot open").waitFor();
    await page.getByText(deployment.url).waitFor();
    await takePictures(page, "not-accepted");
    await portal.restart();
    // The page tries by itself, too, every 20 seconds: whichever comes first brings it back.
    await page
      .getByRole("button", { name: "Try again" })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await page.getByRole("button", { name: /^Account of/ }).waitFor();
  },
);
