import { afterEach, describe, expect, test } from "vitest";
import { aWorld, codeOf, DAWN, endWorld, type TestPerson } from "../../e2e/support/functions-world";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { aPendingStep, stepNow, submitted, tasksNow } from "../process/requests.testing";
import { startTask } from "../process/settling/model";
import { askRequester, cancelRequest } from "../process/settling/requestMoves";

afterEach(endWorld);

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

/** Ada asks; Bea decides; Cleo works on it; Dan is an admin; Eve has nothing to do with it. */
async function aCast() {
  const world = await aWorld();
  const ada = await world.person("ada");
  const bea = await world.person("bea");
  const cleo = await world.person("cleo");
  const dan = await world.person("dan", { roles: ["staff", "admin"] });
  const eve = await world.person("eve");
  const requestId = await world.run(async (ctx) => {
    const request = await submitted(ctx, ada.id, [
      { type: "approve_access", assigneeId: bea.id },
      { type: "manual_check", assigneeId: cleo.id },
      { type: "manual_check", title: "Drop the old one", isIrreversible: true },
    ]);
    const [approval] = await tasksNow(ctx, request);
    if (approval) await aPendingStep(ctx, approval, [bea.id], { activatedAt: DAWN });
    return request._id;
  });
  const say = (
    who: TestPerson,
    body: string,
    more: { visibility?: "public" | "internal"; mentionIds?: Id<"people">[]; uploadIds?: Id<"requestUploads">[] } = {},
  ) => who.mutation(api.requests.mutations.comment, { requestId, body, visibility: "public", ...more });
  const read = async (who: TestPerson) =>
    (await who.query(api.requests.queries.comments, { request: requestId })).comments;
  const notices = async (who: TestPerson) =>
    (await world.rows("notifications"))
      .filter(({ recipientId, closedAt }) => recipientId === who.id && closedAt === undefined)
      .map(({ kind }) => kind)
      .toSorted();
  return { world, ada, bea, cleo, dan, eve, requestId, say, read, notices };
}

describe("the page of a request", () => {
  test("opens by id and by key, for those it involves and those who oversee it", async () => {
    const { ada, bea, cleo, dan, requestId } = await aCast();
    for (const who of [ada, bea, cleo, dan]) {
      expect((await who.query(api.requests.queries.get, { request: requestId })).title).toBe("Access to the orders");
      expect((await who.query(api.requests.queries.get, { request: "req-101" })).id).toBe(requestId);
    }
  });

  test("does not exist for others, in any part", async () => {
    const { eve, requestId } = await aCast();
    expect(await codeOf(eve.query(api.requests.queries.get, { request: requestId }))).toBe("not-found");
    expect(await codeOf(eve.query(api.requests.queries.comments, { request: "REQ-101" }))).toBe("not-found");
    expect(await codeOf(eve.query(api.requests.queries.timeline, { request: "REQ-101" }))).toBe("not-found");
    expect(
      await codeOf(eve.mutation(api.requests.mutations.comment, { requestId, body: "Hi", visibility: "public" })),
    ).toBe("not-found");
    expect(await codeOf(eve.query(api.requests.queries.get, { request: "REQ-999" }))).toBe("not-found");
  });

  test("says who is waited for, and what the viewer may do with the reason when not", async () => {
    const { ada, bea } = await aCast();
    const page = await ada.query(api.requests.queries.get, { request: "REQ-101" });
    expect(page.nextStep).toEqual({ text: "Waiting for Bea Tester; escalates 14:00 UTC", tone: "people" });
    expect(page.whyNot).toMatchObject({
      comment: null,
      cancel: null,
      remind: null,
      answer: "There is no open question.",
      note: "Internal notes are for those who work on the request.",
    });
    expect(page.form).toEqual([{ name: "reason", label: "Reason", value: "Because" }]);
    const decider = await bea.query(api.requests.queries.get, { request: "REQ-101" });
    expect(decider.whyNot).toMatchObject({ cancel: "The requester or an admin can cancel it.", note: null });
    expect(decider.viewer.seatIn).not.toBeNull();
  });
});

