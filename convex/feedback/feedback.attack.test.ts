/** Votes, merges and notes: nobody counts twice, nothing is lost by a merge, and what is internal stays so. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { SURVEY_MS, MAX_SURVEYED, MAX_VOTE_TURNS, MAX_VOTES_PER_HOUR } from "../core/feedback/rules";
import { HOUR_MS } from "../lib/pure/time";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aFeedbackWorld } from "./ideas.testing";

afterEach(endWorld);

const { mutations, queries } = api.feedback;
type World = Awaited<ReturnType<typeof aFeedbackWorld>>;

const twinOf = ({ world }: World, name: string) => world.person(`${name}.two`, { email: `${name}+two@ao.com` });
const merge = ({ adam }: World, ideaId: Id<"ideas">, intoId: Id<"ideas">, by: TestPerson = adam) =>
  by.mutation(mutations.merge, { ideaId, intoId, note: "The same" });
const unmerge = ({ adam }: World, ideaId: Id<"ideas">, by: TestPerson = adam) =>
  by.mutation(mutations.unmerge, { ideaId, note: "Not the same" });

describe("one vote per human [F1]", () => {
  test("also by another mailbox of theirs, which can take it back", async () => {
    const scene = await aFeedbackWorld();
    const { fay, ideaId, idea, page, vote } = scene;
    const twin = await twinOf(scene, "fay");
    await vote(fay, ideaId);
    await vote(fay, ideaId);
    await vote(twin, ideaId);
    expect((await idea(ideaId)).votes).toBe(2);
    expect(await page(twin, ideaId)).toMatchObject({ hasVoted: true });
    await vote(twin, ideaId, false);
    expect((await idea(ideaId)).votes).toBe(1);
    expect(await page(fay, ideaId)).toMatchObject({ hasVoted: false });
  });

  test("also by two accounts at once", async () => {
    const scene = await aFeedbackWorld();
    const { world, fay, ideaId, idea, vote } = scene;
    const twin = await twinOf(scene, "fay");
    await Promise.all([vote(fay, ideaId), vote(twin, ideaId)]);
    expect((await idea(ideaId)).votes).toBe(2);
    expect((await world.rows("ideaVotes")).filter(({ isCast }) => isCast)).toHaveLength(2);
  });

  test("also after a merge, for both ideas as one", async () => {
    const scene = await aFeedbackWorld();
    const { ada, fay, gina, ideaId, idea, write, vote } = scene;
    const other = await write(gina, "Night colours");
    const twin = await twinOf(scene, "fay");
    await vote(fay, ideaId);
    await vote(twin, other);
    await vote(ada, other);
    await merge(scene, other, ideaId);
    // Ada, fay by two accounts, gina.
    expect((await idea(ideaId)).votes).toBe(3);
    await vote(twin, ideaId);
    await vote(gina, ideaId);
    expect((await idea(ideaId)).votes).toBe(3);
  });

  test("also by accounts that became one human's after both had voted", async () => {
    const scene = await aFeedbackWorld();
    const { world, fay, gina, ideaId, idea, page, vote } = scene;
    await vote(fay, ideaId);
    await vote(gina, ideaId);
    const rows = await world.rows("people");
    const mailbox = rows.find(({ _id }) => _id === fay.id)?.mailbox;
    await world.run((ctx) => ctx.db.patch(gina.id, { email: "fay+g@ao.com", mailbox }));
    expect(await page(gina, ideaId)).toMatchObject({ hasVoted: true });
    await vote(gina, ideaId, false);
    expect((await idea(ideaId)).votes).toBe(1);
    expect(await page(fay, ideaId)).toMatchObject({ hasVoted: false });
  });

  test("counted up and down by one, whoever else voted", async () => {
    const { world, fay, ideaId, idea, vote } = await aFeedbackWorld();
    await world.run((ctx) => ctx.db.patch(ideaId, { votes: 1500 }));
    await vote(fay, ideaId);
    expect((await idea(ideaId)).votes).toBe(1501);
    await vote(fay, ideaId, false);
    expect((await idea(ideaId)).votes).toBe(1500);
  });

  test("and none for what is over", async () => {
    const { fay, ideaId, vote, codeOf, move } = await aFeedbackWorld();
    await move(ideaId, "Under review", "Declined");
    expect(await codeOf(vote(fay, ideaId))).toBe("wrong-state");
  });

  test("is not cast and taken back without end", async () => {
    const { fay, ideaId, vote, codeOf } = await aFeedbackWorld();
    for (let turn = 0; turn < MAX_VOTE_TURNS; turn += 1) await vote(fay, ideaId, turn % 2 === 0);
    expect(await codeOf(vote(fay, ideaId))).toBe("rate-limited");
  });

  test(`nor for more than ${MAX_VOTES_PER_HOUR} ideas an hour`, async () => {
    const { world, fay, gina, ideaId, write, vote, codeOf } = await aFeedbackWorld();
    const other = await write(gina, "Night colours");
    const hasVotedAt = (changedAt: number) =>
      world.run(async ({ db }) => {
        const cast = { ideaId: other, personId: fay.id, isCast: false, changedAt, turns: 1 };
        for (let row = 0; row < MAX_VOTES_PER_HOUR; row += 1) await db.insert("ideaVotes", cast);
      });
    await hasVotedAt(world.now() - HOUR_MS);
    await vote(fay, ideaId);
    await hasVotedAt(world.now());
    expect(await codeOf(vote(fay, ideaId, false))).toBe("rate-limited");
  });
});

describe("a merge [F3]", () => {
  test("taken back leaves votes, comments and status as they were, and tells both times", async () => {
    const scene = await aFeedbackWorld();
    const { world, ada, fay, gina, ideaId, idea, page, write, vote, move, told } = scene;
    const other = await write(gina, "Night colours");
    await move(other, "Under review");
    await vote(fay, ideaId);
    await vote(fay, other);
    await gina.mutation(mutations.comment, { ideaId: other, text: "Please" });
    const before = { votes: await world.rows("ideaVotes"), comments: await world.rows("ideaComments") };
    const seen = async (id: Id<"ideas">) => {
      const shown = await page(ada, id);
      return { votes: shown?.votes, comments: shown?.comments, status: shown?.status, hasVoted: shown?.hasVoted };
    };
    const [first, second] = [await seen(ideaId), await seen(other)];
    await merge(scene, other, ideaId);
    expect(await page(ada, ideaId)).toMatchObject({ votes: 3, comments: [{ text: "Please", on: "IDEA-2" }] });
    expect(await page(ada, other)).toMatchObject({ status: "Merged", mergedInto: { key: "IDEA-1" } });
    await unmerge(scene, other);
    expect([await seen(ideaId), await seen(other)]).toEqual([first, second]);
    expect(await world.rows("ideaVotes")).toEqual(before.votes);
    expect(await world.rows("ideaComments")).toEqual(before.comments);
    expect((await idea(other)).mergedIntoId).toBeUndefined();
    await world.advance(0);
    expect((await told(gina, "idea.moved")).map(({ count }) => count)).toEqual([1, 1, 1]);
  });

  test("keeps what was merged into it before, also when a chain is taken back from its middle", async () => {
    const scene = await aFeedbackWorld();
    const { fay, gina, kim, ideaId, idea, write } = scene;
    const [second, third] = [await write(fay, "Night"), await write(gina, "Evening")];
    await merge(scene, third, second);
    await merge(scene, second, ideaId);
    expect((await idea(ideaId)).votes).toBe(3);
    await unmerge(scene, second);
    expect([(await idea(ideaId)).votes, (await idea(second)).votes]).toEqual([1, 2]);
    await merge(scene, second, ideaId);
    await unmerge(scene, third, kim);
    expect([(await idea(ideaId)).votes, (await idea(second)).votes, (await idea(third)).votes]).toEqual([2, 2, 1]);
  });

  test("is taken back under a note alone, and votes are counted anew", async () => {
    const scene = await aFeedbackWorld();
    const { world, adam, fay, ideaId, idea, write, vote, codeOf } = scene;
    const other = await write(fay, "Night");
    await merge(scene, other, ideaId);
    expect(await codeOf(adam.mutation(mutations.unmerge, { ideaId: other, note: "  " }))).toBe("reason-required");
    await vote(fay, ideaId);
    // Whatever its number was meanwhile.
    await world.run((ctx) => ctx.db.patch(other, { votes: 7 }));
    await unmerge(scene, other);
    expect((await idea(other)).votes).toBe(1);
  });

  test("makes no circle, and joins nothing that is over", async () => {
    const scene = await aFeedbackWorld();
    const { ada, fay, ideaId, write, move, codeOf } = scene;
    const other = await write(fay, "Night");
    expect(await codeOf(merge(scene, ideaId, ideaId))).toBe("invalid-input");
    expect(await codeOf(merge(scene, ideaId, other, ada))).toBe("not-allowed");
    expect(await codeOf(unmerge(scene, ideaId))).toBe("wrong-state");
    await merge(scene, other, ideaId);
    expect(await codeOf(merge(scene, ideaId, other))).toBe("invalid-input");
    expect(await codeOf(merge(scene, other, ideaId))).toBe("wrong-state");
    await move(ideaId, "Under review", "Declined");
    const third = await write(fay, "Third");
    expect(await codeOf(merge(scene, ideaId, third))).toBe("wrong-state");
    expect(await codeOf(merge(scene, third, other))).toBe("wrong-state");
  });
});

describe("what admins think [F4]", () => {
  test("never changes the author's priority, and is read by nobody else", async () => {
    const { world, ada, adam, fay, gina, sam, ideaId, idea, page, vote, ship, told, events, codeOf } =
      await aFeedbackWorld();
    await vote(fay, ideaId);
    await adam.mutation(mutations.prioritise, { ideaId, teamPriority: "Critical" });
    await adam.mutation(mutations.note, { ideaId, text: "Wildly expensive" });
    await ship(ideaId);
    expect(await idea(ideaId)).toMatchObject({ priority: "Low", teamPriority: "Critical" });
    expect(await sam.query(queries.team, { ideaId })).toMatchObject({ notes: [{ text: "Wildly expensive" }] });
    for (const who of [ada, fay, gina]) {
      expect(await codeOf(who.query(queries.team, { ideaId }))).toBe("not-allowed");
      const read = [
        await page(who, ideaId),
        await who.query(queries.mine, {}),
        await who.query(queries.roadmap, {}),
        await who.query(queries.similar, { text: "Wildly expensive dark charts" }),
        await who.query(queries.list, { status: null, paginationOpts: { numItems: 5, cursor: null } }),
        await who.query(queries.list, { status: "Shipped", paginationOpts: { numItems: 5, cursor: null } }),
        await who.mutation(api.people.mutations.exportOwn, {}),
        await told(who),
      ];
      expect(JSON.stringify(read)).toContain("Dark charts");
      expect(JSON.stringify(read)).not.toMatch(/Wildly|"Critical"/);
    }
    expect(JSON.stringify([await events("idea.noted"), await world.rows("mailOutbox")])).not.toContain("Wildly");
  });

  test("is set by nobody who does not look after ideas", async () => {
    const { ada, gina, ideaId, codeOf } = await aFeedbackWorld();
    for (const who of [ada, gina]) {
      expect(await codeOf(who.mutation(mutations.prioritise, { ideaId, teamPriority: "Low" }))).toBe("not-allowed");
      expect(await codeOf(who.mutation(mutations.note, { ideaId, text: "Mine" }))).toBe("not-allowed");
    }
  });
});

describe("what was shipped [F6]", () => {
  test("asks its first voters once, and a No opens it again with the reason", async () => {
    const scene = await aFeedbackWorld();
    const { world, ada, fay, gina, ideaId, page, vote, ship, told, codeOf } = scene;
    const twin = await twinOf(scene, "fay");
    const answer = (who: TestPerson, isSolved: boolean, reason = "Tables are still bright") =>
      who.mutation(mutations.answer, { ideaId, isSolved, reason });
    await vote(fay, ideaId);
    expect(await codeOf(answer(fay, false))).toBe("wrong-state");
    await ship(ideaId);
    expect(await told(fay, "idea.asked")).toHaveLength(1);
    expect(await page(gina, ideaId)).toMatchObject({ mayAnswer: false });
    expect(await codeOf(answer(gina, false))).toBe("not-eligible");
    expect(await codeOf(answer(fay, false, " "))).toBe("reason-required");
    await answer(ada, true);
    expect(await codeOf(answer(ada, false))).toBe("already-decided");
    expect(await page(twin, ideaId)).toMatchObject({ mayAnswer: true });
    await answer(twin, false);
    expect(await page(ada, ideaId)).toMatchObject({ status: "Under review", mayAnswer: false });
    expect((await page(ada, ideaId))?.moves[0]).toMatchObject({ to: "Under review", note: "Tables are still bright" });
    expect((await told(fay, "idea.asked"))[0]).toHaveProperty("closedAt");
    await world.advance(0);
    expect((await told(ada, "idea.moved")).some(({ body }) => body === "Tables are still bright")).toBe(true);
  });

  test("is opened again neither by the 21st voter nor after its time", async () => {
    const { world, ada, ideaId, idea, vote, ship, told, codeOf } = await aFeedbackWorld();
    const voters: TestPerson[] = [];
    for (let count = 0; count < MAX_SURVEYED; count += 1) {
      const voter = await world.person(`voter${count}`);
      await vote(voter, ideaId);
      await world.advance(1);
      voters.push(voter);
    }
    await ship(ideaId);
    const [last] = voters.slice(-1);
    if (!last) throw new Error("Nobody voted");
    const no = (who: TestPerson) => codeOf(who.mutation(mutations.answer, { ideaId, isSolved: false, reason: "No" }));
    expect((await idea(ideaId)).asked?.personIds).toHaveLength(20);
    expect(await told(last, "idea.asked")).toEqual([]);
    expect((await told(last, "idea.moved")).at(-1)).toMatchObject({ title: "IDEA-1 is now Shipped" });
    expect(await no(last)).toBe("not-eligible");
    await world.advance(SURVEY_MS);
    expect(await no(ada)).toBe("too-late");
  });
});

describe("a deleted idea [F5]", () => {
  test("leaves its number and the event, and none of its words", async () => {
    const { world, ada, adam, fay, sam, ideaId, page, vote, move, told, events, codeOf } = await aFeedbackWorld();
    await vote(fay, ideaId);
    await fay.mutation(mutations.comment, { ideaId, text: "Dark charts for me" });
    await adam.mutation(mutations.note, { ideaId, text: "Dark charts again" });
    await move(ideaId, "Under review");
    const remove = (by: TestPerson, reason = "Names a customer") => by.mutation(mutations.remove, { ideaId, reason });
    expect(await codeOf(remove(adam))).toBe("not-allowed");
    expect(await codeOf(remove(sam, " "))).toBe("reason-required");
    expect((await told(fay))[0]).toMatchObject({ body: "It is Under review now" });
    await remove(sam);
    await world.advance(0);
    for (const notice of await world.rows("notifications")) expect(notice).not.toHaveProperty("body");
    expect(await page(ada, ideaId)).toMatchObject({ key: "IDEA-1", status: "Deleted", title: "", comments: [] });
    for (const table of ["ideas", "ideaComments", "ideaNotes", "ideaMoves"] as const)
      expect(JSON.stringify(await world.rows(table))).not.toMatch(/dark charts|under review now/i);
    expect(await fay.query(queries.mine, {})).toEqual([]);
    expect(await events("idea.deleted")).toMatchObject([{ targets: [{ type: "idea", label: "IDEA-1" }] }]);
    expect(JSON.stringify(await events("idea.written"))).not.toContain("Dark charts");
    expect(await codeOf(vote(fay, ideaId))).toBe("wrong-state");
  });

  test("is none that others were merged into", async () => {
    const scene = await aFeedbackWorld();
    const { fay, sam, ideaId, write, codeOf } = scene;
    const other = await write(fay, "Night");
    await merge(scene, other, ideaId);
    for (const id of [ideaId, other])
      expect(await codeOf(sam.mutation(mutations.remove, { ideaId: id, reason: "Gone" }))).toBe("invalid-input");
  });
});
