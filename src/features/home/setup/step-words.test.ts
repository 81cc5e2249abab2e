import { expect, test } from "vitest";
import { PAGES } from "../../../../convex/site/pages";
import { stateText, STEPS } from "./step-words";

const FACTS = {
  areas: { count: 0, withoutOwner: 0 },
  domains: { active: 0, drafts: 0 },
  people: 1,
  connected: [],
  types: { offered: 12, own: 0 },
  hasRequest: false,
};

test.each([
  ["areas", {}, "None yet"],
  ["areas", { areas: { count: 1, withoutOwner: 1 } }, "1 area, none has an owner"],
  ["areas", { areas: { count: 3, withoutOwner: 1 } }, "3 areas, 1 without an owner"],
  ["areas", { areas: { count: 3, withoutOwner: 0 } }, "3 areas"],
  ["domains", { domains: { active: 0, drafts: 2 } }, "0 active, 2 drafts"],
  ["domains", { domains: { active: 4, drafts: 0 } }, "4 active"],
  ["people", { people: 3 }, "Colleagues are here"],
  ["connection", { connected: ["Snowflake"] }, "Snowflake connected"],
  ["types", {}, "12 offered, as they came with the portal"],
  ["types", { types: { offered: 12, own: 2 } }, "12 offered, 2 in your own version"],
  ["types", { types: { offered: 0, own: 0 } }, "None offered"],
  ["request", { hasRequest: true }, "Sent"],
] as const)("%s with %j: %s", (step, facts, text) => {
  expect(stateText(step, { ...FACTS, ...facts, connected: [...("connected" in facts ? facts.connected : [])] })).toBe(
    text,
  );
});

test("colleagues are brought in where people are invited, and the step says so", () => {
  expect(STEPS.people.to).toBe(PAGES.inviteUser.path);
  expect(STEPS.people.why).toMatch(/^Invite colleagues/);
});
