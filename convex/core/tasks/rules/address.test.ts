import { expect, test } from "vitest";
import { partsOfAddress, taskAddress } from "./address";

test("a task is named by the key of its request and its number, and found by that name in any case", () => {
  expect(taskAddress("REQ-12", { number: 3 })).toBe("REQ-12-3");
  for (const name of ["REQ-12-3", "req-12-3", " REQ-12-3 "])
    expect(partsOfAddress(name), name).toEqual({ requestKey: name.trim().slice(0, 6), number: 3 });
});

test.each([
  "k57abc",
  "REQ-12",
  "REQ-12-",
  "REQ-12-0",
  "REQ-12-03",
  "REQ-12--3",
  "REQ-12-3-4",
  "REQ-12-12345",
  "12-3",
  "",
])("%j is no such name", (name) => {
  expect(partsOfAddress(name)).toBeNull();
});
