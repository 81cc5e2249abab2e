import { expect, test } from "vitest";
import { isOtherPage } from "./readable-address";

const at = (pathname: string, renamedFrom?: string) => ({
  pathname,
  state: renamedFrom === undefined ? {} : { renamedFrom },
});

test.each([
  ["the first page", undefined, at("/requests"), false],
  ["another page", at("/requests"), at("/approvals/k57"), true],
  ["another part of the same", at("/requests"), at("/requests"), false],
  ["another name of the same", at("/approvals/k57"), at("/approvals/REQ-12-3", "/approvals/k57"), false],
  ["the same entry, come back to from elsewhere", at("/requests"), at("/approvals/REQ-12-3", "/approvals/k57"), true],
] as const)("whoever opens %s has gone to another page or not", (_what, fromLocation, toLocation, isOther) => {
  expect(isOtherPage({ fromLocation, toLocation })).toBe(isOther);
});
