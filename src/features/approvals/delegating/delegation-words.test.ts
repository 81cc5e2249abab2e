import { expect, test } from "vitest";
import { delegationText } from "./delegation-words";

test("a delegation is told to each of the people it is about", () => {
  const one = { from: "Ada Byron", to: "Ben Okri", isOwn: false, isArranged: false, startsAt: 5 };
  expect(delegationText({ ...one, isOwn: true }, 5)).toBe("Ben Okri stands in for you");
  expect(delegationText(one, 5)).toBe("You stand in for Ada Byron");
  expect(delegationText({ ...one, isArranged: true }, 5)).toBe("Ben Okri stands in for Ada Byron");
  expect(delegationText({ ...one, isArranged: true }, 4)).toBe("Ben Okri will stand in for Ada Byron");
});
