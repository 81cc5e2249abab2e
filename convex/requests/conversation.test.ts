import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { MINUTE_MS } from "../lib/pure/time";
import { stepNow, submitted } from "../process/requests.testing";
import { cancelRequest } from "../process/settling/requestMoves";
import { codeOf, DAWN, endWorld, type TestPerson } from "../testing/world.testing";
import { aCast } from "./conversation.testing";

afterEach(endWorld);

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
    expect(page.form).toEqual([{ name: "reason", label: "Reason", value: "Because", code: null }]);
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
