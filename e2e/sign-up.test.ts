/** Opening an account: from the form to a verified address, and every way a link can fail. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { HOUR_MS } from "../convex/lib/pure/time.ts";
import { whilePortalIsDown } from "./support/browser/browser.ts";
import { fillIn, focusedField, printedLink, refusedForm, valuesOf } from "./support/forms.ts";
import { journeys } from "./support/journey.ts";
import { expectPath, expectVisible, heading, known, submitSignIn } from "./support/pages.ts";
import { personas } from "./support/personas.ts";
import { demoPassword } from "./support/portal/portal.ts";

const journey = journeys({ env: { TEST_ADDRESSES: "probe@example.com" } });
const password = "My-own-1pass";
/** A link that does not work answers 400, which the browser notes in its console. */
const refusedLink = [/status of 400/];

const ada = { "First name": "Ada", "Last name": "Byron", Email: "ada@ao.com", Password: password };

async function signUp(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  const create = page.getByRole("button", { name: "Create account" });
  if (!(await create.isVisible())) await page.getByRole("button", { name: "Create an account" }).click();
  await fillIn(page, values);
  await create.click();
}

/** Fills the form behind a mailed link. */
async function giveByLink(
  page: Page,
  label: string,
  { password: given, again = given }: { password: string; again?: string },
  button: string,
): Promise<void> {
  await fillIn(page, { [label]: given, [`${label} again`]: again });
  await page.getByRole("button", { name: button }).click();
}

journey("a newcomer signs up, verifies the address by the mailed link, and signs in", async ({ portal, open }) => {
  const page = await open();
  await signUp(page, { ...ada, Email: "  Ada@AO.com " });
  await heading(page, "Verify your email").waitFor();
  expect(await valuesOf(page, ["Email"])).toEqual({ Email: "ada@ao.com" });

  const early = await open();
  await submitSignIn(early, { url: portal.url, email: "ada@ao.com", password });
  await expectPath(early, "/verification-status");

  await page.goto(printedLink(portal, "verify-email-address"));
  await heading(page, "Confirm your password").waitFor();
  expect(page.url()).toBe(`${portal.url}/verify-email-address`);
  await giveByLink(page, "Password", { password, again: "Another-1pass" }, "Verify email");
  await expectVisible(page.getByText("Passwords do not match"));
  await giveByLink(page, "Password", { password }, "Verify email");
  await heading(page, "Your email is verified").waitFor();
  await page.getByText("Your account is ready. Sign in to use it.").waitFor();
  expect(page.url()).toBe(`${portal.url}/verify-email-address`);
  await page.getByRole("link", { name: "Continue to sign in" }).click();
  await page.waitForURL(`${portal.url}/signin?verification=complete`);
  await page.getByText("Your email address is verified").waitFor();
  await submitSignIn(page, { url: portal.url, email: "ada@ao.com", password });
  await known(page);
  await heading(page, /, Ada$/).waitFor();
});

journey(
  "somebody who forgot their password chooses a new one by the mailed link, once, and is signed out elsewhere",
  async ({ portal, open }) => {
    const elsewhere = await open();
    await submitSignIn(elsewhere, { url: portal.url, email: personas.staff, password: demoPassword });
    await known(elsewhere);
    const page = await open({ allow: [...refusedLink, ...refusedForm] });
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await heading(page, "Reset your password").waitFor();
    await fillIn(page, { Email: personas.staff });
    await page.getByRole("button", { name: "Send reset link" }).click();
    await page.getByText(`If ${personas.staff} has an account, a link to reset the password is on its way.`).waitFor();

    const link = printedLink(portal, "reset-password");
    await page.goto(link);
    await heading(page, "Choose a new password").waitFor();
    expect(page.url()).toBe(`${portal.url}/reset-password`);
    await giveByLink(page, "New password", { password: "short" }, "Reset password");
    await expectVisible(page.getByText("Password must be at least 8 characters long"));
    await giveByLink(page, "New password", { password }, "Reset password");
    await page.waitForURL(`${portal.url}/signin?password=reset`);
    await expectVisible(page.getByText("Your password was reset"));
    await expectPath(elsewhere, "/signin");
    await page.goto(link);
    await page.getByText("This link no longer works. Please request a new one.").waitFor();
    await submitSignIn(page, { url: portal.url, email: personas.staff, password });
    await known(page);
  },
);

