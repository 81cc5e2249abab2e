/** A question to the requester, and the approvals of the request it is about. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { aCase, approve, type Play } from "../../approvals/approvals.testing";
import { DAY_MS, HOUR_MS } from "../../lib/pure/time";
import { endWorld } from "../../testing/world.testing";

afterEach(endWorld);

const { askInfo, breakGlass, decide } = api.approvals.mutations;

describe("while a question is open", () => {
  test("the clock of a step that opens stands still, and runs its whole time from the answer on", async () => {
    const play = await aCase({
      steps: [{}, { title: "Second", remindAfterHours: 2, escalateAfterHours: 12, expireAfterHours: 24 }],
    });
    await play.ada.mutation(askInfo, { ...(await play.shown()), comment: "Which warehouse?" });
    await approve(play, "bob");
    await play.world.advance(25 * HOUR_MS);
    await play.tick();
    expect(await play.look()).toMatchObject({
      outcome: "Pending, Needs info, Running",
      active: { policy: { title: "Second" } },
    });
    expect((await play.look()).active).not.toHaveProperty("remindedAt");
    await play.rita.mutation(api.requests.mutations.answer, {
      requestId: play.requestId,
      body: "The one of Logistics.",
    });
    await play.world.advance(23 * HOUR_MS);
    await play.tick();
    expect((await play.look()).outcome).toBe("Pending, Pending approval, Running");
    await play.world.advance(HOUR_MS);
    await play.tick();
    expect((await play.look()).outcome).toBe("Expired, Expired, timed_out");
  });
});

test("a request that ends otherwise no longer asks its requester for an answer", async () => {
  const play = await aCase();
  await play.ada.mutation(askInfo, { ...(await play.shown()), comment: "Which warehouse?" });
  await play.bob.mutation(decide, { ...(await play.shown()), verdict: "reject", comment: "No" });
  expect((await play.look()).request.status).toBe("Rejected");
  expect((await play.look()).request).not.toHaveProperty("openQuestion");
  expect(await play.world.rows("requestComments")).toMatchObject([{ body: "Which warehouse?", isQuestion: true }]);
  const asks = (await play.world.rows("notifications")).filter(({ kind }) => kind === "request.infoAsked");
  expect(asks.map(({ closedReason }) => closedReason)).toEqual(["The request is rejected"]);
  const events = (await play.world.rows("auditEvents")).length;
  await play.world.advance(15 * DAY_MS);
  await play.world.internal(internal.requests.internal.checkOpenQuestions, {});
  expect((await play.world.rows("auditEvents")).length).toBe(events);
});

describe("a question nobody needs the answer to any more is withdrawn, and its requester is told", () => {
  const told = async ({ world, rita }: Play) =>
    (await world.rows("notifications"))
      .filter(({ recipientId, kind }) => recipientId === rita.id && kind === "request.progress")
      .map(({ title }) => title);

  test("when the approval that asked is given without it", async () => {
    const play = await aCase({ steps: [{}, { title: "Second" }] });
    await play.ada.mutation(askInfo, { ...(await play.shown()), comment: "Which warehouse?" });
    await play.world.advance(HOUR_MS);
    await approve(play, "bob");
    expect((await play.look()).request.openQuestion).toMatchObject({ question: "Which warehouse?" });
    await approve(play, "cleo");
    const { request, tasks } = await play.look();
    expect([request.status, request.openQuestion, tasks]).toEqual([
      "In progress",
      undefined,
      ["Complete/done", "Running"],
    ]);
    expect(await told(play)).toEqual([`Your answer is no longer needed: ${request.key}`]);
    expect((await play.world.rows("notifications")).find(({ kind }) => kind === "request.infoAsked")).toMatchObject({
      closedReason: "Approved without the answer",
    });
    await play.world.advance(15 * DAY_MS);
    await play.world.internal(internal.requests.internal.checkOpenQuestions, {});
    expect((await play.look()).request.status).not.toBe("Cancelled");
  });

  test("when the glass is broken, which waits for nobody", async () => {
    const play = await aCase();
    await play.ada.mutation(askInfo, { ...(await play.shown()), comment: "Which warehouse?" });
    const { key } = (await play.look()).request;
    await play.sue.stepUp();
    await play.sue.mutation(breakGlass, { approvalId: play.approvalId, reason: "The month cannot be closed" });
    expect(await play.look()).toMatchObject({
      request: { status: "In progress" },
      tasks: ["Complete/done", "Running"],
    });
    expect(await told(play)).toEqual([`Your answer is no longer needed: ${key}`]);
  });
});
