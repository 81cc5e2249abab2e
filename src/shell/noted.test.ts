import { beforeEach, expect, test } from "vitest";
import type { NotedError } from "../components/errors/error-port";
import { forgetNotedErrors, MAX_NOTED, noteError, notedErrors } from "./noted";

const kept = new Map<string, string>();
const store = () => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});
const error = (at: number): NotedError => ({ at, name: "Error", message: `No ${at}`, path: "/", reference: null });

beforeEach(() => kept.clear());

test("a tab remembers its last 20 errors, the oldest first", () => {
  for (let at = 1; at <= MAX_NOTED + 3; at++) noteError(error(at), store);
  expect(notedErrors(store)).toHaveLength(MAX_NOTED);
  expect(notedErrors(store)[0]).toEqual(error(4));
  expect(notedErrors(store).at(-1)).toEqual(error(MAX_NOTED + 3));
});

test("forgetting leaves nothing behind", () => {
  noteError(error(1), store);
  forgetNotedErrors(store);
  expect(kept.size).toBe(0);
});

test.each(["nonsense", "{}", "null", '[7, null, {"at": "x"}, {"at": 1, "name": "E", "message": "m", "path": 3}]'])(
  "what cannot be read counts as none: %s",
  (text) => {
    kept.set("portal-noted-errors", text);
    expect(notedErrors(store)).toEqual([]);
  },
);

test("a browser that denies storage remembers nothing and breaks nothing", () => {
  const denied = (): never => {
    throw new Error("denied");
  };
  noteError(error(1), denied);
  forgetNotedErrors(denied);
  expect(notedErrors(denied)).toEqual([]);
});
