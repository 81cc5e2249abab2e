/** A ticket that is better a request: support suggests it, its requester sends it, and the ticket waits for its end. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";

afterEach(endWorld);

const c = api.conversions.mutations;
const ACCESS = "snowflake-access";

/** A ticket of Ada's that the admin answers, and what both do with it. */
async function converting() {
  const company = await aCompany();
  const { world, ada, person, formOf } = company;
  const admin = person("admin");
  const key = await ada.mutation(api.tickets.mutations.create, {
    title: "Cannot read orders",
    description: "I need them for the count",
    topic: "access",
    related: null,
  });
  const ticket = async () => (await world.rows("tickets")).find((one) => one.key === key)!;
  return {
    ...company,
    admin,
    key,
    ticket,
    suggest: (by: TestPerson = admin, typeKey: string | null = ACCESS, body = "Ask for the role, please") =>
      by.mutation(c.suggest, { key, typeKey, body }),
    begin: (by: TestPerson = ada) => by.mutation(c.begin, { key }),
    send: (requestId: Awaited<ReturnType<typeof sendId>>) =>
      ada.mutation(api.requests.mutations.submit, {
        typeKey: ACCESS,
        form: formOf(ACCESS),
        requestId,
        submitKey: aSubmitKey(),
      }),
    suggestion: (by: TestPerson) => by.query(api.conversions.queries.suggestion, { key }),
    types: (by: TestPerson) => by.query(api.conversions.queries.types, { key }),
  };
  function sendId() {
    return ada.mutation(c.begin, { key });
  }
}

describe("a request that support suggests [S20]", () => {
  test("is answered to the requester, who has the next step, and shown to everybody who reads the ticket", async () => {
    const { ada, admin, suggest, suggestion, ticket, key } = await converting();
    expect(await suggestion(ada)).toBeNull();
    await suggest();
    expect(await ticket()).toMatchObject({ state: "waitingOnRequester", suggested: { typeKey: ACCESS } });
    const read = await ada.query(api.tickets.queries.get, { key });
    expect(read?.messages.at(-1)?.body).toBe("Ask for the role, please");
    expect(await suggestion(ada)).toMatchObject({ type: { key: ACCESS }, mayFollow: true, isBegun: false });
    expect(await suggestion(admin)).toMatchObject({ mayFollow: false });
  });

  test("is begun by the requester as a draft of their own, filled in from the ticket, once", async () => {
    const { world, ada, areaId, suggest, begin, suggestion, key } = await converting();
    await suggest();
    const draft = await begin();
    expect(await begin()).toBe(draft);
    const requests = await world.rows("requests");
    expect(requests).toMatchObject([{ _id: draft, requesterId: ada.id, status: "Draft", typeId: ACCESS }]);
    const reason = `${key} Cannot read orders\n\nI need them for the count`;
    expect(requests[0]?.form).toEqual({ reason, businessArea: areaId });
    expect(await suggestion(ada)).toMatchObject({ isBegun: true });
    await ada.mutation(api.requests.mutations.deleteDraft, { requestId: draft });
    expect(await begin()).not.toBe(draft);
  });

  test("is waited for once it was sent, and its end gives the ticket back with the proof [S6]", async () => {
    const { ada, suggest, begin, send, suggestion, ticket } = await converting();
    await suggest();
    const { id, key: request } = await send(await begin());
    expect(await ticket()).toMatchObject({ state: "waitingOnThirdParty", waitsForId: id });
    expect(await suggestion(ada)).toBeNull();
    await ada.mutation(api.requests.mutations.cancel, { requestId: id, reason: "Not needed any more" });
    expect(await ticket()).toMatchObject({ state: "open", proof: { requestId: id, status: "Cancelled" } });
    expect(request).toMatch(/^REQ-/);
  });

  test("leaves a ticket as it is that is over meanwhile", async () => {
    const { ada, admin, suggest, begin, send, ticket, key } = await converting();
    await suggest();
    const draft = await begin();
    const ends = { visibility: "public", after: "resolve", cause: "other" } as const;
    await admin.mutation(api.tickets.mutations.say, { key, body: "Done otherwise", ...ends });
    expect(await codeOf(begin())).toBe("wrong-state");
    await send(draft);
    const after = await ticket();
    expect([after.state, after.waitsForId, after.suggested]).toEqual(["resolved", undefined, undefined]);
    expect(ada.id).toBe(after.requesterId);
  });

  test("is suggested by agents of the ticket alone, and only what its requester may ask for", async () => {
    const { world, ada, zoe, person, suggest, types, key } = await converting();
    expect(await codeOf(suggest(ada))).toBe("not-allowed");
    expect(await codeOf(suggest(person("admin"), "no-such-type"))).toBe("not-eligible");
    const own = await person("admin").mutation(api.tickets.mutations.create, {
      title: "Mine",
      description: "Mine",
      topic: "other",
      related: null,
    });
    expect(await codeOf(person("admin").mutation(c.suggest, { key: own, typeKey: ACCESS, body: "x" }))).toBe(
      "not-eligible",
    );
    // What admins alone may ask for is nothing for Ada, whoever looks.
    await world.run(async (ctx) => {
      const version = await ctx.db
        .query("requestTypeVersions")
        .withIndex("by_type", (q) => q.eq("typeKey", ACCESS))
        .first();
      if (version)
        await ctx.db.patch(version._id, { definition: { ...version.definition, audience: ["admin", "superAdmin"] } });
    });
    expect((await types(person("admin"))).map((type) => type.key)).not.toContain(ACCESS);
    expect(await codeOf(suggest())).toBe("not-eligible");
    for (const stranger of [ada, zoe])
      expect(await codeOf(stranger.query(api.conversions.queries.types, { key }))).toBe("not-allowed");
  });

  test("is begun by nobody but the requester, and found by no stranger", async () => {
    const { world, ada, zoe, admin, suggest, begin, suggestion, key } = await converting();
    expect(await codeOf(begin())).toBe("not-found");
    await suggest();
    await ada.mutation(api.tickets.mutations.addParticipant, { key, personId: zoe.id });
    expect([await codeOf(begin(zoe)), await codeOf(begin(admin))]).toEqual(["not-eligible", "not-eligible"]);
    const stranger = await world.person("sia");
    expect([await codeOf(begin(stranger)), await suggestion(stranger)]).toEqual(["not-found", null]);
    expect(await world.rows("requests")).toEqual([]);
  });

  test("is nothing its requester must follow: the ticket goes on without", async () => {
    const { world, ada, admin, suggest, ticket, key } = await converting();
    await suggest();
    await ada.mutation(api.tickets.mutations.reply, { key, body: "I rather not" });
    expect(await ticket()).toMatchObject({ state: "open" });
    await world.advance(DAY_MS);
    await admin.mutation(api.tickets.mutations.say, { key, body: "Fine", visibility: "public" });
    expect(await ticket()).toMatchObject({ state: "open", suggested: { typeKey: ACCESS } });
  });
});