describe("a comment", () => {
  test("is read by everybody on the request and told to them, not to its author", async () => {
    const { ada, bea, dan, say, read, notices } = await aCast();
    await say(dan, "Which schema?");
    expect((await read(ada)).map(({ body, author }) => `${author.name}: ${body}`)).toEqual([
      "Dan Tester: Which schema?",
    ]);
    expect(await notices(ada)).toEqual(["comment.added"]);
    expect(await notices(bea)).toEqual(["comment.added"]);
    expect(await notices(dan)).toEqual([]);
  });

  test("has words, and not too many", async () => {
    const { ada, say } = await aCast();
    expect(await codeOf(say(ada, "   "))).toBe("invalid-input");
    expect(await codeOf(say(ada, "x".repeat(4001)))).toBe("too-long");
    await say(ada, "x".repeat(4000));
  });

  test("that mentions somebody brings them in and tells them once", async () => {
    const { ada, eve, say, notices, world } = await aCast();
    await say(ada, "Eve, do you know?", { mentionIds: [eve.id, eve.id] });
    expect(await notices(eve)).toEqual(["comment.mentioned"]);
    expect((await eve.query(api.requests.queries.get, { request: "REQ-101" })).title).toBe("Access to the orders");
    expect(
      (await world.rows("auditEvents")).filter(({ action }) => action === "request.participantAdded"),
    ).toHaveLength(1);
  });

  test("mentions twenty people at most", async () => {
    const { ada, eve, say, read } = await aCast();
    const mentionIds = Array.from({ length: 20 }, () => eve.id);
    expect(await codeOf(say(ada, "Everybody", { mentionIds: [...mentionIds, eve.id] }))).toBe("too-many");
    expect(await read(ada)).toEqual([]);
    await say(ada, "Everybody", { mentionIds });
  });

  test("can be taken back by its author for 15 minutes and leaves its place", async () => {
    const { ada, bea, say, read, world } = await aCast();
    const commentId = await say(ada, "My password is hunter2");
    expect(await codeOf(bea.mutation(api.requests.mutations.deleteComment, { commentId }))).toBe("not-eligible");
    expect(JSON.stringify(await world.rows("notifications"))).toContain("hunter2");
    await ada.mutation(api.requests.mutations.deleteComment, { commentId });
    expect(await read(bea)).toMatchObject([{ body: "", deletedBy: "Ada Tester" }]);
    expect(JSON.stringify(await world.rows("notifications"))).not.toContain("hunter2");
    const late = await say(ada, "Later");
    await world.advance(15 * MINUTE_MS + 1);
    expect(await codeOf(ada.mutation(api.requests.mutations.deleteComment, { commentId: late }))).toBe("too-late");
  });
});

describe("an internal note", () => {
  test("is never seen by the people the request is for, in no part of the page", async () => {
    const { ada, bea, say, read, notices } = await aCast();
    const secret = "Looks like the third time this month";
    await say(bea, secret, { visibility: "internal" });
    expect(JSON.stringify(await read(ada))).not.toContain(secret);
    expect(JSON.stringify(await ada.query(api.requests.queries.timeline, { request: "REQ-101" }))).not.toContain(
      secret,
    );
    expect(await notices(ada)).toEqual([]);
    expect(await read(bea)).toHaveLength(1);
  });

  test("leaves no trace in the history the people it is about read, not when it is taken back either", async () => {
    const { ada, bea, dan, say } = await aCast();
    const toldTo = async (who: TestPerson) =>
      (await who.query(api.requests.queries.history, { request: "REQ-101" })).events
        .map(({ action }) => action)
        .filter((action) => action.startsWith("request.comment"));
    const lastFor = async (who: TestPerson) => await who.query(api.requests.queries.lastEvent, { request: "REQ-101" });
    const before = await lastFor(ada);
    const commentId = await say(bea, "The third time this month", { visibility: "internal" });
    expect(await lastFor(ada)).toEqual(before);
    expect(await lastFor(bea)).not.toEqual(before);
    await bea.mutation(api.requests.mutations.deleteComment, { commentId });
    for (const who of [bea, dan]) expect(await toldTo(who)).toEqual(["request.commentDeleted", "request.commented"]);
    expect(await toldTo(ada)).toEqual([]);
    await say(bea, "On it");
    expect(await toldTo(ada)).toEqual(["request.commented"]);
  });

  test("is not written by the requester, even by one who is an admin", async () => {
    const { dan, world } = await aCast();
    const requestId = await world.run(async (ctx) => (await submitted(ctx, dan.id, [{ type: "manual_check" }]))._id);
    expect(
      await codeOf(dan.mutation(api.requests.mutations.comment, { requestId, body: "Psst", visibility: "internal" })),
    ).toBe("not-eligible");
  });

  test("mentions only those who may read it", async () => {
    const { ada, bea, cleo, eve, say } = await aCast();
    expect(await codeOf(say(bea, "See this", { visibility: "internal", mentionIds: [ada.id] }))).toBe("not-eligible");
    expect(await codeOf(say(bea, "See this", { visibility: "internal", mentionIds: [eve.id] }))).toBe("not-eligible");
    await say(bea, "See this", { visibility: "internal", mentionIds: [cleo.id] });
  });
});

