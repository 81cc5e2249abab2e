/** Attempts to have a policy approve what somebody sends, or changes, through the eyes of whoever it is for. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { giveAccess } from "../process/ending/granting";
import { stepNow, tasksNow } from "../process/requests.testing";
import { DAWN, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const REASON = "The weekly stock meeting needs these numbers for a little longer.";
const { submit, saveDraft, edit, addToCart, submitCart, submitAgain } = api.requests.mutations;

/** Ada may look for up to 30 days without anybody deciding; Sue, a super admin, acts through her eyes from `acts` on. */
async function anActWindow() {
  const { world, ada, person, formOf } = await aCompany();
  const sue = person("sue");
  const acts = async () => {
    const sessionId = await world.run((ctx) =>
      ctx.db.insert("impersonationSessions", {
        realPersonId: sue.id,
        impersonatingUserId: ada.id,
        mode: "act",
        reason: "Support",
        impersonationStartedAt: DAWN,
        impersonationExpiresAt: DAWN + HOUR_MS,
      }),
    );
    sue.shows(sessionId);
  };
  const form = { ...formOf("bi-access"), tool: "sigma", license: "viewer", durationDays: 10, reason: REASON };
  const ask = { typeKey: "bi-access", form };
  const preview = async (by: typeof ada) => await by.query(api.requests.queries.preview, ask);
  const draft = async (by: typeof ada) => (await by.mutation(saveDraft, ask)).id;
  const send = async (by: typeof ada, requestId?: Id<"requests">) =>
    (await by.mutation(submit, { ...ask, ...(requestId && { requestId }), submitKey: aSubmitKey() })).id;
  const changeTo = async (by: typeof ada, requestId: Id<"requests">, durationDays: number) => {
    const { formHash } = await world.run(async (ctx) => (await ctx.db.get(requestId))!);
    await by.mutation(edit, {
      requestId,
      form: { ...form, durationDays },
      formHash,
      editKey: aSubmitKey(),
      acceptsDuplicate: true,
    });
  };
  const previewOfChange = async (requestId: Id<"requests">, durationDays: number) =>
    await ada.query(api.requests.queries.previewEdit, { requestId, form: { ...form, durationDays } });
  /** Who decided about it so far, or who is asked. */
  const decidedBy = async (id: Id<"requests">) => {
    const decisions = (await world.rows("approvalDecisions")).filter(({ requestId }) => requestId === id);
    if (decisions.some(({ decidedByPolicy }) => decidedByPolicy !== undefined)) return "policy";
    const asked = (await world.rows("approvalSeats")).filter((seat) => seat.requestId === id && seat.isPending);
    return asked.some(({ personId }) => personId === person("mona").id) ? "people" : "nobody";
  };
  return { world, ada, sue, acts, ask, preview, draft, send, changeTo, previewOfChange, decidedBy };
}

test("what she sends herself, the policy approves, as the preview says", async () => {
  const { ada, preview, send, decidedBy } = await anActWindow();
  expect(await preview(ada)).toMatchObject({ policies: [{ policy: expect.any(String) }], steps: [] });
  expect(await decidedBy(await send(ada))).toBe("policy");
});

test("(A9) what is sent through her eyes goes to people, as the preview says", async () => {
  const { sue, acts, preview, send, decidedBy } = await anActWindow();
  await acts();
  expect(await preview(sue)).toMatchObject({ policies: [], steps: [{ title: "Manager or business area" }] });
  expect(await decidedBy(await send(sue))).toBe("people");
});

test("(A9) a draft of her own, sent through her eyes, too", async () => {
  const { ada, sue, acts, draft, send, decidedBy } = await anActWindow();
  const id = await draft(ada);
  await acts();
  expect(await decidedBy(await send(sue, id))).toBe("people");
});

test("(A9) a draft begun through her eyes is hers once she sends it", async () => {
  const { ada, sue, acts, draft, send, decidedBy } = await anActWindow();
  await acts();
  const id = await draft(sue);
  expect(await decidedBy(await send(ada, id))).toBe("policy");
});

test("(A9) her cart, sent through her eyes", async () => {
  const { world, ada, sue, acts, ask, decidedBy } = await anActWindow();
  const { id, version } = await ada.mutation(addToCart, ask);
  await acts();
  const items = [{ requestId: id, version, acceptsDuplicate: false }];
  await sue.mutation(submitCart, { submitKey: aSubmitKey(), justification: REASON, items });
  expect((await world.rows("requests")).map(({ status }) => status)).toEqual(["Pending approval"]);
  expect(await decidedBy(id)).toBe("people");
});

test("(A9) what was cancelled, asked for again through her eyes", async () => {
  const { world, ada, sue, acts, send, decidedBy } = await anActWindow();
  const first = await send(ada);
  await ada.mutation(api.requests.mutations.cancel, { requestId: first });
  await acts();
  const { id } = await sue.mutation(submitAgain, { requestId: first });
  await world.advance(0);
  expect(await decidedBy(await send(sue, id))).toBe("people");
});

test("(A9) more days for what she holds, asked for through her eyes", async () => {
  const { world, ada, sue, acts, send, decidedBy } = await anActWindow();
  const first = await send(ada);
  const grantId = await world.run(async (ctx) => {
    const request = (await ctx.db.get(first))!;
    const tasks = await tasksNow(ctx, request);
    const given = { system: "BI", description: "viewer in sigma", durationDays: 10, serviceUser: null } as const;
    const taskId = tasks.find(({ key }) => key === "check")!._id;
    const grant = await giveAccess(stepNow(ctx), request, tasks, { ...given, taskId });
    await ctx.db.patch(first, { status: "Completed", isOpen: false });
    return grant!._id;
  });
  await acts();
  const extension = { grantId, days: 5, reason: REASON, submitKey: aSubmitKey() };
  expect(await decidedBy((await sue.mutation(api.grants.mutations.extend, extension)).id)).toBe("people");
});

test("(A9) answers that make it fit the policy, changed through her eyes, and what she changes herself afterwards", async () => {
  const { world, ada, sue, acts, ask, changeTo, previewOfChange, decidedBy } = await anActWindow();
  const { id } = await ada.mutation(submit, {
    ...ask,
    form: { ...ask.form, durationDays: 60 },
    submitKey: aSubmitKey(),
  });
  expect(await decidedBy(id)).toBe("people");
  await acts();
  await changeTo(sue, id, 10);
  expect(await decidedBy(id)).toBe("people");
  await world.advance(DAY_MS);
  sue.shows(null);
  expect(await previewOfChange(id, 9)).toMatchObject({ policies: [] });
  await changeTo(ada, id, 9);
  expect(await decidedBy(id)).toBe("people");
});

test("answers she changes herself so that they fit are the policy's", async () => {
  const { ada, ask, changeTo, previewOfChange, decidedBy } = await anActWindow();
  const { id } = await ada.mutation(submit, {
    ...ask,
    form: { ...ask.form, durationDays: 60 },
    submitKey: aSubmitKey(),
  });
  expect(await previewOfChange(id, 10)).toMatchObject({ policies: [{ policy: expect.any(String) }] });
  await changeTo(ada, id, 10);
  expect(await decidedBy(id)).toBe("policy");
});
