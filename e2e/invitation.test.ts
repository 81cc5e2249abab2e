/** The link of an invitation: it carries a password, so nothing of it may stay anywhere. */
import { expect } from "vitest";
import { journeys } from "./support/journey.ts";
import { expectPath, expectVisible, heading } from "./support/pages.ts";
import { demoPassword } from "./support/portal.ts";

const journey = journeys();
const link = `/auto-signin?email=%20NewStarter%40ao.com&password=${encodeURIComponent(demoPassword)}&taskId=task7`;

journey("the link signs in once, leaves no trace, and leads to an own password", async ({ portal, open }) => {
  const page = await open({ at: null });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(link);
  await expectVisible(heading(page, "Choose your own password"));
  expect(page.url()).not.toContain("password");
  expect(requested.filter((url) => url.includes(demoPassword))).toEqual([`${portal.url}${link}`]);
  expect(await page.content()).not.toContain(demoPassword);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(demoPassword);
  await page.goBack();
  expect(page.url()).not.toContain("password");
  expect(portal.log().split("Data Portal is ready")[1] ?? "").not.toContain(demoPassword);

  const second = await open({ at: null, allow: [/status of 422/] });
  await second.goto(link);
  await expectVisible(second.getByText("Invalid credentials. Please contact your administrator for a new invitation."));
  await expectPath(second, "/auto-signin");
}, 60_000);

journey("a link without its values says so", async ({ open }) => {
  const page = await open({ at: "/auto-signin" });
  await expectVisible(page.getByText("An unexpected error occurred. Please try again or contact your administrator."));
}, 60_000);
