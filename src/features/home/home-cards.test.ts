import { expect, test } from "vitest";
import type { RoleName } from "../../../convex/access/roles";
import { capabilitiesOf } from "../../../convex/access/rules";
import { HOME_CARDS } from "../../../convex/core/people/rules/home";
import { cardName, isForViewer } from "./home-cards";

const viewer = (...roles: RoleName[]) => ({
  capabilities: capabilitiesOf({ roles, status: "active", hasChangedInitialPassword: true, impersonation: null }),
  impersonation: null,
});
const cardsOf = (...roles: RoleName[]) =>
  HOME_CARDS.filter((card) => isForViewer(card, viewer(...roles))).map((card) => cardName(card, viewer(...roles)));

test("those who run the platform see it as one card, in the place of what is overseen and of the services", () => {
  expect(cardsOf("staff", "superAdmin")).toContain("Platform");
  expect(cardsOf("staff", "superAdmin")).not.toContain("What you oversee");
  expect(cardsOf("staff", "superAdmin")).not.toContain("Services");
});

test("others see the services, and what they oversee where they do", () => {
  expect(cardsOf("staff")).toContain("Services");
  expect(cardsOf("staff")).not.toContain("What you oversee");
  expect(cardsOf("staff", "finops")).toEqual(expect.arrayContaining(["Services", "What you oversee"]));
});

test("a super admin who looks through somebody's eyes sees that person's cards", () => {
  const { capabilities } = viewer("staff", "superAdmin");
  const impersonation = { mode: "view" } as unknown as NonNullable<Parameters<typeof cardName>[1]["impersonation"]>;
  expect(isForViewer("services", { capabilities, impersonation })).toBe(true);
  expect(cardName("oversight", { capabilities, impersonation })).toBe("What you oversee");
});
