/** Somebody moves to another part of the company: what they had is looked at once, and goes or stays. */

import { expect } from "vitest";
import { expectAccessibleAtEveryWidth } from "./support/browser/theme.ts";
import { journeys } from "./support/journey.ts";
import { heading } from "./support/pages.ts";
import { sandboxOf } from "./support/portal/sandbox.ts";

const journey = journeys();

const ACCESS = "Role PURCHASING_READ in Snowflake";

journey("somebody moves; an access nobody there has is removed, which is proven", async ({ open, portal }) => {
  const account = sandboxOf(portal);
  const admin = await open({ as: "admin", at: "/admin/users?q=freya.olsen@ao.com" });
  await admin.getByRole("table", { name: "Users" }).getByRole("link", { name: "Freya Olsen" }).click();
  await admin.getByRole("link", { name: "Open page" }).click();
  await heading(admin, "Freya Olsen").waitFor();
  await admin.getByRole("button", { name: "Move", exact: true }).click();
  await admin.getByRole("combobox", { name: "Business area" }).click();
  await admin.getByRole("option", { name: "Finance" }).click();
  await admin.getByRole("textbox", { name: "Reason" }).fill("Works on the budget from Monday");
  await admin.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();

  await admin.getByRole("tab", { name: "Access" }).click();
  const review = admin.getByRole("region", { name: "Review after the move" });
  const accounts = admin.getByRole("region", { name: "Accounts" });
  await review.getByText("0 of 6 there have it: remove").waitFor();
  await expectAccessibleAtEveryWidth(admin);
  expect(account.rolesOf("FREYA_OLSEN")).toContain("PURCHASING_READ");
  await review.getByRole("button", { name: `Remove ${ACCESS}` }).click();
  await accounts.getByText(ACCESS, { exact: true }).waitFor({ state: "detached" });
  expect(account.rolesOf("FREYA_OLSEN")).not.toContain("PURCHASING_READ");
  await admin.getByRole("tab", { name: "Sessions and history" }).click();
  await admin.getByText("Access removed after a move").waitFor();
});
