/** Until when a request gives access. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { versionOf } from "../../core/catalog/model";
import { heldOf } from "../../core/grants/model";
import { isToEnd } from "../../core/grants/rules";
import { DAY_MS } from "../../lib/pure/time";
import type { Step } from "../steps/step";

/**
 * When the access ends: days are counted from now, those of an extension from the end it had. What comes back never goes
 * beyond the end it had (AR7).
 */
export function endOf(
  { extension, comesBack }: Doc<"requests">,
  durationDays: number | null,
  at: number,
): number | undefined {
  const end = durationDays === null ? Infinity : (extension?.currentEnd ?? at) + durationDays * DAY_MS;
  const last = Math.min(end, comesBack?.until ?? Infinity);
  return last === Infinity ? undefined : last;
}

/** Asking for the same once more takes no time from anybody: access that is held goes on to the later of the two ends. */
export async function endKept(
  step: Step,
  { extension }: Doc<"requests">,
  accessKey: string,
  end: number | undefined,
): Promise<number | undefined> {
  if (extension) return end;
  const held = (await heldOf(step.ctx, accessKey)).filter((grant) => !isToEnd(grant, step.at));
  const last = Math.max(end ?? Infinity, ...held.map(({ expiresAt }) => expiresAt ?? Infinity));
  return last === Infinity ? undefined : last;
}

/** Why what a request gives would be over before it is given, or null: an extension, or what comes back, has its end. */
export async function whyNotInTime(
  ctx: Pick<QueryCtx, "db">,
  request: Doc<"requests">,
  at: number,
): Promise<string | null> {
  const end = request.comesBack?.until ?? (await extendedEnd(ctx, request));
  return end === null || end > at ? null : "Its time is over: it would have ended before it could be given.";
}

/** The end that access will have when this extension is carried out; null for any other request. */
export async function extendedEnd(ctx: Pick<QueryCtx, "db">, request: Doc<"requests">): Promise<number | null> {
  const field = (await versionOf(ctx, request.typeId, request.templateVersion))?.definition.grant?.durationField;
  const days: unknown = field === undefined ? null : request.form[field];
  return request.extension && typeof days === "number" ? request.extension.currentEnd + days * DAY_MS : null;
}

/** What its holder reads about the end. */
export function endWords(
  { extension }: Doc<"requests">,
  durationDays: number | null,
  end: number | undefined,
  at: number,
): string {
  if (durationDays === null) return "";
  if (extension) return `It was extended by ${durationDays} days.`;
  if (end !== at + durationDays * DAY_MS) return "It ends when it would have ended before.";
  return `It ends automatically after ${durationDays} days.`;
}
