/** Words that were given up for the word of the field (docs/glossary.md) do not come back as names. */

import { expect, test } from "vitest";
import { declaredNamesIn } from "../lib/declared-names.ts";
import { filesIn, isTestFile } from "../lib/repository.ts";

/** A declared name, and the word to use in its place. */
const givenUp: readonly (readonly [RegExp, string])[] = [
  [/^(told|untold|told[A-Z]\w*|\w*Told([A-Z]\w*)?)$/, "say what it is: notified, recorded, shown"],
  [/^(asked([A-Z]\w*)?|\w*Asked([A-Z]\w*)?)$/, "say what it is: requested, pending, confirmed, the open dialog"],
  [/^(anew|\w*Anew)$/, "again, or what differs: another, reopened, renewed"],
  // "Standing in" for somebody is delegation and stays.
  [
    /^(standings?(?!In$)|standing(?!In)[A-Z]\w*|\w*Standing(?!In)([A-Z]\w*)?)$/,
    "say what it is: current, effective, open, in force",
  ],
  [/^(heirs?|\w*Heirs?|heir[A-Z]\w*)$/, "successor"],
  [/^(tales?|\w*Tales?)$/, "a scenario of the demo world"],
  [/^(trail|\w*(?<![Aa]udit)Trail)$/, "the audit trail, or the history of one thing"],
  [/^(rails?|\w*Rails?)$/, "the sidebar, or the list it is"],
  [/^(calm|\w*Calm)$/, "say what it is: quiet, idle, unchanged"],
];
/** Properties of documents, which keep the name they are stored under until a migration gives them another. */
const stored = new Set([
  // A category of notifications under which people chose when to get mail, and the voters of a shipped idea.
  "asked",
  // Questions to a requester, answers about a shipped idea, and the audit events of both.
  ...["askedAt", "askedById"],
  // Whom a part of an access review was passed on to; removals of access and stops of bulk jobs that were requested.
  ...["askedId", "removalAskedAt", "stopAskedAt"],
  // Whom a task notified, the progress of a demo world, and when somebody was notified.
  ...["told", "isTold", "toldAt"],
  // What older removals and proposals hold: migrations 11 and 12, in the folder of November.
  ...["domainHeirs", "heirId"],
]);

test("no name of a file, a value, a type or a property is a word that was given up", () => {
  const code = filesIn("convex", "src", "server", "contracts").filter(
    (file) =>
      /\.tsx?$/.test(file.path) && !isTestFile(file) && !/_generated\/|\.gen\.ts$|\.testing\.tsx?$/.test(file.path),
  );
  /** A file as the name it would have in code: asked-at.ts is askedAt. */
  const nameOf = (file: string): string =>
    (/([^/.]+)\.[^/]*$/.exec(file)?.[1] ?? "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const found = code.flatMap((file) =>
    [{ name: nameOf(file.path), isProperty: false }, ...declaredNamesIn(file)].flatMap(({ name, isProperty }) => {
      const instead = givenUp.find(([word]) => word.test(name))?.[1];
      return instead === undefined || (isProperty && stored.has(name)) ? [] : [`${file.path}: ${name} (${instead})`];
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
  [/\b(clock|deadlines?) (stands? still|(is )?stopped)\b|\bclock of .* is stopped\b/i, "deadlines are paused"],
  [/\bfor others to decide\b/i, "still needs approval from others"],
  [/\b(has|have) no end\b(?! date)/i, "no end date"],
  [/\bnevertheless\b/i, "anyway"],
  [/\bif it was not you\b/i, "if this was not you"],
  [/\bignore this mail\b/i, "ignore this email"],
  [/\b(decided about again|is to be decided anew)\b/i, "needs approval again"],
  [/\b(will|gets?) (not )?hear of\b/i, "is notified of"],
  [/\blooks? into it\.["”`]/i, "is looking into it"],
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
