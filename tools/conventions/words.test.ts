/** Words that were given up for the word of the field (docs/glossary.md) do not come back as names. */

import { expect, test } from "vitest";
import { filesIn, isTestFile } from "../lib/repository.ts";

/** A declared name, and the word to use in its place. */
const givenUp: readonly (readonly [RegExp, string])[] = [
  [/^(told|\w*Told)$/, "say what it is: notified, recorded, shown"],
  [
    /^(asked|\w*Asked|asked[A-Z]\w*|\w+Asked[A-Z]\w*)$/,
    "say what it is: requested, pending, confirmed, the open dialog",
  ],
  [/^(anew|\w*Anew)$/, "again, or what differs: another, reopened, renewed"],
  // "Standing in" for somebody is delegation and stays.
  [
    /^(standings?(?!In$)|standing(?!In)[A-Z]\w*|\w*Standing(?!In)([A-Z]\w*)?)$/,
    "say what it is: current, effective, open, in force",
  ],
  [/^(heirs?|\w*Heirs?|heir[A-Z]\w*)$/, "successor"],
  [/^(tales?|\w*Tales?)$/, "a scenario of the demo world"],
  [/^(trail|\w*(?<![Aa]udit)Trail)$/, "the audit trail, or the history of one thing"],
];
/** The category of notifications under which people chose when to get mail; it is stored. */
const stored = new Set(["convex/core/notifications/rules.ts: asked"]);

test("no name of a file or in one is a word that was given up", () => {
  const code = filesIn("convex", "src", "server", "contracts").filter(
    (file) =>
      /\.tsx?$/.test(file.path) && !isTestFile(file) && !/_generated\/|\.gen\.ts$|\.testing\.ts$/.test(file.path),
  );
  /** A file as the name it would have in code: asked-at.ts is askedAt. */
  const nameOf = (file: string): string =>
    (/([^/.]+)\.[^/]*$/.exec(file)?.[1] ?? "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const found = code.flatMap(({ path: file, text }) =>
    [
      nameOf(file),
      ...[...text.matchAll(/\b(?:const|let|function|class|interface|type)\s+\[?(\w+)/g)].map(([, name = ""]) => name),
    ].flatMap((name) => {
      const instead = givenUp.find(([word]) => word.test(name))?.[1];
      return instead === undefined || stored.has(`${file}: ${name}`) ? [] : [`${file}: ${name} (${instead})`];
    }),
  );
  expect(found).toEqual([]);
});

/** What any file may hold: as the whole name of one it does not say which. */
const saysNothing = /\/(words|facts|view|common|shared|misc|stuff|things|utils?|helpers?)\.[cm]?[jt]sx?$/;

test("no file is called by nothing but a word that fits any", () => {
  const code = filesIn("convex", "src", "server", "contracts", "demo", "packages", "sandbox", "tools", "e2e");
  expect(code.filter(({ path: file }) => saysNothing.test(file)).map(({ path: file }) => file)).toEqual([]);
});

/** A phrasing given up (CONTRIBUTING.md, "Conventions"), and what is said in its place. */
const phrasesGivenUp: readonly (readonly [RegExp, string])[] = [
  [/\bto come\b/i, "comes later, in the future"],
  [/\bsleeps?\b/i, "snoozed"],
  [/\bby hand\b/i, "manually"],
  [/\bby itself\b/i, "automatically"],
  [/\bgoes on (by itself|as|from)\b/i, "carries on"],
  [/\bwhat became of\b/i, "what happened to"],
  [/\bmend it\b/i, "fix it"],
  [/\badmins were told\b/i, "notified"],
  [/\b(tells|told) (everybody|everyone|the requester)\b/i, "notifies, notified"],
  [/\bgives? (somebody |them |more people )?(a|the) role\b/i, "grant"],
  [/\bany one of them\b/i, "needs 1 approval from A or B, any of them"],
  [/\bsits? in\b/i, "stands in for, by delegation"],
  [/\b(is|are) told\b/i, "is notified"],
  [/\b(cannot|can|could not) go on\b/i, "is blocked, can carry on"],
  [/\bis waited for\b/i, "waits for its answer"],
  [/\bequal ones together\b/i, "identical ones grouped"],
  [/\balready[.:]?["”`]/i, "already comes before what it speaks of"],
  [/\bis no (draft|day|text|field|number|choice|trial|name|approval|backup|part)\b/i, "is not a, is no longer a"],
  [/\b(has|have|had|get) (a|no) seat\b(?! for)/i, "is an approver"],
  [/\bclock (stands still|stopped)\b/i, "deadlines are paused"],
  [/\bfor others to decide\b/i, "still needs approval from others"],
];

/** What a line of code says to people: its quoted texts and the words between elements. */
const saidIn = (line: string): string[] =>
  [...line.matchAll(/"[^"]*"|`[^`]*`|>[^<>{}]+(?=<)/g)].map(([text]) => text).filter((text) => text.includes(" "));

test("nobody is told in the words that were given up: on screens, in refusals, notices, mails and the audit trail", () => {
  const found = filesIn("src", "convex", "contracts", "server")
    .filter(
      (file) => /\.tsx?$/.test(file.path) && !isTestFile(file) && !/_generated\/|\.testing\.tsx?$/.test(file.path),
    )
    .flatMap(({ path: file, text }) =>
      text.split("\n").flatMap((line, at) => {
        const isComment = /^\s*(?:\/\/|\/?\*)/.test(line);
        const said = isComment ? [] : [...saidIn(line), ...(/^\s+[A-Z][\w’' ,.]+$/.test(line) ? [line] : [])];
        const instead = phrasesGivenUp.find(([phrase]) => said.some((words) => phrase.test(words)))?.[1];
        return instead === undefined ? [] : [`${file}:${at + 1} (${instead})`];
      }),
    );
  expect(found).toEqual([]);
});
