import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseEnv } from "./env.ts";
import { SETTING_NAMES, SETTINGS } from "./list.ts";
import { SettingsReader } from "./read.ts";

const documents = ["README.md", ".env.example"].map(
  (file) => [file, readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")] as const,
);
/** Read by the build, the tests and the hosts, not by the running portal. */
const OF_OTHERS = ["PORTAL_TEST_ROUTES", "CHROMIUM_PATH"];

test.each(documents)("%s names every setting and no other", (file, text) => {
  const named =
    file === "README.md"
      ? [...text.matchAll(/^\| (`[A-Z][^|]*)\|/gm)].flatMap(([, cell = ""]) => cell.match(/[A-Z][A-Z_]+/g) ?? [])
      : [...text.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map(([, name = ""]) => name);
  expect(named.filter((name) => !OF_OTHERS.includes(name)).toSorted()).toEqual([...SETTING_NAMES].toSorted());
});

test("what holds without a setting is told in .env.example as it is read", () => {
  const [, example = ""] = documents[1] ?? [];
  const written = (name: string): string | undefined =>
    new RegExp(`^# ${name}=(?:"([^"]*)"|(\\S*))`, "m").exec(example)?.slice(1).find(Boolean);
  const named = SETTING_NAMES.filter((name) => SETTINGS[name].fallback !== null);
  expect(named.map((name) => [name, written(name)])).toEqual(named.map((name) => [name, SETTINGS[name].fallback]));
});

test("every fallback and every example can be used", () => {
  for (const name of SETTING_NAMES) {
    const { fallback, example } = SETTINGS[name];
    const reader = new SettingsReader({ [name]: example });
    reader.get(name);
    expect(() => new SettingsReader({}).get(name)).not.toThrow();
    expect([name, fallback, reader.problems]).toEqual([name, fallback, []]);
  }
});

test("no secret is repeated, whatever is wrong with it; of each setting the first that is wrong is told", () => {
  const secret = "hunter2 ?";
  const source = Object.fromEntries(
    SETTING_NAMES.filter((name) => SETTINGS[name].isSecret).map((name) => [name, secret]),
  );
  const result = parseEnv({ ...source, PORT: "x" });
  if (result.ok) throw new Error("expected problems");
  expect(JSON.stringify(result.problems)).not.toContain("hunter2");
  const names = result.problems.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names).toContain("PORT");
});
