/** From a form to a request: drafts that keep what was typed, and the submit that takes it up. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Viewer } from "../../access/viewer";
import { attributionOf, type By } from "../../core/audit/model";
import { publishedVersion } from "../../core/catalog/model";
import type { FormValues } from "../../core/catalog/rules/conditions";
import { checkForm } from "../../core/catalog/rules/forms";
import { requestRiskOf } from "../../core/catalog/rules/risk";
import { nameOfGrant } from "../../core/grants/names";
import { fullName } from "../../core/people/model";
import { createDraft, requestsOf, rewriteDraft, type DraftFields } from "../../core/requests/model";
import type { RequestExtension, RequestReturn } from "../../core/requests/table";
import { refuse, refuseIf } from "../../lib/errors";
import type { Refusal } from "../../lib/pure/refusal";
import { HOUR_MS } from "../../lib/pure/time";
import { submitDraft } from "../settling/requestMoves";
import type { MutationStep } from "../steps/step";
import { draftSent } from "../supporting/converting";
import { sayAlong } from "./alongside";
import { type Repeated, repeatedBy } from "./already";
import { confirmedFile } from "./inviting";
import { prepare, namesOf, type Prepared } from "./prepare";
import { plannedSteps, taskDraftsOf } from "./template";

/** Drafts one person may have: they are there to be sent. */
const MAX_DRAFTS = 30;
const NEWEST_READ = 100;
const TYPE_STAYS: Refusal = {
  code: "invalid-input",
  message: "The type of a draft cannot be changed. Start a new request instead.",
};
/** Names the submit call; a longer one is no name. */
const MAX_SUBMIT_KEY = 100;

/** What a screen sends to keep a draft. */
export interface DraftInput {
  readonly typeKey: string;
  readonly form: FormValues;
  /** Absent: a new draft. */
  readonly requestId?: Id<"requests">;
  /** The version the screen has seen; another one was written elsewhere. */
  readonly version?: number;
  readonly clonedFromId?: Id<"requests">;
}

/** Keeps what was typed, right or wrong; fields that must not be kept are left out. */
export async function saveDraft(
  ctx: MutationCtx,
  viewer: Viewer,
  input: DraftInput,
  at: number,
): Promise<Doc<"requests">> {
  const published = await publishedVersion(ctx, input.typeKey);
  if (!published) refuse({ code: "not-found" });
  const { definition, version } = published.version;
  const { values } = checkForm(definition, input.form, { now: at, mode: "draft" });
  const fields: DraftFields = {
    templateVersion: version,
    title: definition.name,
    beneficiaryId: viewer.person._id,
    form: values,
    risk: requestRiskOf(definition, values),
    lastEditorId: viewer.person._id,
  };
  const by = { ...attributionOf(viewer), at };
  if (input.requestId === undefined) return await beginDraft(ctx, viewer, { ...input, fields }, by);
  const draft = await ownDraft(ctx, viewer, input.requestId);
  if (draft.typeId !== input.typeKey) refuse(TYPE_STAYS);
  refuseOldVersion(draft, input.version);
  return await rewriteDraft(ctx, draft, fields, by);
}

function refuseOldVersion(draft: Doc<"requests">, seen: number | undefined): void {
  if (seen === undefined || seen === draft.version) return;
  refuse({
    code: "changed-meanwhile",
    message: "This draft was changed in another window. Open it again to continue from there.",
  });
}

async function beginDraft(
  ctx: MutationCtx,
  viewer: Viewer,
  { typeKey, clonedFromId, fields }: DraftInput & { fields: DraftFields },
  by: By,
): Promise<Doc<"requests">> {
  const drafts = (await requestsOf(ctx, viewer.person._id, NEWEST_READ)).filter(({ status }) => status === "Draft");
  if (drafts.length >= MAX_DRAFTS)
    refuse({ code: "too-many", max: MAX_DRAFTS, message: `You have ${MAX_DRAFTS} drafts. Send or delete one first.` });
  const { templateVersion, title, ownTitle, beneficiaryId, form, risk } = fields;
  return await createDraft(
    ctx,
    {
      typeId: typeKey,
      templateVersion,
      title,
      ownTitle,
      requesterId: viewer.person._id,
      beneficiaryId,
      form,
      risk,
      clonedFromId,
    },
    by,
  );
}

/** A draft of the caller's own; anybody else's does not exist for them. */
export async function ownDraft(
  ctx: Pick<QueryCtx, "db">,
  viewer: Viewer,
  id: Id<"requests">,
): Promise<Doc<"requests">> {
  const draft = await ctx.db.get(id);
  if (!draft || draft.requesterId !== viewer.person._id) refuse({ code: "not-found" });
  if (draft.status !== "Draft") refuse({ code: "wrong-state", status: draft.status });
  return draft;
}

/** What a screen sends to submit. */
export interface SubmitInput extends DraftInput {
  /** Names this submit: sent again, it finds the request it made. */
  readonly submitKey: string;
  /** The sender has seen what is open or held already, and wants it nevertheless. */
  readonly acceptsDuplicate: boolean;
  /** The name of the cart it is sent with. */
  readonly sentWith?: string;
  /** The file of invitations it comes from. */
  readonly inviteFileId?: Id<"inviteFiles">;
  /** It asks for more time for this access. */
  readonly extension?: RequestExtension;
  /** It asks for what an access review took. */
  readonly comesBack?: RequestReturn;
}

