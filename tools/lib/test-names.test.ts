import { expect, test } from "vitest";
import { testNamesIn } from "./test-names.ts";

const namesOf = (text: string): string[] => testNamesIn({ path: "a.test.ts", text }).filter((name) => name !== "");

test("a test is named by its own words, and by the table beside it where it says so", () => {
  const text = `
    describe.runIf(true)("a group", () => {
      test("one", () => {});
      test.each([["a case", 1]])("%s", () => {});
      journey(\`\${who} asks\`, async () => {});
    });
  `;
  expect(namesOf(text)).toEqual(["a group", "one", "%s", "a case", " asks"]);
});

test("what a test says inside, or a table that names nothing, is no name", () => {
  const text = `
    // is about this
    const invariant = "not a name";
    test.each(["no name"])("a case", () => expect("said").toBe("said"));
  `;
  expect(namesOf(text)).toEqual(["a case"]);
});
