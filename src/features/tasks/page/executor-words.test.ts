import { expect, test } from "vitest";
import { attemptWords } from "./executor-words";

test("attempts are told of machines that have begun, not of people", () => {
  expect(attemptWords({ attempt: 2, maxAttempts: 5, executor: "connector" })).toBe("2 of 5");
  expect(attemptWords({ attempt: 0, maxAttempts: 5, executor: "connector" })).toBeNull();
  expect(attemptWords({ attempt: 1, maxAttempts: 1, executor: "manual" })).toBeNull();
});
