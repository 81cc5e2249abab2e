/**
 * People who have not been here for long: they hear of it before, and are suspended if they do not come. Off
 * without the setting. Exempt are those the settings name, protected accounts and the last super admin.
 */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Deed } from "../../core/audit/model";
import { configured, configuredAt } from "../../core/config/model";
import { notify } from "../../core/notifications/model";
import { placeOfPerson } from "../../core/notifications/placeOfPerson";
import { fullName, updatePerson } from "../../core/people/model";
import { isNamed, isProtected } from "../../core/people/protected";
import { inactiveStep } from "../../core/people/rules/inactive";
import { DAY_MS, dateUtc } from "../../lib/pure/time";
import { PAGES } from "../../site/pages";
import { isLastSuperAdmin, tellByClock } from "./dates";

const NOTICE = "people.inactiveNoticeDays";
/** People who were not seen for long that are looked at in one run. */
const LOOKED_AT = 1000;
/** People who are suspended in one run: what a wrong setting does is noticed before everybody is out. */
export const SUSPENDED_PER_RUN = 50;

/** After how many days without a visit people are suspended; null while the setting is off. */
export function inactiveAfterMs(): number | null {
  const days = Number(process.env["INACTIVE_AFTER_DAYS"] ?? "");
  return Number.isSafeInteger(days) && days > 0 ? days * DAY_MS : null;
}

/** Announces and suspends those who were not here for long. */
export async function suspendInactive(deed: Deed): Promise<void> {
  const afterMs = inactiveAfterMs();
  if (afterMs === null) return;
  const { ctx, at } = deed;
  let suspended = 0;
  const noticeMs = (await configured(ctx, NOTICE)) * DAY_MS;
  for (const person of await longUnseen(ctx, at - afterMs + noticeMs)) {
    if (isProtected(person) || isNamed(process.env["INACTIVE_EXEMPT"], person)) continue;
    const { inactiveNoticedAt: warnedAt } = person;
    const warnedMs = warnedAt === undefined ? noticeMs : (await configuredAt(ctx, NOTICE, warnedAt)) * DAY_MS;
    const step = inactiveStep({ ...person, createdAt: person._creationTime }, { afterMs, noticeMs, warnedMs }, at);
    if (step === "announce") await announce(deed, person, at + noticeMs, afterMs);
    if (step !== "suspend" || suspended === SUSPENDED_PER_RUN || (await isLastSuperAdmin(ctx, person))) continue;
    suspended += 1;
    const event = { ...deed.by, action: "person.inactiveSuspended", at };
    await updatePerson(ctx, person, { status: "suspended" }, event);
    await tellByClock(deed, person, {
      kind: "person.suspended",
      own: "Your account was suspended: you have not used it for a long time",
      others: `${fullName(person)} was suspended: not seen since ${seenWords(person)}`,
    });
  }
}

async function longUnseen(ctx: Pick<QueryCtx, "db">, before: number): Promise<Doc<"people">[]> {
  return await ctx.db
    .query("people")
    .withIndex("queue_seen", (q) => q.eq("status", "active").lte("lastSeenAt", before))
    .take(LOOKED_AT);
}

async function announce(
  { ctx, at, by }: Deed,
  person: Doc<"people">,
  noticedUntil: number,
  afterMs: number,
): Promise<void> {
  const event = { ...by, action: "person.inactiveNoticed", at };
  await updatePerson(ctx, person, { inactiveNoticedAt: at }, event);
  const on = dateUtc(Math.max(noticedUntil, (person.lastSeenAt ?? person._creationTime) + afterMs));
  const subject = { type: "person", id: person._id, label: person.email };
  const kind = "person.endsSoon";
  await notify(ctx, {
    recipientId: person._id,
    kind,
    subject,
    title: `Your account will be suspended on ${on}`,
    body: "You have not used the portal for a long time. Sign in once to keep your account.",
    to: PAGES.home.path,
    at,
  });
  if (!person.managerId) return;
  await notify(ctx, {
    recipientId: person.managerId,
    kind,
    subject,
    title: `${fullName(person)} will be suspended on ${on}`,
    body: `Not seen since ${seenWords(person)}. If they sign in before, nothing happens.`,
    to: await placeOfPerson(ctx, { recipientId: person.managerId, personId: person._id }),
    because: "You are their manager",
    at,
  });
}

function seenWords({ lastSeenAt, _creationTime }: Doc<"people">): string {
  return dateUtc(lastSeenAt ?? _creationTime);
}
