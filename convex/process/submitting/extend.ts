/**
 * More time for access somebody holds: a request of the type that gave it, with the same answers, whose days are
 * counted from the end the access has. That it is held is the point, so it is no duplicate; a second one at a time is.
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Viewer } from "../../access/viewer";
import { publishedVersion, versionOf } from "../../core/catalog/model";
import type { FormValues } from "../../core/catalog/rules/conditions";
import { AREA_FIELD, OTHER_AREA_REASON, otherAreaReasonOf } from "../../core/catalog/rules/otherArea";
import type { RequestTypeDefinition } from "../../core/catalog/table";
import { grantOfTask } from "../../core/grants/model";
import { accessName, nameOfGrant } from "../../core/grants/names";
import { lastUseOf, whyNotExtend, whyNotExtendBy, type ExtensionFacts } from "../../core/grants/rules";
import { shownUse } from "../../core/grants/table";
import { currentAreaId } from "../../core/people/mergedAreas";
import { loadRequest } from "../../core/requests/model";
import { addressOfTask } from "../../core/tasks/model";
import { partsOfAddress } from "../../core/tasks/rules/address";
import { refuse, refuseIf } from "../../lib/errors";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { openExtensionsOf } from "../settling/takingBack";
import { accessTo, loadInvolved } from "../steps/circle";
import { taskByName } from "../steps/named";
import type { MutationStep } from "../steps/step";
import { repeatedBy } from "./already";
import { prepare } from "./prepare";
import { submitForm, submittedAs } from "./submit";

type ReadCtx = Pick<QueryCtx, "db">;

/** More extensions of one access than are looked back at. */
const MAX_EXTENSIONS = 20;

/** What the form shows before anything is typed. */
export const extensionForm = v.object({
  grantId: v.id("grants"),
  /** How the form is named in addresses. */
  address: v.string(),
  ...accessName.fields,
  typeName: v.string(),
  requestKey: v.string(),
  heldSince: timestamp,
  /** Null when nobody knows. */
  use: shownUse,
  currentEnd: nullableTimestamp,
  /** The days the form begins with, and the most it takes. */
  days: v.number(),
  maxDays: v.number(),
  reasonMin: v.number(),
  reasonMax: v.number(),
  /** Why it cannot be extended, in words, and the open request that is in the way. */
  whyNot: nullableString,
  openKey: nullableString,
});

/** What a screen sends. */
export interface ExtendInput {
  readonly grantId: Id<"grants">;
  readonly days: number;
  readonly reason: string;
  readonly submitKey: string;
}

/** The form for one access of the viewer's own; null for anybody else's. */
export async function extensionFormFor(
  ctx: ReadCtx,
  viewer: Viewer,
  name: string,
  now: number,
): Promise<Infer<typeof extensionForm> | null> {
  const grant = await grantByName(ctx, name);
  if (!grant || grant.beneficiaryId !== viewer.person._id) return null;
  const request = await loadRequest(ctx, grant.requestId);
  const definition =
    (await publishedVersion(ctx, grant.typeKey))?.version.definition ??
    (await versionOf(ctx, request.typeId, request.templateVersion))?.definition;
  if (!definition) return null;
  const facts = await factsOf(ctx, viewer, { grant, request, definition, now });
  const no = whyNotExtend(grant, facts);
  const reason = definition.fields.find((field) => field.name === "reason");
  const formerDays =
    definition.grant?.durationField === undefined ? undefined : request.form[definition.grant.durationField];
  const maxDays = facts.maxDays ?? 1;
  return {
    grantId: grant._id,
    address: await addressOfTask(ctx, grant.taskId),
    ...(await nameOfGrant(ctx, grant)),
    typeName: definition.name,
    requestKey: request.key,
    heldSince: heldSince(grant, request),
    use: lastUseOf(grant),
    currentEnd: grant.expiresAt ?? null,
    days: Math.min(typeof formerDays === "number" ? formerDays : maxDays, maxDays),
    maxDays,
    reasonMin: reason?.minLength ?? 1,
    reasonMax: reason?.maxLength ?? 1000,
    whyNot: no === null ? null : String(no["message"] ?? "This access cannot be extended."),
    openKey: facts.openKey === "" ? null : facts.openKey,
  };
}

/** The access an address names: by the task that gave it, or by its id as in addresses of before. */
async function grantByName(ctx: ReadCtx, name: string): Promise<Doc<"grants"> | null> {
  const id = ctx.db.normalizeId("grants", name);
  if (id) return await ctx.db.get(id);
  const task = partsOfAddress(name) && (await taskByName(ctx, name));
  return task && (await grantOfTask(ctx, task._id));
}

