/** Every page and everything that opens above one: axe in both themes, wide and narrow, and no scrolling sideways. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible, expectAccessibleAtEveryWidth } from "./support/browser/theme.ts";
import { journeys, type OpenOptions } from "./support/journey.ts";
import { heading } from "./support/pages.ts";

const journey = journeys();

/** One thing a person can have in front of them. */
interface View {
  readonly name: string;
  readonly open: OpenOptions & { readonly at: string };
  /** From the opened page to the view. */
  readonly reach: (page: Page) => Promise<unknown>;
}

const shown = (title: string | RegExp) => (page: Page) => heading(page, title).waitFor();
/** Home with its rows: axe reads names of links while they are put in as if they had none. */
async function homeShown(page: Page): Promise<void> {
  await heading(page, /^Good/).waitFor();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Overdue/ })
    .waitFor();
  await page.locator("main .skeleton-appear").first().waitFor({ state: "detached" });
}
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

const withoutSession: readonly View[] = [
  { name: "sign in", open: { at: "/signin" }, reach: shown("Sign in") },
  {
    name: "sign in, refused by its fields",
    open: { at: "/signin" },
    reach: async (page) => {
      await press(page, /^Sign in$/);
      await page.getByText("Password is required").waitFor();
    },
  },
  {
    name: "sign up, refused by its fields",
    open: { at: "/signin" },
    reach: async (page) => {
      await press(page, "Create an account");
      await press(page, "Create account");
      await page.getByText("First name is required").waitFor();
    },
  },
  {
    name: "verification status",
    open: { at: "/verification-status?email=ada@ao.com" },
    reach: shown("Verify your email"),
  },
  { name: "a forgotten password", open: { at: "/forgot-password" }, reach: shown("Reset your password") },
  {
    name: "a verification link without a token",
    open: { at: "/verify-email-address" },
    reach: shown("Your email is not verified yet"),
  },
  {
    name: "an invitation link without its values",
    open: { at: "/auto-signin" },
    reach: shown("This link did not sign you in"),
  },
  {
    name: "an unknown address",
    open: { at: "/nowhere", allow: [/status of 404/] },
    reach: shown("404 - Page Not Found"),
  },
];

const signedIn: readonly View[] = [
  { name: "the first login", open: { as: "newStarter", at: "/" }, reach: shown("Choose your own password") },
  { name: "Home", open: { as: "admin", at: "/" }, reach: homeShown },
  {
    name: "Profile",
    open: { as: "admin", at: "/profile" },
    reach: async (page) => {
      await heading(page, "Profile").waitFor();
      await page.getByText("This session").waitFor();
    },
  },
  {
    name: "Profile, refused by its fields",
    open: { as: "admin", at: "/profile" },
    reach: async (page) => {
      await press(page, "Change password");
      await page.getByText("There are 2 problems").waitFor();
    },
  },
  {
    name: "a page without the right to it",
    open: { as: "admin", at: "/superadmin/task-monitor" },
    reach: (page) => page.getByText("You cannot see this page").waitFor(),
  },
  {
    name: "the Task Monitor with an execution selected",
    open: { as: "superAdmin", at: "/superadmin/task-monitor" },
    reach: async (page) => {
      await page.getByRole("row").filter({ hasText: "examined" }).first().click();
      await page.getByRole("heading", { name: "Task Details" }).waitFor();
    },
  },
  {
    name: "the Task Monitor's history of changes",
    open: { as: "superAdmin", at: "/superadmin/task-monitor?tab=details" },
    reach: (page) => page.getByText(/^Showing task status changes across/).waitFor(),
  },
  {
    name: "the Audit Trail",
    open: { as: "admin", at: "/admin/audit" },
    reach: (page) => page.getByRole("table", { name: "Events" }).waitFor(),
  },
  {
    name: "an event of the Audit Trail",
    open: { as: "admin", at: "/admin/audit?action=person.linked" },
    reach: async (page) => {
      await page
        .getByRole("link", { name: /linked their account/ })
        .first()
        .click();
      await page.getByRole("dialog").getByText("Token identifier").waitFor();
    },
  },
  {
    name: "Users",
    open: { as: "admin", at: "/admin/users" },
    reach: (page) => page.getByRole("table", { name: "Users" }).waitFor(),
  },
  {
    name: "a person of Users",
    open: { as: "admin", at: "/admin/users?q=fiona" },
    reach: async (page) => {
      await page.getByRole("link", { name: "Fiona Murray" }).click();
      await page.getByRole("dialog", { name: "Fiona Murray" }).getByText("FIONA_MURRAY").waitFor();
    },
  },
  {
    name: "First Steps",
    open: { as: "superAdmin", at: "/superadmin/first-steps" },
    reach: (page) => page.getByText("Colleagues can ask for what they need").waitFor(),
  },
  {
    name: "Business Areas",
    open: { as: "superAdmin", at: "/superadmin/business-areas" },
    reach: (page) => page.getByText("Customer Care").first().waitFor(),
  },
  {
    name: "Data Domains, with one being added",
    open: { as: "superAdmin", at: "/governance/data-domains" },
    reach: async (page) => {
      await page.getByText("Baskets").first().waitFor();
      await press(page, "Add data domain");
      await page.getByRole("dialog").getByRole("textbox").first().waitFor();
    },
  },
];