/** Makes a form a request: checked, with its tasks, its approvals and its first step begun. */
export async function submitForm(step: MutationStep, viewer: Viewer, input: SubmitInput): Promise<Doc<"requests">> {
  const { ctx, at } = step;
  if (input.submitKey === "" || input.submitKey.length > MAX_SUBMIT_KEY)
    refuse({ code: "invalid-input", message: "The submit needs a name." });
  const made = await submittedAs(ctx, viewer, input.submitKey);
  if (made) return made;
  const known = input.requestId === undefined ? null : await ownDraft(ctx, viewer, input.requestId);
  if (known) refuseOldVersion(known, input.version);
  if (known && known.typeId !== input.typeKey) refuse(TYPE_STAYS);
  const prepared = await prepare(ctx, viewer, {
    typeKey: input.typeKey,
    form: input.form,
    now: at,
    extension: input.extension,
    file: await confirmedFile(ctx, input.inviteFileId),
  });
  await refuseUnready(ctx, prepared, { ...input, at, ownId: known?._id ?? null });
  const draft = known ?? (await emptyDraft(step, viewer, prepared, input));
  const request = await rewriteDraft(ctx, draft, submittedFields(prepared, input, at), { ...step.by, at });
  const sent = await submitDraft(step, request, await taskDraftsOf(ctx, prepared, request));
  const along = known && (await draftSent(step, sent));
  if (along) await sayAlong(ctx, sent, along, { ...step.by, person: viewer.person, at });
  return sent;
}

/** The request that a submit of this name made before, or null. */
export async function submittedAs(
  ctx: MutationCtx,
  viewer: Viewer,
  submitKey: string,
): Promise<Doc<"requests"> | null> {
  const made = await ctx.db
    .query("requests")
    .withIndex("by_submit_key", (q) => q.eq("submitKey", submitKey))
    .first();
  if (made && made.requesterId !== viewer.person._id)
    refuse({ code: "invalid-input", message: "The submit needs a name of its own." });
  return made;
}

async function emptyDraft(
  { ctx, by, at }: MutationStep,
  viewer: Viewer,
  prepared: Prepared,
  { clonedFromId, extension, comesBack }: SubmitInput,
): Promise<Doc<"requests">> {
  const { typeKey, version, definition, beneficiary } = prepared;
  return await createDraft(
    ctx,
    {
      typeId: typeKey,
      templateVersion: version,
      title: definition.name,
      requesterId: viewer.person._id,
      beneficiaryId: beneficiary._id,
      form: {},
      risk: definition.risk,
      clonedFromId,
      extension,
      comesBack,
    },
    { ...by, at },
  );
}

function submittedFields(
  prepared: Prepared,
  { submitKey, sentWith, inviteFileId }: SubmitInput,
  at: number,
): DraftFields {
  const { version, definition, values, requester, beneficiary, area, domainKey, level, targetKey } = prepared;
  return {
    templateVersion: version,
    ...namesOf(prepared),
    beneficiaryId: beneficiary._id,
    businessAreaId: area?._id,
    domainKey: domainKey ?? undefined,
    level: level ?? undefined,
    form: { ...values },
    risk: requestRiskOf(definition, values),
    dueAt: at + definition.slaHours * HOUR_MS,
    targetKey,
    submitKey,
    cart: undefined,
    sentWith,
    inviteFileId,
    lastEditorId: requester._id,
  };
}

interface Readiness {
  readonly at: number;
  readonly acceptsDuplicate: boolean;
  readonly ownId: Id<"requests"> | null;
}

/** Refuses what cannot become or stay a request, with the first thing to repair. */
export async function refuseUnready(
  ctx: MutationCtx,
  prepared: Prepared,
  { at, acceptsDuplicate, ownId }: Readiness,
): Promise<void> {
  if (Object.keys(prepared.errors).length > 0) refuse({ code: "invalid-form", fields: prepared.errors });
  for (const { resolution } of await plannedSteps(ctx, prepared, at)) {
    if (resolution.problem) refuse(noApprover(resolution.problem));
  }
  if (acceptsDuplicate) return;
  const repeated = await repeatedBy(ctx, prepared, ownId === null ? [] : [ownId]);
  const [held] = repeated.held;
  const access = held && (await nameOfGrant(ctx, held)).description;
  refuseIf(whyRepeated(repeated, fullName(prepared.beneficiary), access));
}

/** What it repeats, for whom; of a request that the sender cannot open, neither key nor id is told. */
function whyRepeated(
  { duplicates: [open], held: [held], hasHiddenDuplicate, hasHiddenGrant }: Repeated,
  name: string,
  access: string | undefined,
): Refusal | null {
  if (open)
    return {
      code: "duplicate",
      message: `${open.key} asks for the same and is still open.`,
      requestId: open._id,
      key: open.key,
    };
  if (hasHiddenDuplicate) return { code: "duplicate", message: `The same request is already open for ${name}.` };
  if (held)
    return {
      code: "duplicate",
      message: `${name} already has this: ${access}.`,
      requestId: held.requestId,
      key: "",
    };
  return hasHiddenGrant ? { code: "duplicate", message: `${name} already has this.` } : null;
}

function noApprover({ message, fix }: { readonly message: string; readonly fix: string }): Refusal {
  return { code: "no-approver", message: `${message} ${fix}`, problem: message, fix };
}

/** Begins a draft from a request of one's own, with the answers its form still asks for. */
export async function copyRequest(
  ctx: MutationCtx,
  viewer: Viewer,
  id: Id<"requests">,
  at: number,
): Promise<Doc<"requests">> {
  const source = await ctx.db.get(id);
  const isOwn =
    source !== null &&
    (source.requesterId === viewer.person._id ||
      (source.beneficiaryId === viewer.person._id && source.status !== "Draft"));
  if (!isOwn) refuse({ code: "not-found" });
  return await saveDraft(ctx, viewer, { typeKey: source.typeId, form: source.form, clonedFromId: source._id }, at);
}
