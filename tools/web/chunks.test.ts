import fc from "fast-check";
import { expect, test } from "vitest";
import { type BundledModule, planChunks, requestBytes } from "./chunks.ts";

const frame = "frame";
const outside = new Set(["signin", "signup"]);
const insideOf = (page: string): string | undefined => (outside.has(page) ? undefined : frame);

/** "a -> b, c" and "a => page" (loaded late), every module of `bytes` unless `sizes` says otherwise. */
function plan(
  lines: readonly string[],
  sizes: Record<string, number> = {},
  isArrival?: (page: string) => boolean,
): ReadonlyMap<string, string> {
  const graph = new Map<string, BundledModule & { imports: string[]; lazy: string[] }>();
  const module = (id: string) => {
    const known = graph.get(id) ?? { bytes: sizes[id] ?? 10, imports: [], lazy: [], isEntry: id === "entry" };
    graph.set(id, known);
    return known;
  };
  for (const line of lines) {
    const [, from = "", arrow = "", to = ""] = /^(\S+) (->|=>) (.*)$/.exec(line) ?? [];
    for (const id of to.split(", ")) {
      module(id);
      module(from)[arrow === "->" ? "imports" : "lazy"].push(id);
    }
  }
  return planChunks(graph, insideOf, isArrival);
}

const routes = "entry => frame, home, list, detail, signin, signup";

test("what the entry needs is one chunk, whoever else needs it", () => {
  const names = plan([routes, "entry -> router", "router -> react", "home -> react", "signin -> react"]);
  expect(names.get("router")).toBe("start");
  expect(names.get("react")).toBe("start");
  expect(names.has("entry")).toBe(false);
});

test("what one page alone needs stays with that page", () => {
  expect(plan([routes, "list -> columns"]).has("columns")).toBe(false);
});

test("pages, dialogs and the frame keep a file of their own, though others import them", () => {
  const names = plan([routes, "list -> detail", "home -> detail", "detail -> panel"]);
  expect(names.has("detail")).toBe(false);
  expect(names.has("panel")).toBe(true);
});

test("small things that overlapping pages need travel together", () => {
  const names = plan([routes, "home -> table, badge", "list -> table, badge", "detail -> badge"]);
  expect(names.get("table")).toBe(names.get("badge"));
});

test("what costs more in vain than its request stays apart", () => {
  const large = { table: requestBytes * 3 };
  const names = plan([routes, "home -> table, badge", "list -> table, badge", "detail -> badge"], large);
  expect(names.get("table")).not.toBe(names.get("badge"));
});

test("the page that people arrive at counts more: what it needs is in fewer files", () => {
  const lines = [routes, "home -> table, badge", "list -> table", "detail -> badge"];
  const sizes = { table: requestBytes * 0.7, badge: requestBytes * 0.7 };
  const isTogether = (names: ReadonlyMap<string, string>) => names.get("table") === names.get("badge");
  expect(isTogether(plan(lines, sizes))).toBe(false);
  expect(isTogether(plan(lines, sizes, (page) => page === "home"))).toBe(true);
});

const large = { table: requestBytes * 1.5 };

test("what the page behind a dialog has loaded is no load in vain for the dialog", () => {
  const names = plan([routes, "home -> table, badge", "list -> table", "home => dialog", "dialog -> badge"], large);
  expect(names.get("badge")).toBe(names.get("table"));
});

test("a dialog finds only what every page that opens it has loaded", () => {
  const opened = ["home -> table, badge, button", "detail -> table", "button => dialog", "dialog -> badge"];
  const names = plan([routes, ...opened, "list -> button"], large);
  expect(names.get("badge")).not.toBe(names.get("table"));
});

test("dialogs that open each other are planned, too", () => {
  const names = plan([
    routes,
    "home => first",
    "first -> shared",
    "first => second",
    "second -> shared",
    "second => first",
  ]);
  expect(names.has("shared")).toBe(true);
});

test("what the frame needs counts for every page inside it", () => {
  const names = plan([routes, "frame -> menu", "home -> table", "list -> table"], { table: requestBytes / 10 });
  expect(names.get("table")).toBeDefined();
  expect(names.get("menu")).toBe(names.get("table"));
});

test("pages without a frame are not made to load what only the frame needs", () => {
  const sizes = { menu: requestBytes };
  const names = plan([routes, "frame -> menu, field", "signin -> field", "signup -> field"], sizes);
  expect(names.get("menu")).not.toBe(names.get("field"));
});

test("chunks never import each other in a circle, whatever the modules", () => {
  const module = fc.record({ size: fc.integer({ min: 1, max: 500 }), uses: fc.array(fc.nat(29), { maxLength: 3 }) });
  const needs = fc.array(fc.array(fc.nat(29), { minLength: 1, maxLength: 6 }), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(module, { minLength: 30, maxLength: 30 }), needs, (modules, pageNeeds) => {
      const imports = modules.map(({ uses }, place) => uses.filter((used) => used > place).map((used) => `m${used}`));
      const lines = imports.flatMap((used, place) => (used.length > 0 ? [`m${place} -> ${used.join(", ")}`] : []));
      const shown = ["frame", "home", "list", "detail", "signin", "signup"];
      const pages = shown.map(
        (page, place) => `${page} -> ${(pageNeeds[place] ?? []).map((id) => `m${id}`).join(", ")}`,
      );
      const sizes = Object.fromEntries(modules.map(({ size }, place) => [`m${place}`, size]));
      const names = plan([routes, ...lines, ...pages], sizes);
      const edges = imports.flatMap((used, place) =>
        used.map((id) => [names.get(`m${place}`), names.get(id)] as const),
      );
      expect(circleIn(edges.filter(([from, to]) => from !== to && from !== undefined && to !== undefined))).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

/** Whether the arrows lead back to where they began: leaves are taken away until none is left. */
function circleIn(edges: readonly (readonly [string | undefined, string | undefined])[]): boolean {
  let left = edges;
  for (;;) {
    const starts = new Set(left.map(([from]) => from));
    const rest = left.filter(([, to]) => starts.has(to));
    if (rest.length === left.length) return left.length > 0;
    left = rest;
  }
}

test("a plan is the same each time", () => {
  const lines = [routes, "home -> a, b, c", "list -> b, c, d", "detail -> c, d, a", "signin -> d"];
  expect([...plan(lines)]).toEqual([...plan(lines)]);
  expect(new Map([...plan(lines)].sort())).toEqual(new Map([...plan([routes, ...lines.slice(1).reverse()])].sort()));
});
