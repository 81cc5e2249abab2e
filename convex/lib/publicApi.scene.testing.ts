/** What the arguments of public functions name: things of the caller, made for one call. */

import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { SYSTEM } from "../core/audit/model";
import { createGrant } from "../core/grants/model";
import { createDraft } from "../core/requests/model";
import { aPendingStep, stepNow, submitted, tasksNow } from "../process/requests.testing";
import { askRequester, holdRequest, submitRequest } from "../process/settling/requestMoves";
import { DAWN, type aWorld } from "../testing/world.testing";
import { DAY_MS } from "./pure/time";

/** Where a function is called: the world, and the person whose own things the arguments name. */
export interface Scene {
  readonly world: Awaited<ReturnType<typeof aWorld>>;
  readonly personId: Id<"people">;
}

/** A request of the caller. */
export function aRequestOf({ world, personId }: Scene, { hasQuestion = false } = {}): Promise<Id<"requests">> {
  return world.run(async (ctx) => {
    const request = await submitted(ctx, personId, [{ type: "manual_check" }]);
    if (hasQuestion) await askRequester(stepNow(ctx), request, { question: "Which table?", askedById: personId });
    return request._id;
  });
}

/** A request of the caller that touches a data domain, so that governance looks after it too. */
export async function aGovernedRequestOf(scene: Scene, { isHeld = false } = {}): Promise<Id<"requests">> {
  const requestId = await aRequestOf(scene);
  await scene.world.run(async (ctx) => {
    await ctx.db.patch(requestId, { domainKey: "sales" });
    const request = await ctx.db.get(requestId);
    if (isHeld && request)
      await holdRequest(stepNow(ctx), request, { reason: "Change freeze", personId: scene.personId });
  });
  return requestId;
}

/** A request of the caller that waits for a decision. */
export async function aRequestAwaitingDecision(scene: Scene): Promise<Id<"requests">> {
  const requestId = await aRequestOf(scene);
  await scene.world.run(async (ctx) => {
    const [task] = await tasksNow(ctx, { _id: requestId });
    if (task) await aPendingStep(ctx, task, [scene.personId]);
  });
  return requestId;
}

/** A comment of the caller, just written. */
export async function aCommentOf(scene: Scene): Promise<Id<"requestComments">> {
  const requestId = await aRequestOf(scene);
  const said = {
    visibility: "public" as const,
    body: "Hello",
    mentionIds: [],
    attachments: [],
    isAnswer: false,
    createdAt: DAWN,
  };
  return await scene.world.run((ctx) =>
    ctx.db.insert("requestComments", { requestId, authorId: scene.personId, ...said }),
  );
}

/** A file of the caller that no comment has taken yet. */
export async function anUploadOf(scene: Scene, state: "checking" | "accepted"): Promise<Id<"requestUploads">> {
  const requestId = await aRequestOf(scene);
  const storageId = await scene.world.file("Text");
  const found = state === "accepted" ? { contentType: "text/plain" } : {};
  const upload = {
    requestId,
    personId: scene.personId,
    storageId,
    name: "a.txt",
    size: 4,
    state,
    createdAt: DAWN,
    ...found,
  };
  return await scene.world.run((ctx) => ctx.db.insert("requestUploads", upload));
}

/** The caller's ticket to upload a file for a request of theirs. */
export async function anUploadTicketOf(
  scene: Scene,
): Promise<{ requestId: Id<"requests">; ticketId: Id<"requestUploadTickets"> }> {
  const requestId = await aRequestOf(scene);
  const ticketId = await scene.world.run((ctx) =>
    ctx.db.insert("requestUploadTickets", { requestId, personId: scene.personId, createdAt: DAWN }),
  );
  return { requestId, ticketId };
}

/** Something the caller was told. */
export function aNoticeOf({ world, personId }: Scene): Promise<Id<"notifications">> {
  const notice = { kind: "comment.added", title: "Ada wrote", body: "Hello", to: "/", because: "It is yours." };
  const rest = { isCritical: false, dedupeKey: "one", count: 1, createdAt: DAWN, updatedAt: DAWN };
  const subject = { type: "request", id: "none", label: "REQ-1" };
  return world.run((ctx) => ctx.db.insert("notifications", { recipientId: personId, subject, ...notice, ...rest }));
}

/** The shipped catalog. */
export async function aCatalogFor({ world }: Pick<Scene, "world">): Promise<void> {
  await world.internal(internal.catalog.internal.install, {});
}

