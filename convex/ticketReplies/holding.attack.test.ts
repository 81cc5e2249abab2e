/** Replies of agents are held for a minute: nobody hears of one before, and what is taken back was never said (S32). */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { HELD_MS, MAX_REPLIES } from "../core/tickets/rules";
import { HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aHold } from "./holding.testing";

afterEach(endWorld);

describe("a reply of an agent [S32]", () => {
  test("is said a minute later, with its files and what follows, once; until then nobody notices anything", async () => {
    const { world, ada, kim, agent, key, hold, upload, noticed, minute, said, draftOf, read, ticketRow } =
      await aHold();
    const file = await upload(agent, key);
    const before = await noticed();
    await hold(agent, { uploadIds: [file], after: "wait" });
    await world.advance(HELD_MS - 1000);
    expect(await noticed()).toEqual(before);
    for (const who of [ada, kim]) {
      expect(JSON.stringify(await read(who, key))).not.toContain("We look at it");
      expect(await draftOf(who)).toBeNull();
    }
    expect(await draftOf(agent)).toMatchObject({ draft: { body: "We look at it" }, unsentBecause: null });
    await world.advance(1001);
    expect(await said()).toEqual(["We look at it"]);
    expect((await read(ada, key))?.messages[0]?.files).toMatchObject([{ name: "screen.png" }]);
    expect((await ticketRow(key)).state).toBe("waitingOnRequester");
    expect(await draftOf(agent)).toBeNull();
    await minute();
    expect(await said()).toHaveLength(1);
  });

  test("that is taken back is the draft it was, and was never said, by mail neither", async () => {
    const { world, ada, agent, key, hold, undo, noticed, minute, draftOf, upload, waiting } = await aHold();
    const file = await upload(agent, key);
    const before = await noticed();
    await hold(agent, { uploadIds: [file], after: "resolve", cause: "data" });
    await undo(agent);
    await minute();
    expect(await noticed()).toEqual(before);
    await world.advance(HOUR_MS);
    await world.internal(internal.notifications.internal.mailDue, {});
    const mailed = (await world.rows("mailOutbox")).map(({ personId }) => personId);
    expect(mailed).not.toContain(ada.id);
    expect(await draftOf(agent)).toMatchObject({
      draft: { body: "We look at it", after: "resolve", cause: "data" },
      sendsAt: null,
    });
    expect(await waiting(agent, key)).toMatchObject([{ id: file }]);
    expect(await codeOf(undo(agent))).toBe("too-late");
  });

  test("taken back and sent anew is said by the second minute alone", async () => {
    const { world, agent, hold, undo, said } = await aHold();
    await hold(agent);
    await world.advance(30_000);
    await undo(agent);
    await hold(agent, { body: "We looked at it" });
    await world.advance(HELD_MS - 1000);
    expect(await said()).toEqual([]);
    await world.advance(1001);
    expect(await said()).toEqual(["We looked at it"]);
  });

  test("is said at once where its writer says so, and not again; then it is too late to take it back", async () => {
    const { agent, hold, undo, sendNow, minute, said } = await aHold();
    await hold(agent);
    await sendNow(agent);
    expect(await said()).toEqual(["We look at it"]);
    expect(await codeOf(undo(agent))).toBe("too-late");
    expect(await codeOf(sendNow(agent))).toBe("too-late");
    await minute();
    expect(await said()).toHaveLength(1);
  });

  test("is held, sent and taken back by its writer alone, one at a time, and changed by nobody meanwhile", async () => {
    const { ada, gina, kim, agent, key, hold, undo, sendNow, said, draftOf, note, minute, create, resolve } =
      await aHold();
    await hold(agent);
    expect(await codeOf(hold(agent, { body: "Another" }))).toBe("wrong-state");
    for (const who of [ada, gina]) {
      expect(await codeOf(hold(who))).toBe("not-allowed");
      expect(await codeOf(undo(who))).toBe("not-allowed");
      expect(await codeOf(sendNow(who))).toBe("not-allowed");
    }
    expect(await codeOf(undo(kim))).toBe("too-late");
    expect(await codeOf(sendNow(kim))).toBe("too-late");
    const version = (await draftOf(agent))?.version ?? null;
    const change = { key, draft: { body: "Changed" }, version };
    expect(await codeOf(agent.mutation(api.tickets.mutations.saveDraft, change))).toBe("changed-meanwhile");
    await note(agent, key);
    const own = await create(kim);
    expect(await codeOf(hold(kim, { key: own }))).toBe("not-eligible");
    expect(await codeOf(hold(kim, { body: "  " }))).toBe("invalid-input");
    await minute();
    expect(await said()).toEqual(["We look at it"]);
    for (let turn = 2; turn < MAX_REPLIES; turn += 1) await note(agent, key);
    expect(await codeOf(hold(agent))).toBe("rate-limited");
    await resolve(kim, key);
    expect(await codeOf(hold(kim))).toBe("wrong-state");
  });

  test("is a draft again and says why where it can be said no longer: nothing is left half done", async () => {
    const { world, agent, kim, key, hold, minute, said, draftOf, create, merge, ada } = await aHold();
    await hold(agent);
    const into = await create(ada);
    await merge(kim, key, into);
    await minute();
    expect(await draftOf(agent)).toMatchObject({ draft: { body: "We look at it" }, sendsAt: null });
    expect((await draftOf(agent))?.unsentBecause).toMatch(/\w/);
    await hold(agent, { key: into });
    await world.run((ctx) => ctx.db.patch(agent.id, { roles: ["staff"] }));
    await minute();
    expect(await said()).toEqual([]);
    expect((await world.rows("ticketDrafts")).map(({ held }) => held)).toEqual([undefined, undefined]);
    expect((await world.rows("ticketMessages")).filter(({ isAnswer }) => isAnswer)).toEqual([]);
  });

  test("tags its ticket when it is said, with no tag before, and is a draft again with them where it cannot [S11]", async () => {
    const { world, ada, agent, kim, key, hold, undo, minute, said, read, draftOf, ticketRow, noticed } = await aHold();
    const tagsOf = async () => (await ticketRow(key)).tags;
    const before = await noticed();
    await hold(agent, { tags: [" Late  loads", "late loads", "returns"], after: "wait" });
    expect(await noticed()).toEqual(before);
    expect(await draftOf(agent)).toMatchObject({ draft: { tags: ["late loads", "returns"] } });
    await undo(agent);
    await minute();
    expect(await tagsOf()).toBeUndefined();
    expect(await draftOf(agent)).toMatchObject({ draft: { tags: ["late loads", "returns"] } });

    await hold(agent, { tags: ["late loads", "returns"], after: "wait" });
    const change = { key, add: ["a", "b", "c", "d", "e", "f", "g", "h", "i"], remove: [] };
    await kim.mutation(api.ticketTags.mutations.change, change);
    await minute();
    expect([await said(), (await ticketRow(key)).state]).toEqual([[], "new"]);
    expect((await draftOf(agent))?.unsentBecause).toMatch(/at most 10 tags/);
    expect(await codeOf(hold(agent, { tags: ["late loads", "returns"] }))).toBe("invalid-input");
    expect(await codeOf(hold(agent, { tags: ["#!"] }))).toBe("invalid-input");
    expect(await tagsOf()).toEqual(change.add);

    await hold(agent, { tags: ["returns", "a"], after: "resolve", cause: "data" });
    await minute();
    expect([await said(), (await ticketRow(key)).state]).toEqual([["We look at it"], "resolved"]);
    expect(await tagsOf()).toEqual([...change.add, "returns"]);
    expect(JSON.stringify(await read(ada, key))).not.toContain("returns");
    expect((await world.rows("auditEvents")).filter(({ action }) => action === "ticket.tagged")).toHaveLength(2);
    expect(JSON.stringify(await world.rows("auditEvents"))).not.toContain("returns");
  });

  test("says no words that were redacted meanwhile, nor tags with them", async () => {
    const { ada, agent, kim, key, hold, minute, said, reply, ticketRow } = await aHold();
    await reply(ada, key, "The key is xylophone42");
    await hold(agent, { body: "Change xylophone42", tags: ["xylophone42", "keys"] });
    const wish = { key, words: "xylophone42", fileIds: [], reason: "A key" };
    await kim.mutation(api.tickets.mutations.redact, wish);
    await minute();
    expect(await said()).toEqual(["The key is [redacted]", "Change [redacted]"]);
    expect((await ticketRow(key)).tags).toEqual(["keys"]);
  });
});
