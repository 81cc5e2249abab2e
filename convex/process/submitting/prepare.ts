/**
 * A form on its way to a request: checked with everything the portal knows, with the people and places it names. The
 * preview and the submit begin here, so what was promised before is what is done then.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personAsOf } from "../../access/entry";
import { can } from "../../access/rules";
import type { Viewer } from "../../access/viewer";
import { accountRuleOf, CONNECTOR_NAMES, CONNECTORS } from "../../connectors/manifests";
import { publishedVersion } from "../../core/catalog/model";
import { placesFor } from "../../core/catalog/places";
import { type FormValues, isSet, meets } from "../../core/catalog/rules/conditions";
import { exposureOf } from "../../core/catalog/rules/exposure";
import { checkForm, domainOf, type Lookups } from "../../core/catalog/rules/forms";
import { fillText, missingFromPeople, type Places } from "../../core/catalog/rules/inputs";
import { whyNotOffered } from "../../core/catalog/rules/offer";
import { formInWords, shownForm } from "../../core/catalog/rules/review";
import type { AccessLevel, RequestTypeDefinition } from "../../core/catalog/table";
import { currentArea, currentAreaId } from "../../core/people/mergedAreas";
import { fullName } from "../../core/people/model";
import { isProtected } from "../../core/people/protected";
import { withoutPerson } from "../../core/requests/rules";
import type { RequestExtension, RequestNames } from "../../core/requests/table";
import { serviceUserOf } from "../../core/serviceUsers/model";
import { answersFor, whyNotAskFor } from "../../core/serviceUsers/rules";
import { endsAccess, whyNotRequestFor } from "../../core/shared/rules/requestedFor";
import { givesToUser } from "../../core/shared/rules/serviceUsers";
import { refuse } from "../../lib/errors";
import { shorten } from "../../lib/pure/text";
import { heldDaysBefore } from "../seating/heldBefore";
import { type ConfirmedFile, INVITATION, invitationProblems } from "./inviting";
import { lookupsFor } from "./lookups";
import { newUserProblems, personIn } from "./newUsers";

type ReadCtx = Pick<QueryCtx, "db">;

const MAX_TITLE_LENGTH = 200;

/** A checked form and what it is about. With errors, the rest is as far as it goes. */
export interface Prepared {
  readonly typeKey: string;
  readonly version: number;
  readonly definition: RequestTypeDefinition;
  readonly values: Readonly<Record<string, unknown>>;
  /** The first message per field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly requester: Doc<"people">;
  readonly beneficiary: Doc<"people">;
  /** The service user it is for; the person who asks answers for it and is the beneficiary. */
  readonly serviceUser: Doc<"serviceUsers"> | null;
  readonly area: Doc<"businessAreas"> | null;
  readonly domainKey: string | null;
  /** Whether the answers open data to read or to change. */
  readonly level: AccessLevel | null;
  readonly lookups: Lookups;
  /** Same type, target and person. */
  readonly targetKey: string;
  /** For how long the same is held when its days begin. */
  readonly heldDays: number;
  /** Somebody else sends it, or sent or changed it before, through the requester's eyes. */
  readonly isThroughEyes: boolean;
  /** Who confirmed the file of invitations it is in, by name; their word stands for that of the business area. */
  readonly confirmedBy: string | null;
}

/** Checks a form that somebody wants to send. Refuses a type that does not exist or is not offered to them. */
export async function prepare(
  ctx: ReadCtx,
  viewer: Viewer,
  { typeKey, ...sent }: { readonly typeKey: string } & SentForm,
): Promise<Prepared> {
  const published = await publishedVersion(ctx, typeKey);
  if (!published) refuse({ code: "not-found" });
  const { definition, version } = published.version;
  const hidden = whyNotOffered({ isOffered: published.type.isOffered, audience: definition.audience }, viewer.roles);
  if (hidden) refuse({ code: "not-eligible", message: `${hidden.reason} ${hidden.who}` });
  return await prepareFor(
    ctx,
    { requester: viewer.person, isImpersonating: viewer.impersonation !== null },
    { typeKey, version, definition },
    sent,
  );
}

/** A form as it is sent. */
interface SentForm {
  readonly form: FormValues;
  readonly now: number;
  readonly extension?: RequestExtension | undefined;
  /** The file it is in, so what one may do in an hour is no limit. */
  readonly file?: ConfirmedFile | undefined;
}

/** Who makes a request. */
export interface Asking {
  readonly requester: Doc<"people">;
  readonly isImpersonating: boolean;
}

