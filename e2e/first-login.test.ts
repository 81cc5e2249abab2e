/** A new starter's first login: nothing before the password somebody else chose is replaced. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { askBackend } from "./support/backend.ts";
import { fillIn, focusedField, refusedForm, valuesOf } from "./support/forms.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, expectVisible, heading, submitSignIn } from "./support/pages.ts";
import { personas } from "./support/personas.ts";
import { demoPassword } from "./support/portal.ts";

const journey = journeys();
const emptyPortal = journeys({ env: { PORTAL_DEMO: "0", BOOTSTRAP_ADMIN_EMAIL: "owner@ao.com" } });
const ownPassword = "My-own-1pass";
const fields = ["New password", "New password again"] as const;

/** What the first login keeps in the browser; the router's own notes left aside. */
async function keptKeys(page: Page): Promise<string[]> {
  return await page.evaluate(() => Object.keys(sessionStorage).filter((key) => !key.startsWith("tsr")).sort());
}

async function changePassword(page: Page, password: string, again = password): Promise<void> {
  await fillIn(page, { "New password": password, "New password again": again });
  await page.getByRole("button", { name: "Change password" }).click();
}

journey("what is typed before the page's code is there stays, however late it comes", async ({ portal, open }) => {
  const page = await open();
  const nia = { url: portal.url, email: personas.newStarter, password: ownPassword };
  await submitSignIn(page, { ...nia, password: demoPassword });
  await heading(page, "Choose your own password").waitFor();
  const held = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await fillIn(page, { "New password": ownPassword, "New password again": ownPassword });
  held.resolve();
  await page.locator("input[name=username][value]:not([value=''])").waitFor({ state: "attached" });
  expect(await valuesOf(page, fields)).toEqual({ "New password": ownPassword, "New password again": ownPassword });
});

journey("an initial password blocks every page and every function until it is replaced; cancelling signs out", async ({ portal, open }) => {
  const page = await open({ allow: refusedForm });
  const nia = { url: portal.url, email: personas.newStarter, password: demoPassword };
  await submitSignIn(page, nia);
  await heading(page, "Choose your own password").waitFor();
  for (const address of ["/", "/profile", "/superadmin/task-monitor"]) {
    await page.goto(address);
    await heading(page, "Choose your own password").waitFor();
    expect(await page.getByRole("navigation").count()).toBe(0);
  }
  expect(await keptKeys(page)).toEqual(["first-login-email", "password-change-in-progress"]);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("first-login-email"))).toBe(nia.email);
  for (const [kind, path, args] of [
    ["query", "tasks/queries:mine", {}],
    ["query", "requests/queries:mine", {}],
    ["mutation", "people/mutations:saveProfile", { firstName: "N", lastName: "O" }],
  ] as const) {
    expect(await askBackend(page, kind, path, args)).toEqual({ code: "password-change-required" });
  }
  expect(await askBackend(page, "query", "people/queries:me")).toMatchObject({ value: { hasChangedInitialPassword: false } });

  await page.getByRole("button", { name: "Cancel and sign out" }).click();
  await page.waitForURL(`${portal.url}/signin`);
  expect(await keptKeys(page)).toEqual([]);
  await page.goto("/");
  await expectPath(page, "/signin");

  await submitSignIn(page, nia);
  await heading(page, "Choose your own password").waitFor();
  await changePassword(page, "short", "other");
  await expectVisible(page.getByText("Password must be at least 8 characters long"));
  await expectVisible(page.getByText("Passwords do not match"));
  expect(await focusedField(page)).toBe("newPassword");
  expect(await valuesOf(page, fields)).toEqual({ "New password": "short", "New password again": "other" });
  await changePassword(page, demoPassword);
  await expectVisible(page.getByText("Choose a password different from the current one"));
  await changePassword(page, ownPassword);
  await heading(page, /, Nia$/).waitFor();
  expect(await keptKeys(page)).toEqual([]);
  expect(await askBackend(page, "query", "tasks/queries:mine")).toMatchObject({ value: expect.any(Array) as unknown });

  const again = await open();
  await submitSignIn(again, { ...nia, password: ownPassword });
  await heading(again, /, Nia$/).waitFor();
});

emptyPortal("an empty portal prints a one-time password for its first super admin, who has to change it", async ({ portal, open }) => {
  const printed = /One-time password: (\S+)/.exec(portal.log())?.[1] ?? "";
  expect(portal.log()).not.toContain(personas.staff);
  const page = await open();
  await submitSignIn(page, { url: portal.url, email: "owner@ao.com", password: printed });
  await heading(page, "Choose your own password").waitFor();
  await changePassword(page, ownPassword);
  await page.getByRole("button", { name: /^Account of/ }).waitFor();
  await page.goto("/superadmin/task-monitor");
  await page.getByText("No execution logs found. Run the task monitor to generate logs.").or(page.getByText("No open tasks").first()).waitFor();
  await page.context().close();
  await portal.restart();
  expect(portal.log().match(/One-time password/g)).toHaveLength(1);
});