describe("a file", () => {
  async function attached(
    cast: Awaited<ReturnType<typeof aCast>>,
    who: TestPerson,
    name: string,
    content: Uint8Array<ArrayBuffer> | string,
  ) {
    const { ticketId } = await who.mutation(api.requests.mutations.generateUploadUrl, { requestId: cast.requestId });
    const storageId = await cast.world.file(content);
    const uploadId = await who.mutation(api.requests.mutations.takeUpFile, {
      requestId: cast.requestId,
      ticketId,
      storageId,
      name,
    });
    await cast.world.advance(0);
    const [upload] = (await who.query(api.requests.queries.uploads, { requestId: cast.requestId })).filter(
      ({ id }) => id === uploadId,
    );
    return { uploadId, storageId, upload };
  }

  test("of somebody else is not taken into one's own comment", async () => {
    const cast = await aCast();
    const { uploadId, storageId } = await attached(cast, cast.bea, "plan.png", PNG);
    expect(await codeOf(cast.say(cast.ada, "Mine", { uploadIds: [uploadId] }))).toBe("not-found");
    const { ticketId } = await cast.ada.mutation(api.requests.mutations.generateUploadUrl, {
      requestId: cast.requestId,
    });
    expect(
      await codeOf(
        cast.ada.mutation(api.requests.mutations.takeUpFile, {
          requestId: cast.requestId,
          ticketId,
          storageId,
          name: "a.png",
        }),
      ),
    ).toBe("not-found");
  });
  test("is looked into before a comment takes it, and opens for readers of the comment only", async () => {
    const cast = await aCast();
    const { ada, bea, eve, say } = cast;
    const { uploadId, upload } = await attached(cast, ada, "plan.png", PNG);
    expect(upload).toMatchObject({ state: "accepted" });
    expect(await codeOf(bea.query(api.requests.queries.attachment, { file: uploadId }))).toBe("not-found");
    await say(ada, "The plan", { uploadIds: [uploadId] });
    expect(await bea.query(api.requests.queries.attachment, { file: uploadId })).toMatchObject({
      name: "plan.png",
      contentType: "image/png",
    });
    expect(await codeOf(eve.query(api.requests.queries.attachment, { file: uploadId }))).toBe("not-found");
  });

  test("of an internal note stays internal", async () => {
    const cast = await aCast();
    const { ada, bea, say } = cast;
    const { uploadId } = await attached(cast, bea, "plan.png", PNG);
    await say(bea, "Look", { visibility: "internal", uploadIds: [uploadId] });
    expect(await codeOf(ada.query(api.requests.queries.attachment, { file: uploadId }))).toBe("not-found");
  });

  test("whose content is not what its name says is refused and removed", async () => {
    const cast = await aCast();
    const { ada, say, world } = cast;
    const { uploadId, upload } = await attached(cast, ada, "harmless.png", "<html><script>alert(1)</script>");
    expect(upload).toMatchObject({ state: "refused", problem: expect.stringContaining("cannot be attached") });
    expect(await codeOf(say(ada, "Look", { uploadIds: [uploadId] }))).toBe("invalid-input");
    expect(await world.run((ctx) => ctx.db.system.query("_storage").collect())).toEqual([]);
  });

  test("one that was not sent is taken back by its uploader alone", async () => {
    const cast = await aCast();
    const { uploadId } = await attached(cast, cast.ada, "plan.png", PNG);
    const drop = (who: TestPerson) => who.mutation(api.requests.mutations.dropFile, { uploadId });
    expect(await codeOf(drop(cast.bea))).toBe("not-found");
    await drop(cast.ada);
    expect(await cast.ada.query(api.requests.queries.uploads, { requestId: cast.requestId })).toEqual([]);
  });

  test("is one of ten at most that wait for a comment", async () => {
    const cast = await aCast();
    const { ada } = cast;
    for (let n = 0; n < 10; n++) await attached(cast, ada, `plan-${n}.png`, PNG);
    expect(await codeOf(attached(cast, ada, "one-more.png", PNG))).toBe("too-many");
  });

  test("that no comment took is removed after a day", async () => {
    const cast = await aCast();
    await attached(cast, cast.ada, "plan.png", PNG);
    await cast.world.advance(DAY_MS + 1);
    await cast.world.internal(internal.requests.internal.pruneFiles, {});
    expect(await cast.world.rows("requestUploads")).toEqual([]);
  });
});

