/** Signing in, out and up, as people do it. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { whileSessionEnds } from "./support/browser.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, expectVisible, heading, signIn, submitSignIn } from "./support/pages.ts";
import { demoPassword, type Portal } from "./support/portal.ts";

const journey = journeys();

/** A refused form answers 422, which the browser notes in its console. */
const refusedForm = [/status of 422/];

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Byron");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("My-own-1pass");
  await page.getByRole("button", { name: "Create account" }).click();
}

function lastVerificationLink(portal: Portal): string {
  const link = portal.log().match(/http\S+verify-email-address\S+/g)?.at(-1);
  if (link === undefined) throw new Error("no verification link was printed");
  return link;
}

journey("a newcomer signs up, follows the link in the mail, and signs in", async ({ portal, open }) => {
  const page = await open({ allow: [/status of 400/] });
  await signUp(page, "ada@ao.com");
  await expectPath(page, "/verification-status");
  expect(await page.getByLabel("Email").inputValue()).toBe("ada@ao.com");
  await page.goto(lastVerificationLink(portal));
  await expectVisible(heading(page, "Your email is verified"));
  expect(page.url()).not.toContain("token");
  await page.getByRole("link", { name: "Continue to sign in" }).click();
  await expectVisible(page.getByText("Your email address is verified"));
  await signIn(page, { url: portal.url, email: "ada@ao.com", password: "My-own-1pass" });
  await expectPath(page, "/");
  await page.goto(lastVerificationLink(portal));
  await expectVisible(page.getByText("This email address has already been verified."));
}, 60_000);

journey("forms say what is wrong, put the focus there and keep what was typed", async ({ open }) => {
  const page = await open({ allow: refusedForm });
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectVisible(page.getByText("Please enter a valid email address"));
  await expectVisible(page.getByText("Password is required"));
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
  await page.getByLabel("Email").fill("staff@ao.com");
  await page.getByLabel("Password", { exact: true }).fill("Wrong-one1");
  await page.keyboard.press("Enter");
  await expectVisible(page.getByText("Incorrect password. Please try again."));
  expect(await page.getByLabel("Email").inputValue()).toBe("staff@ao.com");
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("Wrong-one1");
  await signUp(page, "ada@elsewhere.com");
  await expectVisible(page.getByText("Email must be @ao.com domain"));
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
}, 60_000);

journey("what is typed before the page's code has loaded is kept, and cannot be sent by the browser", async ({ open }) => {
  const page = await open({ at: null });
  const gate = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto("/signin", { waitUntil: "commit" });
  await page.getByLabel("Email").fill("staff@ao.com");
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.keyboard.press("Enter");
  expect(await page.getByRole("button", { name: "Sign in", exact: true }).isDisabled()).toBe(true);
  expect(new URL(page.url()).search).toBe("");
  gate.resolve();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectPath(page, "/");
}, 60_000);

journey("a page that needs a session leads to signing in and back, and never to another site", async ({ portal, open }) => {
  const page = await open({ at: "/?tab=sessions" });
  await expectPath(page, "/signin");
  await submitSignIn(page, { url: portal.url, email: "staff@ao.com", password: demoPassword });
  await page.waitForURL((address) => address.pathname === "/" && address.search === "?tab=sessions");
  const other = await open({ at: "/signin?redirect=//evil.example/x" });
  await submitSignIn(other, { url: portal.url, email: "staff@ao.com", password: demoPassword });
  await other.waitForURL((address) => address.pathname === "/");
  expect(new URL(other.url()).origin).toBe(portal.url);
}, 60_000);

journey("an initial password has to be replaced before anything else; cancelling signs out", async ({ portal, open }) => {
  const page = await open({ allow: refusedForm });
  const newStarter = { url: portal.url, email: "newstarter@ao.com", password: demoPassword };
  const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => !key.startsWith("tsr")).sort());
  await submitSignIn(page, newStarter);
  await expectVisible(heading(page, "Choose your own password"));
  await page.goto("/");
  await expectVisible(heading(page, "Choose your own password"));
  expect(await kept()).toEqual(["first-login-email", "password-change-in-progress"]);
  await page.getByRole("button", { name: "Cancel and sign out" }).click();
  await expectPath(page, "/signin");
  expect(new URL(page.url()).search).toBe("");
  expect(await kept()).toEqual([]);

  await submitSignIn(page, newStarter);
  await page.getByLabel("New password", { exact: true }).fill(demoPassword);
  await page.getByLabel("New password again").fill(demoPassword);
  await page.getByRole("button", { name: "Change password" }).click();
  await expectVisible(page.getByText("Choose a password different from the current one"));
  await page.getByLabel("New password", { exact: true }).fill("My-own-1pass");
  await page.getByLabel("New password again").fill("My-own-1pass");
  await page.getByRole("button", { name: "Change password" }).click();
  await expectVisible(page.getByRole("navigation"));
  expect(await kept()).toEqual([]);
}, 60_000);

journey("signing out in one tab signs the other out, once, and leads back to where it was", async ({ portal, open }) => {
  const page = await open({ at: "/signin", allow: whileSessionEnds });
  await signIn(page, { url: portal.url, email: "staff@ao.com", password: demoPassword });
  const other = await page.context().newPage();
  await other.goto("/?from=other");
  await expectVisible(other.getByRole("navigation"));
  let loads = 0;
  other.on("load", () => (loads += 1));
  await page.goto("/signout");
  await expectPath(page, "/signin");
  await expectPath(other, "/signin");
  expect(new URL(other.url()).searchParams.get("redirect")).toBe("/?from=other");
  expect(loads).toBe(0);
}, 60_000);

journey("a session outlives a restart of the server", async ({ portal, open }) => {
  const page = await open({ as: "staff", allow: [/WebSocket connection|ERR_CONNECTION|Failed to load resource|WebSocket/] });
  await portal.restart();
  await page.reload();
  await expectVisible(page.getByRole("navigation"));
  await expectPath(page, "/");
}, 60_000);
