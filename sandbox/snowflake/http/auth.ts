/** Who is calling: key-pair tokens verified against the registered keys, access tokens looked up. */

import { createPublicKey, verify } from "node:crypto";
import type { Account, User } from "../account/model.ts";
import { fingerprintOf } from "../account/users.ts";
import { Problem } from "../problem.ts";

const MAX_TOKEN_LIFE_MS = 60 * 60 * 1000;
/** How far ahead the caller's clock may be. */
const MAX_AHEAD_MS = 60 * 1000;

/** A caller that proved who it is. */
export interface Caller {
  readonly user: User;
  /** The only role an access token may be used with. */
  readonly roleRestriction: string | null;
}

const jwtInvalid = (): Problem => new Problem("390144", "08001", "JWT token is invalid.", 401);
const tokenExpired = (): Problem =>
  new Problem("390318", "08001", "Authentication token has expired. The user must authenticate again.", 401);
const patInvalid = (): Problem =>
  new Problem("394400", "08001", "Programmatic access token is invalid. (PAT_INVALID)", 401);

/** The caller of an Authorization header; throws a 401. */
export function authenticate(account: Account, authorization: string | undefined, now: number): Caller {
  const token = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1];
  if (token === undefined)
    throw new Problem("390101", "08001", "Authorization header not found in the request data.", 401);
  const caller = token.split(".").length === 3 ? byKeyPair(account, token, now) : byAccessToken(account, token, now);
  if (caller.user.isDisabled)
    throw new Problem("390101", "08001", "User access disabled. Contact your local system administrator.", 401);
  caller.user.lastLoginAt = now;
  return caller;
}

function byKeyPair(account: Account, token: string, now: number): Caller {
  const [head = "", body = "", signature = ""] = token.split(".");
  const header = jsonOf(head);
  const { iss, sub, iat, exp } = jsonOf(body);
  if (
    header["alg"] !== "RS256" ||
    typeof iss !== "string" ||
    typeof sub !== "string" ||
    typeof iat !== "number" ||
    typeof exp !== "number"
  )
    throw jwtInvalid();
  const prefix = `${account.organization}-${account.name}.`;
  const byLocator = `${account.locator}.`;
  const userName = sub.startsWith(prefix)
    ? sub.slice(prefix.length)
    : sub.startsWith(byLocator)
      ? sub.slice(byLocator.length)
      : null;
  const user = [...account.users.values()].find(({ name }) => name.toUpperCase() === userName);
  const key = user?.publicKeys.find((candidate) => candidate !== null && iss === `${sub}.${fingerprintOf(candidate)}`);
  if (user === undefined || key === undefined || key === null || !isSigned(`${head}.${body}`, signature, key)) {
    if (user !== undefined) account.logins.push({ user: user.name, at: now, isSuccess: false });
    throw jwtInvalid();
  }
  if (iat * 1000 > now + MAX_AHEAD_MS || exp <= iat) throw jwtInvalid();
  if (exp * 1000 <= now || iat * 1000 + MAX_TOKEN_LIFE_MS <= now) throw tokenExpired();
  account.logins.push({ user: user.name, at: now, isSuccess: true });
  return { user, roleRestriction: null };
}

function isSigned(text: string, signature: string, key: string): boolean {
  const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
  return verify("RSA-SHA256", Buffer.from(text), publicKey, Buffer.from(signature, "base64url"));
}

function byAccessToken(account: Account, secret: string, now: number): Caller {
  for (const user of account.users.values()) {
    const token = user.tokens.find((candidate) => candidate.secret === secret);
    if (token === undefined) continue;
    // Service users need a network policy and a restricted role to use one.
    if (
      token.expiresAt <= now ||
      (user.type === "SERVICE" && (user.networkPolicy === null || token.roleRestriction === null))
    )
      throw patInvalid();
    return { user, roleRestriction: token.roleRestriction };
  }
  throw patInvalid();
}

function jsonOf(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    if (value !== null && typeof value === "object") return value as Record<string, unknown>;
  } catch {
    // Falls through: an unreadable token is an invalid one.
  }
  throw jwtInvalid();
}
