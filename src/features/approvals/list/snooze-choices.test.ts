import { expect, test } from "vitest";
import { zoneName } from "../../../lib/dates";
import { snoozeChoices } from "./snooze-choices";

test("snoozing offers times to come only", () => {
  const now = new Date(2026, 2, 2, 10).getTime();
  const choices = snoozeChoices(now);
  expect(choices.every(({ until }) => until > now)).toBe(true);
  expect(new Date(choices[2]?.until ?? 0).getDay()).toBe(1);
  expect(new Date(choices[2]?.until ?? 0).getDate()).toBe(9);
});

test("each choice names the time zone its hour is told in, as deadlines do", () => {
  for (const { label, until } of snoozeChoices(Date.UTC(2026, 2, 2, 10)))
    expect(label.endsWith(` ${zoneName(until)})`), label).toBe(true);
});
