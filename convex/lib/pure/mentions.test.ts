import { expect, test } from "vitest";
import { mentionedOf, mentionParts } from "./mentions";

test("mentions are found in a text, the longer name first", () => {
  expect(mentionParts("Hi @Ada Byron and @Ada!", ["Ada", "Ada Byron"])).toEqual([
    { text: "Hi ", isMention: false },
    { text: "@Ada Byron", isMention: true },
    { text: " and ", isMention: false },
    { text: "@Ada", isMention: true },
    { text: "!", isMention: false },
  ]);
  expect(mentionParts("mail@ada.com", [])).toEqual([{ text: "mail@ada.com", isMention: false }]);
});

const people = [
  { id: 1, name: "Kim Lee" },
  { id: 2, name: "Adam Admin" },
  { id: 3, name: "Adam Admin" },
];

test.each([
  ["@Kim Lee, can you look?", [1]],
  ["(@Kim Lee) @Kim Lee", [1]],
  ["@Adam Admin", [2, 3]],
  ["@Kim Leeson knows", []],
  ["mail@Kim Lee", []],
  ["Kim Lee", []],
  ["@kim lee", []],
])("%j mentions whole names after an @ alone", (body, ids) => {
  expect(mentionedOf(body, people).map(({ id }) => id)).toEqual(ids);
});
