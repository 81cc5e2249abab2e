/**
 * The server runs as it is written (`node server/main.ts`): Node finds a file only by its whole name, and takes types away
 * line by line, so an import that is not one of types alone is made.
 */

import { expect, test } from "vitest";
import { importsIn, importsMadeBy, walkFrom, whyNotNamed } from "../lib/import-style.ts";
import { filesIn } from "../lib/repository.ts";

const { seen: loaded, lost } = walkFrom("server/main.ts");

test("whatever the server imports is found by Node", () => {
  expect([...loaded].filter((file) => file.startsWith("convex/")).length).toBeGreaterThan(10);
  expect(lost).toEqual([]);
});

test("files name each other in one way: relative, with the ending where Node runs them", () => {
  const code = filesIn().filter(
    ({ path: file }) => /\.([cm]?[jt]sx?)$/.test(file) && !/_generated\/|\.gen\.ts$|^tools\/fixtures\//.test(file),
  );
  const otherwise = code.flatMap((file) =>
    importsIn(file).flatMap((name) => {
      const instead = whyNotNamed(file.path, name, loaded);
      return instead === null ? [] : [`${file.path}: ${name} (${instead})`];
    }),
  );
  expect(otherwise).toEqual([]);
});

test.each([
  ["server/main.ts", "./env.ts", true],
  ["server/main.ts", "./env", false],
  ["server/main.ts", "#contracts/redirect.ts", false],
  ["convex/site/pages.ts", "./help.ts", true],
  ["convex/site/pages.ts", "./help", false],
  ["convex/requests/queries.ts", "../lib/errors", true],
  ["convex/requests/queries.ts", "../lib/errors.ts", false],
  ["convex/requests/queries.ts", "../_generated/server", true],
  ["server/portal.test.ts", "../convex/_generated/server.d.ts", false],
  ["src/router.tsx", "./ui/button", true],
  ["src/router.tsx", "./ui/button.tsx", false],
  ["src/router.tsx", "./app.css", true],
  ["tools/ui/main.tsx", "./section", true],
  ["e2e/audit.test.ts", "vitest", true],
])("in %s, %s is named as files are: %s", (file, name, isSo) => {
  expect(whyNotNamed(file, name, loaded) === null).toBe(isSo);
});

test("an import of types alone is named like any other, and a text that holds one is none", () => {
  expect(importsIn({ text: 'import type { A } from "./a";\nconst b: import("./b").B = await import("./c");' })).toEqual(
    ["./a", "./b", "./c"],
  );
  expect(importsIn({ text: 'const text = `\nimport "./a";\n`;' })).toEqual([]);
});

test("an import of types alone is not made, whatever else is", () => {
  expect(importsMadeBy('import type { A } from "./a";\nimport { type B } from "./b";\nexport * from "./c";\n')).toEqual(
    ["./b", "./c"],
  );
  expect(
    importsMadeBy(
      'import {\n  a,\n  type B,\n} from "./d";\nimport "./e";\nawait import("../f.ts");\nimport fs from "node:fs";',
    ),
  ).toEqual(["./d", "./e", "../f.ts"]);
});
