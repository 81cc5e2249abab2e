/**
 * Devices somebody has signed in from before. Whoever knows an address can use up its attempts, so a device
 * that is known counts its own: its owner gets in while strangers are refused. The mark is a signed cookie;
 * it opens nothing by itself, and a stolen one buys its thief a handful of guesses.
 */

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "../../convex/lib/pure/time.ts";
import type { AuthParts } from "./parts.ts";

const LIFETIME_MS = 180 * DAY_MS;

type DeviceParts = Pick<AuthParts, "store" | "baseUrl" | "now">;

/** The cookie that makes this device known for an account. */
export function deviceCookie(parts: DeviceParts, email: string): string {
  const mark = `${randomBytes(12).toString("base64url")}.${parts.now() + LIFETIME_MS}`;
  const isSecure = parts.baseUrl.startsWith("https:");
  const attributes = `Path=/api/auth/; Max-Age=${LIFETIME_MS / 1000}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return `${cookieName(parts)}=${mark}.${sign(parts, mark, email)}; ${attributes}`;
}

/** Which known device of this account is calling, or null. */
export function knownDevice(parts: DeviceParts, headers: Headers, email: string): string | null {
  const name = cookieName(parts);
  for (const pair of (headers.get("cookie") ?? "").split(";")) {
    const [key = "", value = ""] = pair.trim().split(/=(.*)/s);
    if (key !== name) continue;
    const [id = "", expiresAt = "", signature = ""] = value.split(".");
    const isGenuine = isSame(signature, sign(parts, `${id}.${expiresAt}`, email));
    return isGenuine && Number(expiresAt) > parts.now() ? id : null;
  }
  return null;
}

function cookieName({ baseUrl }: DeviceParts): string {
  return baseUrl.startsWith("https:") ? "__Secure-portal.device" : "portal.device";
}

function sign({ store }: DeviceParts, mark: string, email: string): string {
  return createHmac("sha256", store.secret("devices")).update(`${mark} ${email}`).digest("base64url");
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
