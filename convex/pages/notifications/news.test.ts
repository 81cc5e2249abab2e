/** The sentence about what is new and the number of the bell come from one source: they cannot differ. */

import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { HOUR_MS } from "../../lib/pure/time";
import { adasWorld, anApproval, aRequest, tell } from "../../notifications/notices.testing";
import { DAWN, endWorld, type TestPerson } from "../../testing/world.testing";

afterEach(endWorld);

const { sinceLastVisit, unseenCount } = api.notifications.queries;
const { archive, markSeen, snooze } = api.notifications.mutations;

async function newsAndBell(person: TestPerson) {
  const news = await person.query(sinceLastVisit, {});
  const bell = await person.query(unseenCount, {});
  return { news, bell, parts: news?.parts.reduce((sum, { count }) => sum + count, 0) };
}

/** Ada, who was here before and hears several things since. */
async function aReturn() {
  const adas = await adasWorld();
  const { world, ada, request } = adas;
  const [other, foreign] = await world.run(async (ctx) => [
    await aRequest(ctx, ada.id, "Another of hers"),
    await aRequest(ctx, (await ctx.db.query("people").first())!._id, "Another"),
  ]);
  await world.run((ctx) => ctx.db.patch(ada.id, { previousVisitAt: DAWN }));
  await world.advance(HOUR_MS);
  const tellOf = (about: typeof request, kind: string, more: object = {}) =>
    world.run((ctx) => tell(ctx, ada.id, about, { kind, ...more }));
  return { ...adas, other, foreign, tellOf };
}

test("[N7] the sentence adds up to the bell, whatever is seen, put away, snoozed, settled or not to be opened", async () => {
  const { world, ada, request, other, tellOf } = await aReturn();
  const approvalId = await world.run((ctx) => anApproval(ctx, request, [ada.id]));
  await tellOf(request, "request.completed");
  await tellOf(other, "request.rejected");
  await tellOf(request, "comment.added");
  await tellOf(other, "access.granted");
  await tellOf(other, "person.greeted");
  await tellOf(request, "approval.asked", { to: `/approvals/${approvalId}` });
  expect(await newsAndBell(ada)).toMatchObject({
    bell: 6,
    parts: 6,
    news: {
      total: 6,
      since: DAWN,
      hasOlder: false,
      parts: [
        { name: "asked", count: 1, to: `/approvals/${approvalId}` },
        { name: "decided", count: 2, to: `/requests?only=${other.key},${request.key}` },
        { name: "replies", count: 1, to: `/requests/${request._id}` },
        { name: "access", count: 2 },
      ],
    },
  });
  const ids = async () => (await world.rows("notifications")).map(({ _id }) => _id);
  const [seen, away, asleep] = await ids();
  await ada.mutation(markSeen, { ids: [seen!] });
  await ada.mutation(archive, { ids: [away!] });
  await ada.mutation(snooze, { ids: [asleep!], until: world.now() + HOUR_MS });
  expect(await newsAndBell(ada)).toMatchObject({ bell: 3, parts: 3, news: { total: 3 } });
  // The seat goes to somebody else: it is not asked of her any more.
  await world.run(async (ctx) => {
    for (const seat of await ctx.db.query("approvalSeats").collect())
      await ctx.db.patch(seat._id, { isPending: false });
  });
  expect(await newsAndBell(ada)).toMatchObject({ bell: 2, parts: 2, news: { total: 2 } });
});

test("[N7] what was there at the last visit and not seen then is counted by both, and said to be older", async () => {
  const { world, ada, request, tellOf } = await aReturn();
  await tellOf(request, "request.completed");
  await world.run((ctx) => ctx.db.patch(ada.id, { previousVisitAt: world.now() }));
  expect(await newsAndBell(ada)).toMatchObject({ bell: 1, parts: 1, news: { hasOlder: true } });
});

test("[N7] where nothing is new, the sentence and the bell both say so", async () => {
  const { ada } = await aReturn();
  expect(await newsAndBell(ada)).toEqual({
    bell: 0,
    parts: 0,
    news: { since: DAWN, total: 0, hasOlder: false, parts: [] },
  });
});