describe("a question to the requester", () => {
  async function asked(cast: Awaited<ReturnType<typeof aCast>>) {
    await cast.world.run(async (ctx) => {
      const request = await ctx.db.get(cast.requestId);
      if (request) await askRequester(stepNow(ctx), request, { question: "Which table?", askedById: cast.bea.id });
    });
  }

  test("stops the clock until it is answered: the due date and what people hold move by the pause", async () => {
    const cast = await aCast();
    const { ada, requestId, world, notices, bea } = cast;
    await world.run((ctx) => ctx.db.patch(requestId, { dueAt: DAWN + 10 * DAY_MS }));
    const leaseBefore = (await world.rows("requestTasks"))[0]?.leaseUntil ?? 0;
    await asked(cast);
    expect(await notices(ada)).toEqual(["request.infoAsked"]);
    expect((await ada.query(api.requests.queries.get, { request: "REQ-101" })).nextStep).toMatchObject({
      tone: "you",
      text: expect.stringContaining("Answer Bea Tester's question"),
    });
    await world.advance(3 * DAY_MS);
    await ada.mutation(api.requests.mutations.answer, { requestId, body: "Orders" });
    const page = await ada.query(api.requests.queries.get, { request: "REQ-101" });
    const said = (await ada.query(api.requests.queries.comments, { request: "REQ-101" })).comments;
    expect(said.map(({ body, isQuestion, isAnswer }) => [body, isQuestion, isAnswer])).toEqual([
      ["Which table?", true, false],
      ["Orders", false, true],
    ]);
    expect(page).toMatchObject({ status: "Pending approval", question: null, dueAt: DAWN + 13 * DAY_MS });
    expect((await world.rows("requestTasks"))[0]?.leaseUntil).toBe(leaseBefore + 3 * DAY_MS);
    expect(await notices(ada)).toEqual([]);
    expect(await notices(bea)).toContain("request.answered");
  });

  test("is answered by the requester alone", async () => {
    const cast = await aCast();
    await asked(cast);
    expect(
      await codeOf(cast.dan.mutation(api.requests.mutations.answer, { requestId: cast.requestId, body: "Orders" })),
    ).toBe("not-eligible");
  });

  test("reminds twice, and cancels the request after 14 days", async () => {
    const cast = await aCast();
    const { ada, world } = cast;
    await asked(cast);
    const check = () => world.internal(internal.requests.internal.checkOpenQuestions, {});
    const reminders = async () =>
      (await world.rows("auditEvents")).filter(({ action }) => action === "request.questionReminded").length;
    for (const [day, expected] of [
      [3, 0],
      [5, 1],
      [6, 1],
      [11, 2],
      [13, 2],
    ] as const) {
      await world.advance(DAWN + day * DAY_MS - (await now(world)));
      await check();
      expect([day, await reminders()]).toEqual([day, expected]);
    }
    await world.advance(DAWN + 14 * DAY_MS - (await now(world)));
    await check();
    await check();
    const page = await ada.query(api.requests.queries.get, { request: "REQ-101" });
    expect(page).toMatchObject({
      status: "Cancelled",
      cancelReason: "The open question was not answered within 14 days",
    });
  });
});