describe("an idea that support suggests [S21]", () => {
  /** The same ticket, with what becomes of it as an idea. */
  async function suggesting() {
    const all = await converting();
    const q = api.conversions.queries;
    return {
      ...all,
      suggestIdea: () => all.suggest(all.admin, null, "Others want that too"),
      write: (by: TestPerson = all.ada, title = "A tour of orders") =>
        by.mutation(c.writeIdea, { key: all.key, title, description: "In my own words", priority: "High" }),
      words: (by: TestPerson) => by.query(q.words, { key: all.key }),
      ideaOf: (by: TestPerson) => by.query(q.idea, { key: all.key }),
      ticketOf: (by: TestPerson, idea: string) => by.query(q.ticket, { idea }),
    };
  }

  test("begins with the words of the ticket, for its requester alone", async () => {
    const { ada, admin, zoe, suggest, suggestIdea, suggestion, words } = await suggesting();
    expect(await words(ada)).toBeNull();
    await suggest();
    expect(await words(ada)).toBeNull();
    await suggestIdea();
    expect(await suggestion(ada)).toEqual({ type: null, mayFollow: true, isBegun: false, files: [] });
    expect(await words(ada)).toEqual({
      title: "Cannot read orders",
      description: "I need them for the count",
      files: [],
    });
    expect([await words(admin), await words(zoe)]).toEqual([null, null]);
  });

  test("is published in the requester's own words and solves the ticket, which points to it", async () => {
    const { world, ada, admin, zoe, suggestIdea, write, ideaOf, ticketOf, ticket, suggestion, key } =
      await suggesting();
    await suggestIdea();
    const idea = await write();
    expect(await world.rows("ideas")).toMatchObject([
      { key: idea, title: "A tour of orders", description: "In my own words", authorId: ada.id, priority: "High" },
    ]);
    expect(await ticket()).toMatchObject({ state: "resolved", cause: "idea" });
    expect([await suggestion(ada), await ideaOf(ada), await ideaOf(admin), await ideaOf(zoe)]).toEqual([
      null,
      idea,
      idea,
      null,
    ]);
    expect([await ticketOf(ada, idea), await ticketOf(admin, idea), await ticketOf(zoe, idea)]).toEqual([
      key,
      key,
      null,
    ]);
    expect(await ticketOf(ada, "IDEA-99")).toBeNull();
  });

  test("is written by nobody else, once, and not where a request is suggested", async () => {
    const { world, ada, admin, zoe, suggest, suggestIdea, write, begin } = await suggesting();
    expect(await codeOf(write())).toBe("not-found");
    await suggest();
    expect(await codeOf(write())).toBe("not-found");
    await suggestIdea();
    expect(await codeOf(begin())).toBe("not-found");
    expect([await codeOf(write(admin)), await codeOf(write(zoe))]).toEqual(["not-eligible", "not-found"]);
    expect(await codeOf(write(ada, " "))).toBe("invalid-form");
    expect(await world.rows("ideas")).toEqual([]);
    await write();
    expect(await codeOf(write())).toBe("wrong-state");
    expect(await world.rows("ideas")).toHaveLength(1);
  });
});
