import { describe, expect, test } from "vitest";
import { mentionAt } from "./mentions";

describe("mentions", () => {
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
