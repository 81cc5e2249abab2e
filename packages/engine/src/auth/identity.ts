/** Who is calling, and the identity objects that functions see. */

import { dateOf } from "../lib/clock.ts";
import { isJsonObject, type JsonObject, type Json } from "../values/json.ts";

/** What `ctx.auth.getUserIdentity()` returns. Absent claims are absent keys. */
export interface UserIdentity {
  readonly tokenIdentifier: string;
  readonly subject: string;
  readonly issuer: string;
  readonly [claim: string]: Json | undefined;
}

/** The caller of a function. `expiresAtMs` is the token's `exp`: past it the identity is refused. */
export type Identity =
  | { readonly kind: "none" }
  | { readonly kind: "user"; readonly attributes: UserIdentity; readonly expiresAtMs: number | null }
  | { readonly kind: "admin"; readonly actingAs: UserIdentity | null }
  | { readonly kind: "refused"; readonly reason: string };

/** Nobody. */
export const NO_IDENTITY: Identity = { kind: "none" };

/** Begins the key of every admin; those of users are JSON, so none of them begins so. */
const ADMIN_PREFIX = "admin ";

/** The identity object a function sees, or null. */
export function attributesOf(identity: Identity): UserIdentity | null {
  switch (identity.kind) {
    case "user":
      return identity.attributes;
    case "admin":
      return identity.actingAs;
    case "none":
      return null;
    case "refused":
      throw new Error(identity.reason);
    default:
      return identity satisfies never;
  }
}

/** Text that is equal exactly when functions would see the same identity. */
export function identityKey(identity: Identity): string {
  const attributes = attributesOf(identity);
  const key = attributes === null ? "" : JSON.stringify(attributes);
  return isAdmin(identity) ? `${ADMIN_PREFIX}${key}` : key;
}

/**
 * Text that is equal for one caller whatever token they come with: what is bounded for each caller goes by it, since a
 * fresh token costs nothing. "" is nobody.
 */
export function callerKey(identity: Identity): string {
  const who = attributesOf(identity)?.tokenIdentifier ?? "";
  if (isAdmin(identity)) return `${ADMIN_PREFIX}${who}`;
  return identity.kind === "user" ? `user ${who}` : "";
}

/** Whether this is the key of an admin: what admins may see is never shared with others. */
export function isAdminKey(key: string): boolean {
  return key.startsWith(ADMIN_PREFIX);
}

/** True when the caller may address internal functions and other components. */
export function isAdmin(identity: Identity): boolean {
  return identity.kind === "admin";
}

/** Standard OpenID claims and the names they have in an identity object. */
const OIDC_NAMES: Readonly<Record<string, string>> = {
  name: "name",
  given_name: "givenName",
  family_name: "familyName",
  nickname: "nickname",
  preferred_username: "preferredUsername",
  profile: "profileUrl",
  picture: "pictureUrl",
  website: "websiteUrl",
  email: "email",
  email_verified: "emailVerified",
  gender: "gender",
  birthdate: "birthday",
  zoneinfo: "timezone",
  locale: "language",
  phone_number: "phoneNumber",
  phone_number_verified: "phoneNumberVerified",
  address: "address",
  updated_at: "updatedAt",
};

/** Claims that describe the token, not the person. */
const TOKEN_CLAIMS = new Set([
  "iss",
  "sub",
  "aud",
  "exp",
  "iat",
  "nbf",
  "jti",
  "azp",
  "nonce",
  "at_hash",
  "c_hash",
  "auth_time",
  "acr",
  "amr",
]);

/** The identity of an OIDC token: standard claims camel-cased, custom claims as given. */
export function oidcIdentity(claims: JsonObject, issuer: string, subject: string): UserIdentity {
  const identity: Record<string, Json> = {};
  for (const [claim, value] of Object.entries(claims)) {
    if (TOKEN_CLAIMS.has(claim) || value === null) continue;
    identity[OIDC_NAMES[claim] ?? claim] = claim === "updated_at" ? updatedAt(value) : value;
  }
  return withSubject(identity, issuer, subject);
}

/** The identity of a custom JWT: every claim raw, nested objects flattened as `a.b`. */
export function customJwtIdentity(claims: JsonObject, issuer: string, subject: string): UserIdentity {
  const identity: Record<string, Json> = {};
  flatten("", claims, identity);
  for (const claim of ["iss", "sub"]) delete identity[claim];
  return withSubject(identity, issuer, subject);
}

function withSubject(identity: Record<string, Json>, issuer: string, subject: string): UserIdentity {
  return { ...identity, tokenIdentifier: `${issuer}|${subject}`, subject, issuer };
}

function flatten(prefix: string, from: JsonObject, into: Record<string, Json>): void {
  for (const [key, value] of Object.entries(from)) {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    if (isJsonObject(value)) flatten(name, value, into);
    else into[name] = value;
  }
}

function updatedAt(value: Json): Json {
  if (typeof value !== "number") return value;
  return dateOf(value * 1000)
    .toISOString()
    .replace(".000Z", "+00:00");
}
