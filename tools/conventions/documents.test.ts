/** What the documents say of the repository is so. */

import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { filesIn, foldersIn, textOf } from "../lib/repository.ts";
import { root } from "../lib/runtime.mjs";

const documents = filesIn().filter(({ path: file }) => file.endsWith(".md"));

test("every relative link of the documents leads somewhere", () => {
  const broken = documents.flatMap(({ path: file, text }) =>
    [...text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .filter(([, target = ""]) => !existsSync(path.join(root, path.dirname(file), target)))
      .map(([, target]) => `${file} -> ${target}`),
  );
  expect(broken).toEqual([]);
});

test("every file and folder the documents name is there, but for what decisions remember", () => {
  const named = documents
    .filter(({ path: file }) => !file.startsWith("docs/decisions/"))
    .flatMap(({ path: file, text }) =>
      [
        ...text.matchAll(/`((?:contracts|convex|demo|docs|e2e|packages|public|sandbox|server|src|tools)\/[\w@./-]*)`/g),
      ].map(([, target = ""]) => ({ file, target })),
    );
  expect(named.length).toBeGreaterThan(100);
  const madeLater = (textOf(".gitignore") ?? "").split("\n").map((line) => line.replace(/\/$/, ""));
  const isThere = (folder: string, target: string) =>
    madeLater.includes(target.replace(/\/$/, "")) || existsSync(path.join(root, folder, target));
  // The engine's documents name its own folders.
  expect(
    named
      .filter(({ file, target }) => !isThere("", target) && !isThere(path.dirname(file), target))
      .map(({ file, target }) => `${file} names ${target}`),
  ).toEqual([]);
});

test("the glossary lists each word once, in order", () => {
  const words = [...(textOf("docs/glossary.md") ?? "").matchAll(/^\| (.+?) \|/gm)]
    .map(([, word = ""]) => word)
    .slice(1);
  expect(words.length).toBeGreaterThan(100);
  expect(words).toEqual([...new Set(words)].toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
});

test("the backend's table of floors names every part of the process and every folder beside the doors", () => {
  const floors = textOf("convex/README.md") ?? "";
  const parts = foldersIn("convex/process").map((part) => `process/${part}/`);
  const others = ["pages", "lists", "core", "connectors", "access", "site", "lib", "migrations", "testing"];
  expect([...parts, ...others.map((one) => `\`${one}/`)].filter((one) => !floors.includes(one))).toEqual([]);
});

describe("decision records", () => {
  const records = filesIn("docs/decisions").map(({ path: file, text }) => {
    const number = path.basename(file).slice(0, 4);
    const [, status = "", date = ""] =
      new RegExp(`^# ${number} .+\n\n- Status: (.+)\n- Date: (\\d{4}-\\d\\d-\\d\\d)\n\n`).exec(text) ?? [];
    return { file, number: Number(number), status, date };
  });

  test("each says its number, whether it holds, and since when", () => {
    expect(records.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(records.map((_, index) => index + 1));
    expect(records.filter(({ status, date }) => !/^(accepted|superseded)\b/.test(status) || date === "")).toEqual([]);
  });

  test("one that was superseded, whole or in part, leads to its successor", () => {
    const replaced = records.filter(({ status }) => status.includes("superseded"));
    expect(
      replaced.filter(({ status }) => !/superseded (in part )?by \[\d{4}\]\(\d{4}-[\w-]+\.md\)/.test(status)),
    ).toEqual([]);
  });
});