/** Sends the request for more time; answers the one that was made when it was sent before. */
export async function extendAccess(
  step: MutationStep,
  viewer: Viewer,
  { grantId, days, reason, submitKey }: ExtendInput,
): Promise<Doc<"requests">> {
  const { ctx, at } = step;
  const made = await submittedAs(ctx, viewer, submitKey);
  if (made) return made;
  const grant = await ctx.db.get(grantId);
  if (!grant || grant.beneficiaryId !== viewer.person._id) refuse({ code: "not-found" });
  const request = await loadRequest(ctx, grant.requestId);
  const definition = (await publishedVersion(ctx, grant.typeKey))?.version.definition ?? refuse({ code: "not-found" });
  const facts = await factsOf(ctx, viewer, { grant, request, definition, now: at });
  refuseIf(whyNotExtend(grant, facts) ?? whyNotExtendBy(days, facts.maxDays ?? 0));
  const form = {
    ...(await repeatedAnswers(ctx, request, viewer)),
    [definition.grant?.durationField ?? ""]: days,
    reason,
  };
  // The rule above has made sure that it has an end.
  const extension = { grantId, heldSince: heldSince(grant, request), currentEnd: grant.expiresAt ?? at };
  return await submitForm(step, viewer, { typeKey: grant.typeKey, form, submitKey, acceptsDuplicate: true, extension });
}

/**
 * The answers of the request that gave the access. The area follows its holder to where they are by now, except where
 * they said why it is another.
 */
export async function repeatedAnswers(
  ctx: ReadCtx,
  { key, form, businessAreaId }: Doc<"requests">,
  { person }: Viewer,
): Promise<FormValues> {
  const isOther = otherAreaReasonOf(form) !== null;
  // Another area may stand for it by now.
  const area = await currentAreaId(ctx, isOther ? businessAreaId : person.businessAreaId);
  if (area !== undefined) return { ...form, [AREA_FIELD]: area };
  if (isOther) return form;
  return { ...form, [OTHER_AREA_REASON]: `It extends ${key}, which belongs to this area; its holder has none.` };
}

interface Extended {
  readonly grant: Doc<"grants">;
  readonly request: Doc<"requests">;
  readonly definition: RequestTypeDefinition;
  readonly now: number;
}

async function factsOf(
  ctx: ReadCtx,
  viewer: Viewer,
  { grant, request, definition, now }: Extended,
): Promise<ExtensionFacts> {
  return {
    now,
    isOwn: grant.beneficiaryId === viewer.person._id,
    maxDays: maxDaysOf(definition),
    openKey: await openKeyOf(ctx, viewer, grant, request, now),
  };
}

/** The most days one extension adds; null where the access of the type has no end. */
function maxDaysOf({ grant, fields, maxDurationDays }: RequestTypeDefinition): number | null {
  const field =
    grant?.durationField === undefined ? undefined : fields.find(({ name }) => name === grant.durationField);
  return field === undefined ? null : Math.min(field.max ?? Infinity, maxDurationDays ?? Infinity);
}

/** The open request for the same access; "" for one the viewer may not know. */
async function openKeyOf(
  ctx: ReadCtx,
  viewer: Viewer,
  grant: Doc<"grants">,
  request: Doc<"requests">,
  now: number,
): Promise<string | null> {
  const [extending] = await openExtensionsOf(ctx, grant);
  if (extending) return accessTo(await loadInvolved(ctx, extending), viewer.person) === null ? "" : extending.key;
  const prepared = await prepare(ctx, viewer, { typeKey: grant.typeKey, form: request.form, now });
  const {
    duplicates: [open],
    hasHiddenDuplicate,
  } = await repeatedBy(ctx, prepared, await givingIds(ctx, request));
  return open?.key ?? (hasHiddenDuplicate ? "" : null);
}

/** The requests that gave the access, over all its extensions: one that is not at its end yet asks for nothing more. */
async function givingIds(ctx: ReadCtx, last: Doc<"requests">): Promise<Id<"requests">[]> {
  const ids = [last._id];
  for (let { extension } = last; extension && ids.length < MAX_EXTENSIONS;) {
    const earlier = await ctx.db.get(extension.grantId);
    if (!earlier) break;
    ids.push(earlier.requestId);
    ({ extension } = await loadRequest(ctx, earlier.requestId));
  }
  return ids;
}

/** Since when the access is held, over all its extensions. */
function heldSince(grant: Doc<"grants">, { extension }: Doc<"requests">): number {
  return extension?.heldSince ?? grant.startsAt;
}
