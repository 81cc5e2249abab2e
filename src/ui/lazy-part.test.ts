import { expect, test } from "vitest";
import { loadWhenReachable, reloadOnce } from "./lazy-part";

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

test("a part that is out of reach is loaded again once the portal answers, and not before", async () => {
  let isUp = false;
  const load = async () => {
    if (!isUp) throw stale("strip");
    return "strip";
  };
  let answers: (() => void) | undefined;
  const part = loadWhenReachable(load, () => new Promise((resolve) => (answers = resolve)));
  await Promise.resolve();
  isUp = true;
  answers?.();
  expect(await part).toBe("strip");
});

test("a part that is gone although the portal answers fails as stale, and any other failure at once", async () => {
  const gone = () => Promise.reject(stale("strip"));
  await expect(loadWhenReachable(gone, () => Promise.resolve())).rejects.toThrow("dynamically imported");
  const broken = () => Promise.reject(new Error("x is undefined"));
  await expect(loadWhenReachable(broken, () => Promise.reject(new Error("was asked")))).rejects.toThrow(
    "x is undefined",
  );
});
