import { expect, test } from "vitest";
import { reloadOnce } from "./lazy-part";

function aPage() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  let reloads = 0;
  return { fail: (error: unknown) => reloadOnce(error, storage, () => reloads++), reloads: () => reloads };
}

const stale = (name: string) =>
  new TypeError(`Failed to fetch dynamically imported module: https://portal/assets/${name}.js`);

test("a stale chunk reloads the page once per message", () => {
  const page = aPage();
  expect(page.fail(stale("palette"))).toBe(true);
  expect(page.fail(stale("palette"))).toBe(false);
  expect(page.fail(stale("dialog"))).toBe(true);
  expect(page.reloads()).toBe(2);
});

test("any other error never reloads the page", () => {
  const page = aPage();
  expect(page.fail(new Error("x is undefined"))).toBe(false);
  expect(page.fail("Failed to fetch dynamically imported module")).toBe(false);
  expect(page.reloads()).toBe(0);
});
