import { expect, test } from "vitest";
import { snoozeChoices } from "./snooze-choices";

test("snoozing offers times to come only", () => {
  const now = new Date(2026, 2, 2, 10).getTime();
  const choices = snoozeChoices(now);
  expect(choices.every(({ until }) => until > now)).toBe(true);
  expect(new Date(choices[2]?.until ?? 0).getDay()).toBe(1);
  expect(new Date(choices[2]?.until ?? 0).getDate()).toBe(9);
});
