import { expect, test } from "vitest";
import { firstLoginEmail, forgetFirstLogin, rememberFirstLogin } from "./first-login";

function aStorage() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

test("the address and the flag stay until they are cleared, and then nothing is left", () => {
  const storage = aStorage();
  expect(firstLoginEmail(storage)).toBeNull();
  rememberFirstLogin("new@ao.com", storage);
  expect(firstLoginEmail(storage)).toBe("new@ao.com");
  forgetFirstLogin(storage);
  expect([firstLoginEmail(storage), storage.values.size]).toEqual([null, 0]);
});

test("after a reload the kept address stands until the person's record is there", () => {
  const storage = aStorage();
  rememberFirstLogin("", storage);
  expect(firstLoginEmail(storage)).toBe("");
  rememberFirstLogin("new@ao.com", storage);
  rememberFirstLogin("", storage);
  expect(firstLoginEmail(storage)).toBe("new@ao.com");
});

test("without session storage the change still works", () => {
  rememberFirstLogin("new@ao.com", null);
  expect(firstLoginEmail(null)).toBeNull();
  forgetFirstLogin(null);
});