/** A good form for a seat in a BI tool, with a business area whose owner can decide. */
export async function aFormFor(scene: Scene): Promise<Record<string, unknown>> {
  await aCatalogFor(scene);
  const owner = await scene.world.person(`owner-${scene.personId}`);
  const businessArea = await scene.world.run((ctx) =>
    ctx.db.insert("businessAreas", { name: "Logistics", code: "LOG", costCentre: "4711", ownerId: owner.id }),
  );
  return {
    businessArea,
    tool: "sigma",
    team: "Logistics",
    license: "viewer",
    durationDays: 30,
    reason: "She looks at the boards of the logistics area every week.",
    otherAreaReason: "Whoever asks belongs to no area.",
  };
}

/** A request of the caller that nobody has decided about, with the answers it could have instead. */
export async function anEditableRequestOf(
  scene: Scene,
): Promise<{ requestId: Id<"requests">; form: Record<string, unknown>; formHash: string }> {
  const form = await aFormFor(scene);
  return await scene.world.run(async (ctx) => {
    const request = {
      typeId: "bi-access",
      templateVersion: 1,
      title: "Viewer in Sigma",
      requesterId: scene.personId,
      beneficiaryId: scene.personId,
      form: {},
      risk: "low" as const,
    };
    const { _id, formHash } = await submitRequest(stepNow(ctx), request, []);
    return { requestId: _id, form, formHash };
  });
}

/** Access of the caller that ends in a month, given by a request of a shipped type. */
export async function anExtendableGrantOf(scene: Scene): Promise<Id<"grants">> {
  await aFormFor(scene);
  const form = {
    tool: "sigma",
    team: "Logistics",
    license: "viewer",
    durationDays: 30,
    reason: "She looks at the boards of logistics.",
  };
  return await scene.world.run(async (ctx) => {
    const area = await ctx.db.query("businessAreas").first();
    const request = await submitRequest(
      stepNow(ctx),
      {
        typeId: "bi-access",
        templateVersion: 1,
        title: "BI access",
        requesterId: scene.personId,
        beneficiaryId: scene.personId,
        form: { ...form, businessArea: area?._id },
        risk: "low" as const,
      },
      [{ type: "manual_check", order: 1, title: "Check", input: {} }],
    );
    const [task] = await tasksNow(ctx, request);
    if (!task) throw new Error("The request has a task");
    const access = {
      requestId: request._id,
      taskId: task._id,
      typeKey: "bi-access",
      beneficiaryId: scene.personId,
      system: "BI",
      description: "viewer in sigma",
      accessKey: "BI|viewer",
    };
    await ctx.db.patch(request._id, { isOpen: false, status: "Completed" });
    return (await createGrant(ctx, { ...access, expiresAt: Date.now() + 30 * DAY_MS }, { ...SYSTEM, at: Date.now() }))
      ._id;
  });
}

/** A draft of the caller. */
export async function aDraftOf(scene: Scene): Promise<Id<"requests">> {
  await aCatalogFor(scene);
  const draft = {
    typeId: "bi-access",
    templateVersion: 1,
    title: "Draft",
    requesterId: scene.personId,
    beneficiaryId: scene.personId,
    form: {},
    risk: "low" as const,
  };
  return await scene.world.run(async (ctx) => (await createDraft(ctx, draft, { ...SYSTEM, at: DAWN }))._id);
}

/** A draft in the cart of the caller. */
export async function aCartItemOf(scene: Scene, form: Record<string, unknown> = {}): Promise<Id<"requests">> {
  const requestId = await aDraftOf(scene);
  await scene.world.run((ctx) => ctx.db.patch(requestId, { form, cart: { since: DAWN, takesJustification: false } }));
  return requestId;
}

/** The impersonation this person runs already, or one of a colleague that begins now. */
export async function anImpersonationBy({ world, personId }: Scene): Promise<Id<"impersonationSessions">> {
  const running = (await world.rows("impersonationSessions")).find(
    ({ realPersonId, endedAt }) => realPersonId === personId && endedAt === undefined,
  );
  if (running) return running._id;
  const { id } = await world.person("impersonated");
  return await world.run((ctx) =>
    ctx.db.insert("impersonationSessions", {
      realPersonId: personId,
      impersonatingUserId: id,
      mode: "view",
      reason: "Support",
      impersonationStartedAt: DAWN,
      impersonationExpiresAt: DAWN + DAY_MS,
    }),
  );
}
