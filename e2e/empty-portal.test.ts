/** The first start of a portal without a demo world. */
import { expect } from "vitest";
import { journeys } from "./support/journey.ts";
import { expectVisible, heading, submitSignIn } from "./support/pages.ts";

const journey = journeys({ env: { PORTAL_DEMO: "0", BOOTSTRAP_ADMIN_EMAIL: "owner@ao.com" } });

journey("an empty portal prints a one-time password for its first super admin, who has to change it", async ({ portal, open }) => {
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