const above: readonly View[] = [
  {
    name: "the command palette",
    open: { as: "superAdmin", at: "/" },
    reach: async (page) => {
      await homeShown(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Command palette" }).getByRole("option").first().waitFor();
    },
  },
  {
    name: "the list of shortcuts",
    open: { as: "superAdmin", at: "/" },
    reach: async (page) => {
      await homeShown(page);
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    },
  },
  {
    name: "the user menu",
    open: { as: "superAdmin", at: "/" },
    reach: async (page) => {
      await homeShown(page);
      await press(page, /^Account of/);
      await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
    },
  },
  {
    name: "the theme menu",
    open: { as: "superAdmin", at: "/" },
    reach: async (page) => {
      await homeShown(page);
      await press(page, /^Theme$/);
      await page.getByRole("menuitemradio", { name: "Dark" }).waitFor();
    },
  },
  {
    name: "the question before clearing logs",
    open: { as: "superAdmin", at: "/superadmin/task-monitor" },
    reach: async (page) => {
      await page.getByRole("row").filter({ hasText: "examined" }).first().waitFor();
      await press(page, "Clear All Logs");
      await page.getByRole("dialog", { name: "Clear all logs?" }).waitFor();
    },
  },
];

const late: readonly View[] = [
  {
    name: "Environment",
    open: { as: "superAdmin", at: "/superadmin/environment" },
    reach: async (page) => {
      await page.getByText("Running for").waitFor();
      // The course of a figure is drawn from two readings, a minute apart: by now the portal has most of it behind it.
      await page.getByRole("img", { name: /^Connections: \d+ at first, \d+ now/ }).waitFor({ timeout: 100_000 });
    },
  },
];

journey.for([...withoutSession, ...signedIn, ...above, ...late])(
  "$name can be used by everyone",
  async (view, { open }) => {
    const page = await open(view.open);
    await view.reach(page);
    await expectAccessibleAtEveryWidth(page);
  },
);

journey("the menu of a phone can be used by everyone", async ({ open }) => {
  const page = await open({ as: "superAdmin", viewport: { width: 360, height: 740 } });
  await press(page, "Open menu");
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
  await expectAccessibleAtEveryWidth(page, [360, 320]);
});

/** A text in a box of its own, and what lies behind that. */
interface Planted {
  readonly color: string;
  readonly on: string;
  readonly isDisabled?: boolean;
  /** Laid out, but in a part of the page that shows nothing of it. */
  readonly isCutOff?: boolean;
  readonly opacity?: string;
  readonly behind?: string;
}

async function plant(page: Page, planted: Planted): Promise<void> {
  await page.evaluate(({ color, on, isDisabled = false, isCutOff = false, opacity = "1", behind = "white" }) => {
    const outside = document.createElement("div");
    outside.id = "planted";
    outside.style.background = behind;
    if (isCutOff) Object.assign(outside.style, { height: "0", overflow: "hidden" });
    const box = document.createElement("div");
    Object.assign(box.style, { background: on, opacity });
    const button = document.createElement("button");
    Object.assign(button, { textContent: "Planted", disabled: isDisabled });
    button.style.color = color;
    box.append(button);
    outside.append(box);
    document.querySelector("#planted")?.remove();
    document.querySelector("main")?.append(outside);
  }, planted);
}

journey("a text that stands out too little is found, whatever looked almost like it before", async ({ open }) => {
  const page = await open();
  // What is planted before the page has taken over what the server sent is none of its own.
  await press(page, "Create an account");
  await page.getByRole("button", { name: "Create account" }).waitFor();
  const grey = "rgb(140, 140, 140)";
  await plant(page, { color: grey, on: "black" });
  await expectAccessible(page);
  // Disabled texts may be faint, so one that passes says nothing of one that can be pressed.
  await plant(page, { color: grey, on: "white", isDisabled: true });
  await expectAccessible(page);
  await plant(page, { color: grey, on: "white", isCutOff: true });
  await expectAccessible(page);
  await plant(page, { color: grey, on: "white" });
  await expect(expectAccessible(page)).rejects.toThrow("in light");
  // What is behind a box that lets light through counts.
  await plant(page, { color: "rgb(60, 60, 60)", on: "white", opacity: "0.6", behind: "black" });
  await expectAccessible(page);
  await plant(page, { color: "rgb(60, 60, 60)", on: "white", opacity: "0.6" });
  await expect(expectAccessible(page)).rejects.toThrow("contrast of");
  await plant(page, { color: "light-dark(black, rgb(60, 60, 60))", on: "light-dark(white, black)" });
  await expect(expectAccessible(page)).rejects.toThrow("in dark");
  // What axe refused it has not passed.
  await expect(expectAccessible(page)).rejects.toThrow("in dark");
});
