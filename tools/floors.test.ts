/** What the list of floors is held to; imports that break it are among the fixtures of boundaries.test.ts. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { floorProblems, folderOf, referencesOf } from "./floor-problems.ts";
import { pictureOf, withPicture } from "./floors-picture.ts";
import { FLOORS } from "./floors.ts";
import type { Floor } from "./lib/floor.ts";

const scratch: string[] = [];
afterEach(() => {
  for (const folder of scratch.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function aTree(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), "floors-"));
  scratch.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

const two: readonly Floor[] = [
  { folder: "lib", uses: [] },
  { folder: "core/tasks", uses: ["lib"] },
];

describe("the list", () => {
  test("a folder nobody listed is refused", () => {
    const tree = aTree({ "lib/a.ts": "", "core/tasks/b.ts": "", "core/budgets/c.ts": "" });
    expect(floorProblems(tree, [{ from: "core/tasks/b.ts", to: "lib/a.ts" }], { floors: two })).toEqual([
      "floors-are-listed: core/budgets/c.ts",
    ]);
  });

  test("a folder cannot list what does not stand below it, itself included", () => {
    const tree = aTree({});
    const upside = [
      { folder: "lib", uses: ["core/tasks", "lib", "nowhere"] },
      { folder: "core/tasks", uses: [] },
    ];
    expect(floorProblems(tree, [], { floors: upside, isWhole: false })).toEqual([
      "floors-go-down: lib lists core/tasks, which does not stand below it",
      "floors-go-down: lib lists lib, which does not stand below it",
      "floors-go-down: lib lists nowhere, which does not stand below it",
    ]);
  });

  test("what is listed and used by nothing is refused", () => {
    const tree = aTree({ "lib/a.ts": "", "core/tasks/b.ts": "" });
    expect(floorProblems(tree, [], { floors: two })).toEqual([
      "floors-are-used: core/tasks lists lib and imports nothing of it",
    ]);
  });

  test("the one of this repository only goes down", () => {
    expect(floorProblems(aTree({}), [], { isWhole: false })).toEqual([]);
    expect(new Set(FLOORS.map(({ folder }) => folder)).size).toBe(FLOORS.length);
  });
});

describe("folders inside a listed one", () => {
  const floors: readonly Floor[] = [
    { folder: "process/submitting", uses: [] },
    { folder: "core/tasks", uses: [] },
  ];
  const found = (...pairs: readonly (readonly [string, string])[]): string[] => {
    const tree = aTree(Object.fromEntries(pairs.flat().map((file) => [file, ""])));
    return floorProblems(
      tree,
      pairs.map(([from, to]) => ({ from, to })),
      { floors, isWhole: false },
    );
  };

  test("import each other in one direction alone, however many lie between", () => {
    const [top, cart, edits] = ["submit.ts", "cart/items.ts", "edits/edit.ts"].map(
      (file) => `process/submitting/${file}`,
    );
    const ways = [
      [top, cart],
      [cart, edits],
    ] as [string, string][];
    expect(found(...ways)).toEqual([]);
    expect(found(...ways, [edits!, "process/submitting/drafts.ts"])).toEqual([
      `folders-go-one-way: ${top} -> ${cart}`,
      `folders-go-one-way: ${cart} -> ${edits}`,
      `folders-go-one-way: ${edits} -> process/submitting/drafts.ts`,
    ]);
  });

  test("stand in a noun as its table, its rules and the rest, in whichever file the rules are", () => {
    const noun = (from: string, to: string): [string, string] => [`core/tasks/${from}.ts`, `core/tasks/${to}.ts`];
    const inOrder = [
      noun("model", "rules"),
      noun("model", "rules/work"),
      noun("rules/work", "rules"),
      noun("rules", "rules/work"),
      noun("rules/work", "table"),
    ];
    expect(found(...inOrder)).toEqual([]);
    expect(found(...inOrder, noun("rules/work", "model"))).not.toEqual([]);
    expect(found(...inOrder, noun("table", "rules/work"))).not.toEqual([]);
  });
});

test("a file belongs to the deepest folder listed", () => {
  const floors = [
    { folder: "connectors/snowflake", uses: [] },
    { folder: "connectors", uses: ["connectors/snowflake"] },
  ];
  expect(
    [
      "connectors/registry.ts",
      "connectors/snowflake/roles.ts",
      "connectors/snowflake/deep/x.ts",
      "schema.ts",
      "other/x.ts",
    ].map((file) => folderOf(file, floors)),
  ).toEqual(["connectors", "connectors/snowflake", "connectors/snowflake", "", null]);
});

describe("references", () => {
  const files = new Set(["workflow/internal.ts", "grants/actions.ts", "requests/queries.ts"]);

  test("are found however they are used, and not in comments", () => {
    const text =
      'import { api, internal } from "../_generated/api";\n' +
      "// internal.grants.actions.remove\n/* api.requests.queries.mine */\nrunAfter(0, internal\n  .workflow.internal.sweep); type T = FunctionReturnType<typeof api.requests.queries.mine>;";
    expect(referencesOf(text, files)).toEqual({ doors: ["workflow/internal.ts", "requests/queries.ts"], partial: [] });
  });

  test("that name no door are found: behind them any could be called", () => {
    const text =
      'import { api, internal } from "../_generated/api";\nconst { grants } = internal; const { mine } = api.requests.queries; const { actions } = internal.grants; internal[grants]; internal.nowhere.queries.none;';
    expect(referencesOf(text, files)).toEqual({
      doors: ["requests/queries.ts"],
      partial: ["internal", "internal.grants", "internal", "internal.nowhere.queries.none"],
    });
  });
});

