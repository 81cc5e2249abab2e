/** Words that were given up for the word of the field (docs/glossary.md) do not come back as names. */

import { expect, test } from "vitest";
import { filesIn, isTestFile } from "./lib/repository.ts";

/** A declared name, and the word to use in its place. */
const givenUp: readonly (readonly [RegExp, string])[] = [
  [/^(told|\w*Told)$/, "say what it is: notified, recorded, shown"],
  [/^(asked|\w*Asked)$/, "say what it is: requested, pending, the open dialog"],
  [/^(tales?|\w*Tales?)$/, "a scenario of the demo world"],
  [/^(trail|\w*(?<![Aa]udit)Trail)$/, "the audit trail, or the history of one thing"],
];
/** The category of notifications under which people chose when to get mail; it is stored. */
const stored = new Set(["convex/core/notifications/rules.ts: asked"]);

test("no name is one of the words that were given up", () => {
  const code = filesIn("convex", "src", "server", "contracts").filter(
    (file) =>
      /\.tsx?$/.test(file.path) && !isTestFile(file) && !/_generated\/|\.gen\.ts$|\.testing\.ts$/.test(file.path),
  );
  const found = code.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\b(?:const|let|function|class|interface|type)\s+\[?(\w+)/g)].flatMap(([, name = ""]) => {
      const instead = givenUp.find(([word]) => word.test(name))?.[1];
      return instead === undefined || stored.has(`${file}: ${name}`) ? [] : [`${file}: ${name} (${instead})`];
    }),
  );
  expect(found).toEqual([]);
});

/** A phrasing screens gave up (CONTRIBUTING.md, "Conventions"), and what is said in its place. */
const phrasesGivenUp: readonly (readonly [RegExp, string])[] = [
  [/\bby hand\b/, "manually"],
  [/\bgoes on by itself\b/, "carries on automatically"],
  [/\bgoes on (as|from)\b/, "carries on"],
  [/\bwhat became of every\b/, "what happened to every"],
  [/\bmend it\b/, "fix it"],
  [/\badmins were told\b/, "notified"],
];

test("no screen says what was given up for the words people use", () => {
  const found = filesIn("src")
    .filter((file) => /\.tsx?$/.test(file.path) && !isTestFile(file))
    .flatMap(({ path: file, text }) =>
      text.split("\n").flatMap((line, at) => {
        const isComment = /^\s*(?:\/\/|\/?\*)/.test(line);
        const instead = isComment ? undefined : phrasesGivenUp.find(([phrase]) => phrase.test(line))?.[1];
        return instead === undefined ? [] : [`${file}:${at + 1} (${instead})`];
      }),
    );
  expect(found).toEqual([]);
});
