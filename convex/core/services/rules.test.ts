import { expect, test } from "vitest";
import {
  CHECK_PAUSE_MS,
  isConnectorOn,
  MAX_MAINTENANCE_MS,
  whyNotCheck,
  whyNotSwitch,
  type WantedSwitch,
} from "./rules";

test.each([
  [{ state: "on" }, true],
  [{ state: "off" }, false],
  [{ state: "stopped" }, false],
  [{ state: "maintenance" }, false],
  [{ state: "maintenance", until: 11 }, false],
  [{ state: "maintenance", until: 10 }, true],
] as const)("%j at 10 is on: %s", (given, expected) => {
  expect(isConnectorOn(given, 10)).toBe(expected);
});

const NOW = 1_000;
const OFF: WantedSwitch = { name: "snowflake", state: "off", reason: "Costs" };
test.each([
  ["switching off with a reason", OFF, null],
  ["switching off without one", { ...OFF, reason: " " }, "reason-required"],
  ["switching on without one", { ...OFF, state: "on", reason: "" }, null],
  ["a reason as long as a book", { ...OFF, reason: "x".repeat(501) }, "too-long"],
  ["a reason as long as it may be", { ...OFF, reason: "x".repeat(500) }, null],
  ["maintenance for as long as allowed", { ...OFF, state: "maintenance", until: NOW + MAX_MAINTENANCE_MS }, null],
  ["the kill switch without its name typed", { ...OFF, state: "stopped" }, "confirmation-required"],
  [
    "the kill switch with another name typed",
    { ...OFF, state: "stopped", confirmation: "dbt Cloud" },
    "confirmation-required",
  ],
  ["the kill switch with its name typed", { ...OFF, state: "stopped", confirmation: " snowflake " }, null],
  ["maintenance without an end", { ...OFF, state: "maintenance" }, null],
  ["maintenance that is over already", { ...OFF, state: "maintenance", until: NOW }, "invalid-input"],
  ["maintenance until a time that is none", { ...OFF, state: "maintenance", until: Number.NaN }, "invalid-input"],
  ["maintenance for too long", { ...OFF, state: "maintenance", until: NOW + MAX_MAINTENANCE_MS + 1 }, "invalid-input"],
  ["an end of being off", { ...OFF, until: NOW + 1 }, "invalid-input"],
] as const)("%s: %#", (_name, wanted, code) => {
  expect(whyNotSwitch(wanted, NOW)?.code ?? null).toBe(code);
});

test.each([
  ["never ordered", null, null],
  ["ordered just now", NOW, "rate-limited"],
  ["ordered almost ten seconds ago", NOW - CHECK_PAUSE_MS + 1, "rate-limited"],
  ["ordered ten seconds ago", NOW - CHECK_PAUSE_MS, null],
  ["ordered by a clock that ran ahead", NOW + 1, null],
] as const)("checking every system, %s", (_name, orderedAt, code) => {
  expect(whyNotCheck(orderedAt, NOW)?.code ?? null).toBe(code);
});
