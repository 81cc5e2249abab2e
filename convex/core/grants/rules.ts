/** Decisions about grants: when somebody is told that access ends, and when it does. */

import type { Refusal } from "../../lib/pure/refusal";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/pure/time";
import { pathTo } from "../../site/links";
import type { GrantState, ShownUse } from "./table";

/** How long before the end the holder is told, the earliest first. */
export const NOTICES = [
  { name: "7 days", beforeMs: 7 * DAY_MS },
  { name: "1 day", beforeMs: DAY_MS },
  { name: "1 hour", beforeMs: HOUR_MS },
] as const;

/** How long a removal may take before it is taken for lost and tried again. */
export const REMOVAL_CLAIM_MS = 15 * MINUTE_MS;
const FIRST_REMOVAL_RETRY_MS = MINUTE_MS;
const LONGEST_REMOVAL_RETRY_MS = HOUR_MS;

/** What decisions about a grant look at. */
export interface GrantFacts {
  readonly state: GrantState;
  readonly startsAt: number;
  readonly expiresAt?: number;
  readonly noticesGiven: readonly string[];
  /** Asked to end before its time. */
  readonly removalAskedAt?: number;
}

/** Whether a grant stands for access somebody holds. */
export function isHeld({ state }: Pick<GrantFacts, "state">): boolean {
  return state === "Active" || state === "Expiring";
}

/** Whether the access has to be removed now. */
export function isToEnd(grant: GrantFacts, now: number): boolean {
  if (!isHeld(grant)) return false;
  return grant.removalAskedAt !== undefined || (grant.expiresAt !== undefined && grant.expiresAt <= now);
}

/** The notices that are due and not given. What would have been due before the access began never is. */
export function noticesDue(grant: GrantFacts, now: number): string[] {
  const { expiresAt, startsAt } = grant;
  if (!isHeld(grant) || expiresAt === undefined) return [];
  return NOTICES.filter(({ name, beforeMs }) => {
    const at = expiresAt - beforeMs;
    return at > startsAt && at <= now && !grant.noticesGiven.includes(name);
  }).map(({ name }) => name);
}

/** When the grant has to be looked at next: the next notice, or its end. Undefined when nothing is to come. */
export function nextCheckOf(grant: GrantFacts, now: number): number | undefined {
  const { expiresAt, startsAt } = grant;
  if (!isHeld(grant)) return undefined;
  if (isToEnd(grant, now)) return now;
  if (expiresAt === undefined) return undefined;
  const notices = NOTICES.map(({ name, beforeMs }) => ({ name, at: expiresAt - beforeMs }));
  const next = notices.find(({ name, at }) => at > startsAt && !grant.noticesGiven.includes(name));
  return next?.at ?? expiresAt;
}

/** How long to wait after a removal that failed (counted from 1): never longer than an hour, and never given up. */
export function removalRetryMs(attempts: number): number {
  return Math.min(LONGEST_REMOVAL_RETRY_MS, FIRST_REMOVAL_RETRY_MS * 2 ** (attempts - 1));
}

/** What is known about the use of an access. */
export interface UseFacts {
  readonly startsAt: number;
  readonly lastUsedAt?: number;
  /** Until when the system's record was read. */
  readonly useReadAt?: number;
}

/** What may be said about the use of an access. A record that ends before it was given says nothing. */
export function lastUseOf({ startsAt, lastUsedAt, useReadAt }: UseFacts): ShownUse | null {
  if (useReadAt === undefined || (lastUsedAt === undefined && useReadAt < startsAt)) return null;
  return { lastUsedAt: lastUsedAt ?? null, asOf: useReadAt };
}

/** What is known about the use of access that was given several times: the latest use, and the latest reading. */
export function knownUseOf(grants: readonly UseFacts[]): Pick<UseFacts, "lastUsedAt" | "useReadAt"> {
  const latest = (times: readonly (number | undefined)[]): number | undefined => {
    const known = times.filter((time) => time !== undefined);
    return known.length === 0 ? undefined : Math.max(...known);
  };
  return {
    lastUsedAt: latest(grants.map(({ lastUsedAt }) => lastUsedAt)),
    useReadAt: latest(grants.map(({ useReadAt }) => useReadAt)),
  };
}

