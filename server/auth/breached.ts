/**
 * Passwords that everybody would guess are refused by a list of our own. Beside it stands the optional
 * check against the public list of breached passwords. Only the first five characters of a
 * hash leave the process. When the list cannot be reached in time the password is let through: the check
 * may help, but never stands between a person and their account.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AuthFailure } from "./failure.ts";

const RANGE_URL = "https://api.pwnedpasswords.com/range/";
const TIMEOUT_MS = 2_000;
const MAX_ANSWER_CHARACTERS = 200_000;

/** Refuses a breached password; resolves when it is not known to be one. */
export type BreachedPasswordCheck = (password: string) => Promise<void>;

const COMMON = new Set(
  readFileSync(join(import.meta.dirname, "common-passwords.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#")),
);

/** Whether a password is a common one: as it is, or with what people add to satisfy a form. */
function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  return COMMON.has(plain) || COMMON.has(plain.replace(/[\d\W_]+$/, ""));
}

/** The check as configured: the own list always, the public one over the given fetch when it is on. */
export function createBreachedPasswordCheck(options: {
  isOn: boolean;
  fetch?: typeof globalThis.fetch;
  warn(message: string): void;
}): BreachedPasswordCheck {
  const doFetch = options.fetch ?? globalThis.fetch;
  return async (password) => {
    if (isCommon(password)) throw new AuthFailure("form_password_pwned", 422);
    if (!options.isOn) return;
    const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
    const suffixes = await fetchSuffixes(hash.slice(0, 5), doFetch).catch(() => null);
    if (suffixes === null)
      return options.warn("the list of breached passwords is unreachable: the password was not checked");
    if (suffixes.includes(hash.slice(5))) throw new AuthFailure("form_password_pwned", 422);
  };
}

async function fetchSuffixes(prefix: string, doFetch: typeof globalThis.fetch): Promise<string[]> {
  const response = await doFetch(RANGE_URL + prefix, {
    headers: { "add-padding": "true" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const text = (await response.text()).slice(0, MAX_ANSWER_CHARACTERS);
  // A count of zero is padding, not a finding.
  return text
    .split("\n")
    .map((line) => line.trim().split(":"))
    .filter(([, count]) => Number(count) > 0)
    .map(([suffix]) => suffix ?? "");
}