/** Checks a form of one version of a type, whoever sends it and whether or not it is offered to them. */
export async function prepareFor(
  ctx: ReadCtx,
  asking: Asking,
  { typeKey, version, definition }: Pick<Prepared, "typeKey" | "version" | "definition">,
  { form, now, extension, file }: SentForm,
): Promise<Prepared> {
  const { requester } = asking;
  const lookups = await lookupsFor(ctx, definition, form, requester);
  const { values, errors } = checkForm(definition, form, { now, mode: "submit", lookups });
  const beneficiary = (await personIn(ctx, values["requestedFor"])) ?? requester;
  const serviceUser = await serviceUserOf(ctx, values);
  const area = await areaIn(ctx, values["businessArea"], beneficiary);
  const targetKey = targetKeyOf(typeKey, definition, values, serviceUser?._id ?? beneficiary._id);
  const requested = { typeKey, beneficiaryId: beneficiary._id, targetKey, extension, form: values };
  const heldDays = await heldDaysBefore(ctx, requested, now);
  const domainKey = domainOf(definition, values);
  const prepared: Prepared = {
    typeKey,
    version,
    definition,
    values,
    errors,
    requester,
    beneficiary,
    serviceUser,
    area,
    domainKey,
    level: exposureOf(definition.fields, values, lookups.domain(domainKey ?? "") ?? null).level,
    lookups,
    targetKey,
    heldDays,
    isThroughEyes: asking.isImpersonating,
    confirmedBy: file?.confirmedBy ?? null,
  };
  const isGuarded = !serviceUser && endsAccess(definition.tasks) && isProtected(beneficiary);
  const guarded = isGuarded ? "Cannot remove protected system users" : null;
  const problem =
    errors["requestedFor"] ??
    guarded ??
    whyNotFor(asking, prepared, await isSameArea(ctx, prepared)) ??
    whatPeopleLack(prepared);
  const uninvited =
    typeKey === INVITATION
      ? await invitationProblems(ctx, { ...asking, isConfirmed: file !== undefined }, values, now)
      : null;
  const unfit = extension ? null : await newUserProblems(ctx, definition, values, beneficiary);
  return {
    ...prepared,
    errors: {
      ...errors,
      ...(problem !== null && { requestedFor: problem }),
      ...uninvited,
      ...unfit,
    },
  };
}

async function areaIn(ctx: ReadCtx, value: unknown, beneficiary: Doc<"people">): Promise<Doc<"businessAreas"> | null> {
  const chosen = typeof value === "string" ? ctx.db.normalizeId("businessAreas", value) : null;
  return await currentArea(ctx, chosen ?? beneficiary.businessAreaId);
}

/** Names what a request asks for and whom it is for: same type, target and person. */
export function targetKeyOf(
  typeKey: string,
  { fields }: RequestTypeDefinition,
  values: FormValues,
  forId: Id<"people"> | Id<"serviceUsers">,
): string {
  const parts = fields
    .filter(({ isTarget }) => isTarget)
    .map(({ name }) => (isSet(values[name]) ? String(values[name]).toLowerCase() : ""));
  return [typeKey, forId, ...parts].join("|");
}

/** Areas that were merged are one. */
async function isSameArea(ctx: ReadCtx, { requester, beneficiary }: Prepared): Promise<boolean> {
  const own = await currentAreaId(ctx, requester.businessAreaId);
  return own !== undefined && own === (await currentAreaId(ctx, beneficiary.businessAreaId));
}

function whyNotFor(
  { isImpersonating }: Asking,
  { beneficiary, serviceUser, requester, definition }: Prepared,
  isSame: boolean,
): string | null {
  if (serviceUser)
    return whyNotAskFor({
      name: serviceUser.name,
      state: serviceUser.state,
      isImpersonating,
      answers: answersFor(serviceUser, requester._id),
      givesToUser: givesToUser(definition.tasks) && !endsAccess(definition.tasks),
    });
  const facts = {
    roles: requester.roles,
    status: requester.status,
    hasChangedInitialPassword: requester.hasChangedInitialPassword,
    impersonation: null,
  };
  return whyNotRequestFor({
    isSelf: beneficiary._id === requester._id,
    isImpersonating,
    mayAskForAll: can(facts, "requests.createForOthers"),
    isSameArea: isSame,
    takesAway: endsAccess(definition.tasks),
    name: fullName(beneficiary),
    status: personAsOf(beneficiary, Date.now()).status,
  });
}

/** What a task needs of a person who does not have it: it could only fail later. */
function whatPeopleLack(prepared: Prepared): string | null {
  const places = placesOf(prepared, "REQ");
  const tasks = prepared.definition.tasks.filter(({ when }) => meets(when, prepared.values));
  const missing = new Set(tasks.flatMap((task) => missingFromPeople(task, places)));
  for (const place of missing) {
    const [who, what] = place.split(".");
    const name = fullName(who === "requester" ? prepared.requester : prepared.beneficiary);
    const system = CONNECTOR_NAMES.find((one) => accountRuleOf(one)?.field === what);
    if (system === undefined) return `${name} has no ${what} yet`;
    const { label } = CONNECTORS[system];
    return `${name} has no user in ${label} yet. Ask for a new ${label} user first`;
  }
  return null;
}

/** The places of inputs: values as they are stored. */
export function placesOf({ values, requester, beneficiary, serviceUser, area, level }: Prepared, key: string): Places {
  return {
    form: values,
    request: { key, level },
    requester: placesFor(requester, null),
    beneficiary: placesFor(beneficiary, serviceUser),
    ...(area && { area: { name: area.name, code: area.code, costCentre: area.costCentre } }),
  };
}

/** The places of texts that people read: values in words. */
export function shownPlacesOf(prepared: Prepared, key: string): Places {
  const { definition, values, lookups } = prepared;
  return {
    ...placesOf(prepared, key),
    form: shownForm(definition, values, lookups),
    words: formInWords(definition, values, lookups),
  };
}

/** What the request is called: for everybody, for the person it is for, and as its system spells what it is about. */
export function namesOf(prepared: Prepared): RequestNames {
  const { definition } = prepared;
  const places = shownPlacesOf(prepared, "");
  const filled = (text: string) => fillText(text, places).replaceAll(/\s+/g, " ");
  const title = filled(definition.title) || definition.name;
  const target = filled(definition.target ?? "");
  return {
    title: shorten(title, MAX_TITLE_LENGTH),
    ownTitle: shorten(withoutPerson(title, fullName(prepared.beneficiary)), MAX_TITLE_LENGTH),
    target: target === "" ? undefined : shorten(target, MAX_TITLE_LENGTH),
  };
}
