/** What the browser remembers while an initial password is being replaced; gone once that is done. */
const EMAIL_KEY = "first-login-email";
const IN_PROGRESS_KEY = "password-change-in-progress";

type Keys = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Session storage can be switched off; the change works without it. */
function storage(): Keys | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/**
 * Notes that this person is replacing their initial password; an address not known yet ("") leaves the one that is
 * kept.
 */
export function rememberFirstLogin(email: string, keys: Keys | null = storage()): void {
  if (email !== "" || firstLoginEmail(keys) === null) keys?.setItem(EMAIL_KEY, email);
  keys?.setItem(IN_PROGRESS_KEY, "true");
}

/** The address of a change in progress, or null. */
export function firstLoginEmail(keys: Keys | null = storage()): string | null {
  return keys?.getItem(IN_PROGRESS_KEY) === "true" ? keys.getItem(EMAIL_KEY) : null;
}

/** Changed or cancelled: nothing is kept. */
export function forgetFirstLogin(keys: Keys | null = storage()): void {
  keys?.removeItem(EMAIL_KEY);
  keys?.removeItem(IN_PROGRESS_KEY);
}