async function now(world: Awaited<ReturnType<typeof aWorld>>): Promise<number> {
  return await world.run(async () => Date.now());
}

describe("cancelling", () => {
  test("is the requester's right until something irreversible began, with the consequence told before", async () => {
    const { ada, requestId, world } = await aCast();
    const page = await ada.query(api.requests.queries.get, { request: "REQ-101" });
    expect(page.cancelConsequence).toContain(
      "2 tasks will not start. “Approve access” is running and will be stopped.",
    );
    await world.run(async (ctx) => {
      const task = (await tasksNow(ctx, { _id: requestId }))[2];
      if (task) await startTask(stepNow(ctx), task, null);
    });
    expect(await codeOf(ada.mutation(api.requests.mutations.cancel, { requestId }))).toBe("too-late");
  });

  test("ends the request and tells nobody who did it themselves", async () => {
    const { ada, requestId, notices } = await aCast();
    await ada.mutation(api.requests.mutations.cancel, { requestId });
    expect((await ada.query(api.requests.queries.get, { request: "REQ-101" })).status).toBe("Cancelled");
    expect(await notices(ada)).toEqual([]);
    expect(await codeOf(ada.mutation(api.requests.mutations.cancel, { requestId }))).toBe("too-late");
  });

  test("by an admin needs a reason, which the requester is told", async () => {
    const { ada, bea, dan, requestId, notices } = await aCast();
    expect(await codeOf(dan.mutation(api.requests.mutations.cancel, { requestId }))).toBe("reason-required");
    expect(await codeOf(bea.mutation(api.requests.mutations.cancel, { requestId, reason: "No" }))).toBe("not-eligible");
    await dan.mutation(api.requests.mutations.cancel, { requestId, reason: "The dataset is retired" });
    expect(await notices(ada)).toEqual(["request.cancelled"]);
    expect((await ada.query(api.requests.queries.get, { request: "REQ-101" })).nextStep.text).toBe(
      "Cancelled: The dataset is retired",
    );
  });
});

test("those who have to decide are reminded once a day, and the page says when they were", async () => {
  const { ada, bea, requestId, notices, world } = await aCast();
  const remindedAt = async () => (await ada.query(api.requests.queries.get, { request: requestId })).remindedAt;
  expect(await remindedAt()).toBeNull();
  expect(await ada.mutation(api.requests.mutations.remind, { requestId })).toBe(1);
  expect(await remindedAt()).toBe(DAWN);
  expect(await notices(bea)).toEqual(["approval.reminded"]);
  expect(await codeOf(ada.mutation(api.requests.mutations.remind, { requestId }))).toBe("too-early");
  await world.advance(24 * HOUR_MS);
  expect(await ada.mutation(api.requests.mutations.remind, { requestId })).toBe(1);
});

test("the timeline of a request is read page by page without gaps or repetitions", async () => {
  const { ada, requestId, world } = await aCast();
  await world.run(async (ctx) => {
    for (let n = 0; n < 120; n++) {
      await ctx.db.insert("requestComments", {
        requestId,
        authorId: ada.id,
        visibility: "public",
        body: `Comment ${n}`,
        mentionIds: [],
        attachments: [],
        isAnswer: false,
        createdAt: DAWN + Math.floor(n / 7),
      });
    }
    const request = await ctx.db.get(requestId);
    if (request) await cancelRequest(stepNow(ctx), request, "Enough");
  });
  const ids: string[] = [];
  for (let before: string | null = null, page = 0; page < 10; page++) {
    const { entries, next }: { entries: { id: string; at: number }[]; next: string | null } = await ada.query(
      api.requests.queries.timeline,
      { request: requestId, before },
    );
    ids.push(...entries.map(({ id }) => id));
    before = next;
    if (next === null) break;
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(123);
  // A place the portal did not give is the beginning.
  for (const before of ["nonsense", "|", "12x|id"])
    expect((await ada.query(api.requests.queries.timeline, { request: requestId, before })).entries[0]?.id).toBe(
      ids[0],
    );
});
