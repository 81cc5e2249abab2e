/** What somebody takes along: their own and nobody else's, each time written down. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { anArticleOf, keepArticle } from "../articles/args.testing";
import { recordEvent } from "../core/audit/model";
import { aFeedbackWorld } from "../feedback/ideas.testing";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { submitted } from "../process/requests.testing";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";
import { aSupport, aTicketRow } from "../tickets/scenes.testing";

afterEach(endWorld);

const { exportOwn } = api.people.mutations;

/** Ada and Bea each asked for something; Bea also asked for something for Ada, and wrote a comment. */
async function aCompany() {
  const world = await aWorld();
  const [ada, bea] = [await world.person("ada"), await world.person("bea")];
  await world.run(async (ctx) => {
    const hers = await submitted(ctx, ada.id, [{ type: "manual" }], "Orders for Ada");
    await submitted(ctx, bea.id, [{ type: "manual" }], "Salaries for Bea");
    const forAda = await submitted(ctx, bea.id, [{ type: "manual" }], "Costs, by Bea for Ada");
    await ctx.db.patch(forAda._id, { beneficiaryId: ada.id, form: { reason: "Bea's own words" } });
    for (const [authorId, body] of [
      [ada.id, "Ada's word"],
      [bea.id, "Bea's word"],
    ] as const)
      await ctx.db.insert("requestComments", {
        requestId: hers._id,
        authorId,
        visibility: authorId === bea.id ? "internal" : "public",
        body,
        mentionIds: [],
        attachments: [],
        isAnswer: false,
        createdAt: DAWN,
      });
  });
  return { world, ada, bea };
}

