import { describe, expect, test } from "vitest";
import { readParts, TEST_PROJECTS } from "./parts.ts";

const ALL = ["static", ...TEST_PROJECTS, "e2e"];

function wantedOf(...words: string[]): readonly string[] | string {
  const parts = readParts(words);
  return typeof parts === "string" ? parts : ALL.filter((part) => parts.wants(part));
}

describe("npm test", () => {
  test("without a word runs everything", () => expect(wantedOf()).toEqual(ALL));

  test("with words runs those parts alone", () => expect(wantedOf("engine", "e2e")).toEqual(["engine", "e2e"]));

  test("with --static runs what reads the code", () => expect(wantedOf("--static")).toEqual(["static"]));

  test("with files of journeys runs those journeys alone", () => {
    expect(wantedOf("e2e/audit.test.ts")).toEqual(["e2e"]);
    expect(readParts(["e2e/audit.test.ts"])).toMatchObject({ journeys: ["e2e/audit.test.ts"] });
  });

  test.each(["engin", "e2e/audit", "src/lib/money.test.ts"])("refuses %s and says what there is", (word) => {
    expect(readParts([word])).toMatch(new RegExp(`^"${word}" is not a part of the tests\\. There are: static, unit, `));
  });
});
