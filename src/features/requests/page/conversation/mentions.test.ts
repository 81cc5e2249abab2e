import { describe, expect, test } from "vitest";
import { mentionAt, mentionParts } from "./mentions";

describe("mentions", () => {
  test("are found in a text, the longer name first", () => {
    expect(mentionParts("Hi @Ada Byron and @Ada!", ["Ada", "Ada Byron"])).toEqual([
      { text: "Hi ", isMention: false },
      { text: "@Ada Byron", isMention: true },
      { text: " and ", isMention: false },
      { text: "@Ada", isMention: true },
      { text: "!", isMention: false },
    ]);
    expect(mentionParts("mail@ada.com", [])).toEqual([{ text: "mail@ada.com", isMention: false }]);
  });

  test.each([
    ["@", { start: 0, query: "" }],
    ["Hi @ad", { start: 3, query: "ad" }],
    ["Hi @ada by", { start: 3, query: "ada by" }],
    ["Hi @ada byron is", null],
    ["mail@ada", null],
    ["Hi", null],
  ] as const)("%j is being typed as %j", (text, place) => {
    expect(mentionAt(text, text.length)).toEqual(place);
  });
});
