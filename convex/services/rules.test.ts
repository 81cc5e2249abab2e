import { expect, test } from "vitest";
import { isConnectorOn } from "./rules";

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