describe("the drawing", () => {
  test("shows the way, not every shortcut, and no test", () => {
    const arrows = [
      ["requests/queries.ts", "pages/request/detail.ts"],
      ["pages/request/detail.ts", "core/tasks/model.ts"],
      ["requests/queries.ts", "core/tasks/model.ts"],
      ["lib/a.test.ts", "core/tasks/model.ts"],
      ["process/approving/decide.ts", "process/settling/model.ts"],
      ["process/settling/model.ts", "process/seating/opening.ts"],
      ["process/approving/decide.ts", "process/seating/opening.ts"],
    ];
    expect(pictureOf(arrows.map(([from = "", to = ""]) => ({ from, to }))).split("\n")).toEqual([
      "```mermaid",
      "flowchart TD",
      "  subgraph process",
      "    approving --> settling",
      "    settling --> seating",
      "  end",
      "  doors --> pages",
      "  pages --> core",
      "```",
    ]);
  });

  test("of this repository has no arrow that goes up", () => {
    const drawn = readFileSync(path.join(import.meta.dirname, "../docs/architecture.md"), "utf8");
    const arrows = [...drawn.matchAll(/^ {2}( {2})?(\w+) --> (\w+)$/gm)].map(([, isPart, from = "", to = ""]) =>
      isPart ? [`process/${from}`, `process/${to}`] : [from, to],
    );
    const named = new Set(arrows.flat());
    /** The places in the list that a name of the drawing stands for; the doors are whatever it does not name. */
    const placesOf = (name: string): number[] =>
      FLOORS.flatMap(({ folder }, place) => {
        const [first = ""] = folder.split("/");
        const isOf = name === "doors" ? first !== "" && !named.has(first) : `${folder}/`.startsWith(`${name}/`);
        return isOf ? [place] : [];
      });
    expect(arrows.length).toBeGreaterThan(20);
    expect(arrows.filter(([from = "", to = ""]) => Math.max(...placesOf(to)) >= Math.min(...placesOf(from)))).toEqual(
      [],
    );
  });

  test("stands between its marks, and is refused where there are none", () => {
    expect(withPicture("a <!-- floors -->old<!-- /floors --> b", "new")).toBe(
      "a <!-- floors -->\nnew\n<!-- /floors --> b",
    );
    expect(() => withPicture("a", "new")).toThrow("no place");
  });
});
