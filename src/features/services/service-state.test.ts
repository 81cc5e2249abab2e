import { expect, test } from "vitest";
import {
  isStale,
  lookOf,
  oldestReading,
  STALE_AFTER_MS,
  healthStateOf,
  switchWords,
  unconnectedWords,
} from "./service-state";

const health = { isConnected: true, isHealthy: true, problems: [], facts: [], checkedAt: 1000 };

test.each([
  [null, "unknown"],
  [{ ...health, isConnected: false }, "notConnected"],
  [health, "working"],
  [{ ...health, isHealthy: false }, "failing"],
] as const)("a system with the reading %j looks: %s", (reading, look) => {
  expect(lookOf({ health: reading && { ...reading, problems: [], facts: [] } })).toBe(look);
});

test("a reading grows stale", () => {
  expect(isStale({ health }, 1000 + STALE_AFTER_MS)).toBe(false);
  expect(isStale({ health }, 1001 + STALE_AFTER_MS)).toBe(true);
  expect(isStale({ health: null }, 5)).toBe(false);
});

test.each([
  [{ state: "on", isOn: true }, "Tasks may use it"],
  [{ state: "maintenance", isOn: true }, "The maintenance is over; tasks may use it again"],
  [{ state: "maintenance", isOn: false }, "In maintenance: tasks wait for its end"],
  [{ state: "off", isOn: false }, "Switched off: tasks wait"],
  [{ state: "stopped", isOn: false }, "The kill switch is pulled: no task touches dbt Cloud"],
] as const)("%j says what it means for tasks", (given, words) => {
  expect(switchWords({ ...given, label: "dbt Cloud" })).toBe(words);
});

test.each([
  [{ state: "on", isOn: true }, "working"],
  [{ state: "maintenance", isOn: false }, "maintenance"],
  [{ state: "maintenance", isOn: true }, "working"],
  [{ state: "stopped", isOn: false }, "stopped"],
  [{ state: "off", isOn: false }, "off"],
] as const)("%j stands before the reading: %s", (given, healthState) => {
  expect(healthStateOf({ ...given, health, isOperated: true })).toBe(healthState);
});

test("a system that is not connected fails its tasks where the portal carries them out, and is manual where people do", () => {
  const away = { state: "on" as const, isOn: true, health: { ...health, isConnected: false } };
  expect(healthStateOf({ ...away, isOperated: true })).toBe("notConnected");
  expect(unconnectedWords({ isOperated: true })).toMatch(/tasks fail until/);
  expect(healthStateOf({ ...away, isOperated: false })).toBe("manual");
  expect(unconnectedWords({ isOperated: false })).toMatch(/People do its tasks manually/);
});

test("a row of systems is as old as its oldest reading", () => {
  expect(oldestReading([{ health }, { health: { ...health, checkedAt: 400 } }, { health: null }])).toBe(400);
  expect(oldestReading([{ health: null }])).toBeNull();
});
