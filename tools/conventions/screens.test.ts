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
  // A title that is put together names what it is about, not the page once more.
  const joined = filesIn("src/features", "src/routes").flatMap(({ path: file, text }) =>
    [...text.matchAll(/<PageHeader\s+title=\{`([A-Z][^`]+)`/g)].map(([, name = ""]) => `${file}: ${name}`),
  );
  expect(joined).toEqual([]);
});

test("a link that names the page it leads to uses the page's title", () => {
  const links = filesIn("src/features", "src/components", "src/routes", "src/shell").flatMap(({ path: file, text }) =>
    [...text.matchAll(/to=\{PAGES\.(\w+)\.path\}(?:[^>]|=>)*>\s*([A-Z][\w ]+?)\s*</g)].map(
      ([, id = "", words = ""]) => ({ file, title: titleOf(id), words }),
    ),
  );
  expect(links.length).toBeGreaterThan(10);
  /** "All my requests" and "My Requests" are both about requests. */
  const subjectOf = (name: string): string => name.toLowerCase().replace(/^(?:(?:all|see|open|show|my|the) )+/, "");
  const strange = links.filter(
    ({ title, words }) => subjectOf(words) === subjectOf(title) && words.toLowerCase() !== title.toLowerCase(),
  );
  expect(strange).toEqual([]);
});

/** The title of a page by its name in the list. */
function titleOf(id: string): string {
  const known = PAGE_IDS.find((one) => one === id);
  return known === undefined ? "" : pageOf(known).title;
}

test("a button is filled red in a confirmation alone: elsewhere it leads to one", () => {
  const filled = filesIn("src").flatMap(({ path: file, text }) =>
    [
      ...text.matchAll(
        /<Button\b(?:[^>]|=>)*?variant=\{?[^}>]*"destructive"|buttonClasses\(\{[^}]*variant: "destructive"/g,
      ),
    ].map(({ index }) => ({ file, before: text.slice(0, index) })),
  );
  expect(filled.length).toBeGreaterThan(6);
  /** The last dialog that opened before the button is still open where it stands; a part may be a dialog's foot. */
  const isInDialog = ({ file, before }: { readonly file: string; readonly before: string }): boolean =>
    file.endsWith("/dialog-footer.tsx") ||
    Math.max(before.lastIndexOf("<Dialog"), before.lastIndexOf("<FormDialog")) > before.lastIndexOf("</Dialog>");
  expect(filled.filter((one) => !isInDialog(one)).map(({ file }) => file)).toEqual([]);
});
