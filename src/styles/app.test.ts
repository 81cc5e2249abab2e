import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("what a page has inside restyles named elements only: `:has(…) > :last-child` would restyle everything", () => {
  const css = readFileSync(new URL("app.css", import.meta.url), "utf8").replaceAll(/\/\*.*?\*\//gs, "");
  const selectors = [...css.matchAll(/([^{};]+)\{/g)].flatMap(([, list]) => (list ?? "").split(","));
  const below = selectors.map(
    (one) => /:has\([^)]*\)\s*[\s>+~]\s*(?<subject>\S.*)$/.exec(one.trim())?.groups?.["subject"],
  );
  const subjects = below.filter((subject) => subject !== undefined);
  expect(subjects).toEqual([".beside-menu"]);
});