/** How far back systems keep a record of what is used. */
const USE_KEPT_MS = 365 * DAY_MS;
/** What was read so lately is not read again. */
const USE_FRESH_MS = 6 * HOUR_MS;

/** Whether the use of an access is to be read. */
export function isUseDue(grant: UseFacts & Pick<GrantFacts, "state">, now: number): boolean {
  return isHeld(grant) && (grant.useReadAt === undefined || grant.useReadAt <= now - USE_FRESH_MS);
}

/** From when on the record is read: where the last reading ended, else from the beginning, as far as it goes back. */
export function readSince({ startsAt, useReadAt }: UseFacts, now: number): number {
  return Math.max(useReadAt ?? startsAt, now - USE_KEPT_MS);
}

/** What a reading tells about an access; null when nothing was found in a record that does not go back far enough. */
export function readingPatch(
  grant: UseFacts,
  { lastUsedAt, asOf, since }: ShownUse & { readonly since: number },
): { lastUsedAt?: number; useReadAt: number } | null {
  if (lastUsedAt !== null) return { lastUsedAt: Math.max(lastUsedAt, grant.lastUsedAt ?? 0), useReadAt: asOf };
  const hasGap = since > (grant.useReadAt ?? grant.startsAt);
  return hasGap && grant.lastUsedAt === undefined ? null : { useReadAt: asOf };
}

/** Why a grant cannot be revoked, or null. */
export function whyNotRevoke(grant: Pick<GrantFacts, "state" | "removalAskedAt">): Refusal | null {
  if (!isHeld(grant)) return { code: "wrong-state", status: grant.state };
  return grant.removalAskedAt === undefined ? null : { code: "wrong-state", status: "being removed" };
}

/** What the rule about an extension looks at beside the grant. */
export interface ExtensionFacts {
  readonly now: number;
  /** Whether the access is the asker's own. */
  readonly isOwn: boolean;
  /** The most days one extension may add; null when the type's access has no end to move. */
  readonly maxDays: number | null;
  /** The key of the request that asks for the same and is open; "" when the asker may not know it. */
  readonly openKey: string | null;
}

/** Why an access cannot be extended, or null: one's own, still held and with an end, one extension at a time. */
export function whyNotExtend(grant: GrantFacts, { now, isOwn, maxDays, openKey }: ExtensionFacts): Refusal | null {
  if (!isOwn) return { code: "not-found" };
  if (!isHeld(grant))
    return {
      code: "wrong-state",
      status: grant.state,
      message: "This access has ended. Send a new request for it.",
    };
  if (isToEnd(grant, now))
    return {
      code: "wrong-state",
      status: "being removed",
      message: "This access is being removed. Send a new request for it.",
    };
  if (grant.expiresAt === undefined || maxDays === null)
    return { code: "not-eligible", message: "This access has no end date, so there is nothing to extend." };
  if (openKey === null) return null;
  return {
    code: "duplicate",
    message:
      openKey === ""
        ? "A request for the same access is already open."
        : `${openKey} asks for the same access and is still open.`,
    ...(openKey !== "" && { key: openKey }),
  };
}

/** Why an extension cannot be this long, or null. Days are counted from the end the access has. */
export function whyNotExtendBy(days: number, maxDays: number): Refusal | null {
  if (Number.isInteger(days) && days >= 1 && days <= maxDays) return null;
  return { code: "invalid-input", message: `An extension is a whole number of days from 1 to ${maxDays}.` };
}

/** The page on which an access is extended, by the address of the task that gave it. */
export function extensionPage(address: string): string {
  return pathTo("extendAccess", { grantId: address });
}

const LONGEST_PREFILL = 200;

/** The page that asks for the same again, filled in as far as the earlier request tells. The reason is asked again. */
export function extendLink(request: {
  readonly typeId: string;
  readonly form: Readonly<Record<string, unknown>>;
}): string {
  const fields = Object.entries(request.form).filter(
    ([name, value]) =>
      name !== "reason" &&
      ["string", "number", "boolean"].includes(typeof value) &&
      String(value).length <= LONGEST_PREFILL,
  );
  const filled = Object.fromEntries(fields.map(([name, value]) => [`field.${name}`, String(value)] as const));
  return pathTo("newRequest", { type: request.typeId, ...filled });
}