journey(
  "a used, a broken and an expired link each say so, and a new one can be asked for",
  async ({ portal, open }) => {
    const page = await open({ allow: [...refusedLink, ...whilePortalIsDown] });
    await signUp(page, { ...ada, Email: "bea@ao.com" });
    await expectPath(page, "/verification-status");
    const link = printedLink(portal, "verify-email-address");

    await page.goto(`${link.slice(0, -6)}broken`);
    await page.getByText("Email verification failed. Please check your email and try again.").waitFor();

    // Opened in time, and sent too late: the way to another link stands beside the message.
    await page.goto(link);
    await heading(page, "Confirm your password").waitFor();
    await portal.later(2 * HOUR_MS);
    await giveByLink(page, "Password", { password }, "Verify email");
    const late = page
      .getByRole("alert")
      .filter({ hasText: "Verification link has expired. Please request a new one." });
    await late.getByRole("link", { name: "Request a new link" }).click();
    await expectPath(page, "/verification-status");
    await page.goto(link);
    await heading(page, "Your email is not verified yet").waitFor();
    await page.getByText("Verification link has expired. Please request a new one.").waitFor();
    await page.getByRole("link", { name: "Request a new link" }).click();
    await expectPath(page, "/verification-status");
    await page.getByRole("textbox", { name: "Email" }).fill("bea@");
    await page.getByRole("button", { name: "Send the link again" }).click();
    await page.getByText("Please enter a valid email address").waitFor();
    expect(await focusedField(page)).toBe("email");
    await page.getByRole("textbox", { name: "Email" }).fill("bea@ao.com");
    await page.getByRole("button", { name: "Send the link again" }).click();
    await page.getByText("If bea@ao.com is waiting to be verified, a new link is on its way.").waitFor();

    const renewed = printedLink(portal, "verify-email-address");
    expect(renewed).not.toBe(link);
    await page.goto(renewed);
    // An answer nobody can read verifies nothing and costs nothing.
    await page.route("**/api/auth/verify-email", (route) =>
      route.fulfill({ contentType: "text/html", body: "<p>Hello</p>" }),
    );
    await giveByLink(page, "Password", { password }, "Verify email");
    await page.getByRole("alert").getByText("Email verification failed. Please try again.").waitFor();
    await page.unroute("**/api/auth/verify-email");
    await giveByLink(page, "Password", { password }, "Verify email");
    await heading(page, "Your email is verified").waitFor();
    await page.goto(renewed);
    await page.getByText("This email address has already been verified.").waitFor();
  },
);

journey(
  "every field says what is wrong with it, focus goes to the first, and nothing typed is lost",
  async ({ open }) => {
    const page = await open({ allow: refusedForm });
    await signUp(page, { "First name": "Ada", "Last name": " ", Email: "ada", Password: "short" });
    await expectVisible(page.getByText("Last name is required"));
    await expectVisible(page.getByText("Please enter a valid email address"));
    await expectVisible(page.getByText("Password must be at least 8 characters long"));
    expect(await page.getByText("First name is required").count()).toBe(0);
    expect(await focusedField(page)).toBe("lastName");
    expect(await valuesOf(page, ["First name", "Last name", "Email", "Password"])).toEqual({
      "First name": "Ada",
      "Last name": " ",
      Email: "ada",
      Password: "short",
    });

    await signUp(page, { ...ada, "First name": "A".repeat(51), Password: "lowercase-only" });
    await expectVisible(page.getByText("First name must be less than 50 characters"));
    await expectVisible(page.getByText("Password must contain at least one uppercase letter"));
    expect(await focusedField(page)).toBe("firstName");
    await signUp(page, { ...ada, Password: "Letters-only" });
    await expectVisible(page.getByText("Password must contain at least one number"));
    expect(await focusedField(page)).toBe("password");
    await signUp(page, { ...ada, Password: "Password123" });
    const known = "This password has been found in a data breach. Please choose a different password.";
    await page.getByRole("alert").getByText(known).waitFor();
  },
);

journey("only the company's addresses and the listed ones may sign up", async ({ portal, open }) => {
  const page = await open({ allow: refusedForm });
  await signUp(page, { ...ada, Email: "ada@elsewhere.com" });
  await expectVisible(page.getByText("Email must be @ao.com domain"));
  expect(await focusedField(page)).toBe("email");
  expect(await valuesOf(page, ["First name", "Email", "Password"])).toEqual({
    "First name": "Ada",
    Email: "ada@elsewhere.com",
    Password: password,
  });
  expect(portal.log()).not.toContain("ada@elsewhere.com");
  await signUp(page, { ...ada, Email: "probe@example.com" });
  await expectPath(page, "/verification-status");
});

journey("signing up with a taken address says that it has an account, and keeps what was typed", async ({ open }) => {
  const page = await open({ allow: refusedForm });
  const taken = { ...ada, Email: "staff@ao.com" };
  await signUp(page, taken);
  await page.getByRole("alert").getByText("An account with this email address already exists.").waitFor();
  expect(await valuesOf(page, ["First name", "Email"])).toEqual({
    "First name": taken["First name"],
    Email: taken.Email,
  });
  // An answer nobody can read.
  await page.route("**/api/auth/sign-up", (route) => route.fulfill({ contentType: "text/html", body: "<p>Hello</p>" }));
  await signUp(page, taken);
  await page.getByRole("alert").getByText("Account creation failed. Please try again.").waitFor();
});
