import { expect, test } from "vitest";
import { delegationText } from "./delegation-words";

test("a delegation is told to each of the people it is about", () => {
  const one = { from: "Ada Byron", to: "Ben Okri", isOwn: false, isArranged: false, startsAt: 5 };
  expect(delegationText({ ...one, isOwn: true }, 5)).toBe("Ben Okri sits in for you");
  expect(delegationText(one, 5)).toBe("You sit in for Ada Byron");
  expect(delegationText({ ...one, isArranged: true }, 5)).toBe("Ben Okri sits in for Ada Byron");
  expect(delegationText({ ...one, isArranged: true }, 4)).toBe("Ben Okri will sit in for Ada Byron");
});