describe("the data somebody takes along", () => {
  test("holds their own requests with answers, and of those made for them that they are", async () => {
    const { ada } = await aCompany();
    const data = await ada.mutation(exportOwn, {});
    expect(data.person).toMatchObject({ email: "ada@ao.com", firstName: "Ada", roles: ["staff"] });
    expect(data.requests).toMatchObject({
      rows: [{ title: "Orders for Ada", answers: { reason: "Because" } }],
      isWhole: true,
    });
    expect(data.requestsForYou.rows).toMatchObject([{ title: "Costs, by Bea for Ada" }]);
    expect(data.comments.rows).toMatchObject([{ text: "Ada's word", request: data.requests.rows[0]?.key }]);
  });

  test("holds no word of anybody else", async () => {
    const { ada } = await aCompany();
    const text = JSON.stringify(await ada.mutation(exportOwn, {}));
    for (const foreign of ["Bea's word", "Bea's own words", "Salaries"]) expect(text).not.toContain(foreign);
  });

  test("holds what they asked support, said there and have not sent", async () => {
    const { ada, adam, key, reply, answer } = await aSupport();
    await reply(ada, key, "Ada's reply");
    await answer(adam, key, "Adam's answer");
    for (const [who, body] of [
      [ada, "Ada's draft"],
      [adam, "Adam's draft"],
    ] as const)
      await who.mutation(api.tickets.mutations.saveDraft, { key, draft: { body }, version: null });
    const data = await ada.mutation(exportOwn, {});
    expect(data.tickets.rows).toMatchObject([{ key, title: "Orders do not load", state: "open", wasHelpGood: null }]);
    expect(data.replies.rows).toMatchObject([{ ticket: key, text: "Ada's reply", readBy: "public" }]);
    expect(data.drafts.rows).toMatchObject([{ ticket: key, title: null, text: "Ada's draft" }]);
    expect(JSON.stringify(data)).not.toContain("Adam's");
    // A reply that is held, and what is kept beside it.
    await adam.mutation(api.ticketReplies.mutations.hold, { key, body: "Adam's held reply" });
    const own = await adam.mutation(exportOwn, {});
    expect(own.drafts.rows).toMatchObject([{ ticket: key, text: "Adam's draft\n\nAdam's held reply" }]);
  });

  test("holds the newest of their tickets, whoever wrote them, and none that they opened or split off for others", async () => {
    const { world, ada, adam, kim, key } = await aSupport();
    const at = world.now();
    const older = 500;
    for (let from = 0; from < older; from += 50)
      await world.run(async (ctx) => {
        for (let n = from; n < from + 50; n += 1)
          await aTicketRow(ctx, { requesterId: ada.id, openedById: kim.id, createdAt: at - DAY_MS - n });
      });
    await world.run(async (ctx) => {
      await aTicketRow(ctx, { requesterId: ada.id, splitById: adam.id, title: "Split", createdAt: at + 2 });
      await aTicketRow(ctx, { requesterId: ada.id, openedById: adam.id, title: "Opened", createdAt: at + 1 });
    });
    const { tickets } = await ada.mutation(exportOwn, {});
    expect([tickets.rows.length, tickets.isWhole]).toEqual([older, false]);
    expect(tickets.rows.slice(0, 3)).toMatchObject([{ title: "Split" }, { title: "Opened" }, { key }]);
    expect((await adam.mutation(exportOwn, {})).tickets.rows).toEqual([]);
  });

  test("holds their ideas, what they said about ideas, and what of that they have not sent", async () => {
    const { ada, gina, ideaId, idea, write } = await aFeedbackWorld();
    const { key } = await idea(ideaId);
    await write(gina, "Gina's idea");
    for (const [who, name] of [
      [ada, "Ada"],
      [gina, "Gina"],
    ] as const) {
      await who.mutation(api.feedback.mutations.comment, { ideaId, text: `${name}'s comment` });
      for (const on of [key, null]) {
        const draft = { title: "", text: `${name}'s draft` };
        await who.mutation(api.feedback.mutations.saveDraft, { idea: on, draft, version: null });
      }
    }
    const data = await ada.mutation(exportOwn, {});
    expect(data.ideas.rows).toMatchObject([{ key, title: "Dark charts", priority: "Low", status: "New" }]);
    expect(data.ideaComments.rows).toMatchObject([{ idea: key, text: "Ada's comment" }]);
    expect(data.ideaDrafts.rows).toMatchObject([
      { commentOn: key, text: "Ada's draft" },
      { commentOn: null, text: "Ada's draft" },
    ]);
    expect(JSON.stringify(data)).not.toContain("Gina's");
  });

  test("holds what they voted for, answered and noted about ideas and articles, and the lists they saved", async () => {
    const { world, ada, gina, ideaId, idea } = await aFeedbackWorld();
    const { key } = await idea(ideaId);
    for (const who of [ada, gina]) await who.mutation(api.feedback.mutations.vote, { ideaId, wants: true });
    const by = { createdById: gina.id, createdAt: DAWN, updatedById: gina.id, updatedAt: DAWN };
    const row = { ...by, key: "ART-1", revision: 1, version: 1, helped: 0, notHelped: 0, isOpen: true } as const;
    const article = await world.run(async (ctx) => {
      await ctx.db.patch(ideaId, { status: "Shipped", asked: { at: DAWN, personIds: [ada.id, gina.id] } });
      return await keepArticle(ctx, anArticleOf({ world, personId: gina.id }), { ...row, status: "published" });
    });
    for (const [who, helps, name] of [
      [gina, true, "Gina"],
      [ada, false, "Ada"],
    ] as const) {
      await who.mutation(api.feedback.mutations.answer, { ideaId, isSolved: helps, reason: helps ? "" : "Too slow" });
      await who.mutation(api.articles.mutations.answer, {
        id: article,
        helps,
        reason: helps ? "" : `${name}'s reason`,
      });
      const filter = {
        screen: "requests",
        search: { q: name },
        isShared: true,
        createdAt: DAWN,
        updatedAt: DAWN,
      } as const;
      await world.run(async (ctx) => {
        await ctx.db.insert("ideaNotes", { ideaId, personId: who.id, text: `${name}'s note`, at: DAWN });
        await ctx.db.insert("savedViews", { ...filter, ownerId: who.id, name: `${name}'s view` });
      });
    }
    const data = await ada.mutation(exportOwn, {});
    expect(data.ideaVotes.rows).toMatchObject([{ idea: key, isCast: true }]);
    expect(data.ideaAnswers.rows).toMatchObject([{ idea: key, isSolved: false }]);
    expect(data.ideaNotes.rows).toMatchObject([{ idea: key, text: "Ada's note" }]);
    expect(data.articleAnswers.rows).toMatchObject([
      { article: "ART-1", helped: false, whatWasMissing: "Ada's reason" },
    ]);
    expect(data.views.rows).toMatchObject([{ list: "requests", name: "Ada's view", search: { q: "Ada" } }]);
    expect(JSON.stringify(data)).not.toContain("Gina");
  });

  test("names what an event was about by its kind where it has no name", async () => {
    const { world, ada } = await aCompany();
    await world.run(async (ctx) => {
      const actor = { kind: "person", personId: ada.id, label: "Ada Tester" } as const;
      await recordEvent(ctx, { actor, action: "task.started", targets: [{ type: "task", id: "t1" }] });
    });
    const { activity } = await ada.mutation(exportOwn, {});
    expect(activity.rows).toContainEqual(expect.objectContaining({ action: "task.started", about: ["task"] }));
  });

  test("says where it is not all there is", async () => {
    const { world, ada } = await aCompany();
    await world.run(async (ctx) => {
      const [comment] = await ctx.db
        .query("requestComments")
        .withIndex("by_author", (q) => q.eq("authorId", ada.id))
        .take(1);
      if (!comment) throw new Error("Ada wrote nothing.");
      const { _id, _creationTime, ...fields } = comment;
      for (let n = 0; n < 500; n += 1) await ctx.db.insert("requestComments", { ...fields, createdAt: DAWN + n });
    });
    const { comments } = await ada.mutation(exportOwn, {});
    expect([comments.rows.length, comments.isWhole]).toEqual([500, false]);
  });

  test("leaves an event each time, and no more than six times an hour for each person", async () => {
    const { world, ada, bea } = await aCompany();
    for (let n = 0; n < 6; n += 1) await ada.mutation(exportOwn, {});
    expect(await codeOf(ada.mutation(exportOwn, {}))).toBe("rate-limited");
    await bea.mutation(exportOwn, {});
    const events = (await world.rows("auditEvents")).filter(({ action }) => action === "person.dataExported");
    expect(events.map(({ actor }) => actor?.personId === ada.id)).toEqual([...Array<boolean>(6).fill(true), false]);
    await world.advance(HOUR_MS);
    expect(await ada.mutation(exportOwn, {})).toMatchObject({ person: { firstName: "Ada" } });
  });
});
