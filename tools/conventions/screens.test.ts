/** Screens stand under the backend's nouns: the table in docs/architecture.md says which, and this holds it. */

import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PAGE_IDS, pageOf } from "../../convex/site/pages.ts";
import { filesIn, foldersIn, textOf } from "../lib/repository.ts";
import { root } from "../lib/runtime.mjs";

const table = /<!-- screens -->\n([^]*?)<!-- \/screens -->/.exec(textOf("docs/architecture.md") ?? "")?.[1] ?? "";
const rows = table
  .split("\n")
  .slice(2)
  .filter((line) => line.startsWith("|"))
  .map((line) => {
    const [screens = "", backend = "", why = ""] = line.split("|").slice(1);
    const named = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    return { screens: named(screens), backend: named(backend), why: why.trim() };
  });

const core = foldersIn("convex/core").map((noun) => `core/${noun}`);
const pages = foldersIn("convex/pages").map((page) => `pages/${page}`);

test("every folder of screens is named for a noun or a page of the backend, or says why it is not", () => {
  const names = new Set(["lists", ...[...core, ...pages].map((folder) => path.basename(folder))]);
  const folders = foldersIn("src/features");
  expect(rows.length).toBeGreaterThan(10);
  expect([...new Set(rows.flatMap(({ screens }) => screens.map((screen) => screen.split("/")[0])))].toSorted()).toEqual(
    folders.toSorted(),
  );
  const strange = rows.filter(
    ({ screens, why }) => why === "" && !screens.every((screen) => names.has(screen.split("/")[0] ?? "")),
  );
  expect(strange).toEqual([]);
});

test("every noun and page of the backend has its screens in the table, or says why it has none", () => {
  const named = new Set(rows.flatMap(({ backend }) => backend));
  expect([...core, ...pages].filter((folder) => !named.has(folder))).toEqual([]);
  expect(rows.filter(({ screens, why }) => screens.length === 0 && why === "")).toEqual([]);
});

test("what the table names is there, room by room where a folder has rooms", () => {
  const missing = [
    ...rows.flatMap(({ backend }) => backend.map((folder) => `convex/${folder}`)),
    ...rows.flatMap(({ screens }) => screens.map((folder) => `src/features/${folder}`)),
  ].filter((folder) => !existsSync(path.join(root, folder)));
  expect(missing).toEqual([]);
  const screens = new Set(rows.flatMap((row) => row.screens));
  const withRooms = [...new Set([...screens].filter((name) => name.includes("/")).map((name) => name.split("/")[0]))];
  const rooms = withRooms.flatMap((noun) => foldersIn(`src/features/${noun}`).map((room) => `${noun}/${room}`));
  expect(rooms.filter((room) => !screens.has(room))).toEqual([]);
});

test("a page is called by its title wherever it is named before it is there: while it loads, and when it fails", () => {
  const titles = new Set<string>(PAGE_IDS.map((id) => pageOf(id).title));
  const strange = filesIn("src/features", "src/routes").flatMap(({ path: file, text }) =>
    [...text.matchAll(/(?:\bpage=|<PageHeader title=)"([A-Z][^"]+)"/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !titles.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(strange).toEqual([]);
});
