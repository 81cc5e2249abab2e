import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { closeNotices } from "../../core/notifications/model";
import { DAY_MS, HOUR_MS } from "../../lib/pure/time";
import { adasWorld, anApproval, aRequest, groupsOf, idsOf, itemsOf, tell } from "../../notifications/notices.testing";
import { codeOf, DAWN, endWorld, type TestPerson } from "../../testing/world.testing";

afterEach(endWorld);

const { mine, needsMe, unseenCount, settings } = api.notifications.queries;
const { markSeen, markRead, markAllRead, archive, unarchive, snooze, unsnooze, mute, unmute, saveSettings } =
  api.notifications.mutations;

describe("[N3] updates regroup", () => {
  test("the same said again is one more update of the same row, unseen and unread again", async () => {
    const { ada, tellAda } = await adasWorld();
    await tellAda();
    await ada.mutation(markRead, { ids: await idsOf(ada) });
    await tellAda({ title: "Another task was completed" });
    const items = await itemsOf(ada);
    expect(items).toMatchObject([{ count: 2, title: "Another task was completed", seenAt: null, readAt: null }]);
  });

  test("another kind or another step about the subject is a row of its own in the same group", async () => {
    const { ada, request, tellAda } = await adasWorld();
    await tellAda();
    await tellAda({ kind: "comment.added", title: "Bea wrote" });
    await tellAda({ step: "2" });
    const groups = await groupsOf(ada);
    expect(groups.map(({ subject, items }) => [subject.label, items.length])).toEqual([[request.key, 3]]);
  });

  test("what comes after it was put away or settled is told again", async () => {
    const { world, ada, request, tellAda } = await adasWorld();
    await tellAda();
    await ada.mutation(archive, { ids: await idsOf(ada) });
    await tellAda();
    expect(await itemsOf(ada)).toHaveLength(1);
    await world.run((ctx) =>
      closeNotices(ctx, { subjectId: request._id, kinds: ["request.progress"], reason: "Over", at: Date.now() }),
    );
    await tellAda();
    expect(await itemsOf(ada)).toHaveLength(2);
  });

  test("each subject stands once, wherever its notifications lie, and pages lose none", async () => {
    const { world, ada } = await adasWorld();
    const requests = [];
    for (let number = 0; number < 7; number += 1)
      requests.push(await world.run((ctx) => aRequest(ctx, ada.id, `Request ${number}`)));
    for (const kind of ["request.progress", "comment.added"]) {
      for (const request of requests) {
        await world.advance(1000);
        await world.run((ctx) => tell(ctx, ada.id, request, { kind }));
      }
    }
    const labels: string[] = [];
    let cursor: string | null = null;
    for (;;) {
      const page: {
        page: { subject: { label: string }; items: unknown[] }[];
        isDone: boolean;
        continueCursor: string;
      } = await ada.query(mine, { paginationOpts: { numItems: 3, cursor } });
      labels.push(...page.page.map(({ subject, items }) => `${subject.label} ${items.length}`));
      if (page.isDone) break;
      cursor = page.continueCursor;
    }
    expect(labels).toEqual(requests.toReversed().map(({ key }) => `${key} 2`));
  });
});

describe("[N6] the two sections of the inbox", () => {
  const namesOf = (groups: readonly { name: string }[]) => groups.map(({ name }) => name);
  const updatesOf = async (person: TestPerson) =>
    (await person.query(mine, { tab: "inbox", paginationOpts: { numItems: 25, cursor: null } })).page;

  /** Bea has a seat in an approval of Ada's request and hears of another request, too. */
  async function aSeat() {
    const { world, ada, request } = await adasWorld();
    const bea = await world.person("bea");
    const approvalId = await world.run((ctx) => anApproval(ctx, request, [bea.id]));
    const ask = {
      kind: "approval.asked",
      to: `/approvals/${approvalId}`,
      title: `Approve or reject: ${request.title}`,
    };
    await world.run((ctx) => tell(ctx, bea.id, request, ask));
    const own = await world.run((ctx) => aRequest(ctx, bea.id, "Her own"));
    await world.advance(1000);
    await world.run((ctx) => tell(ctx, bea.id, own, { title: `${own.key} is done: Her own` }));
    return { world, ada, bea, request, own, approvalId };
  }

  test("what asks something of a person stands in the first, everything else in the second, nothing in both", async () => {
    const { bea, request } = await aSeat();
    expect(namesOf(await bea.query(needsMe, {}))).toEqual([request.title]);
    expect(namesOf(await updatesOf(bea))).toEqual(["Her own"]);
  });

  test("what is no longer asked moves from the first to the second", async () => {
    const { world, bea, request } = await aSeat();
    await world.run(async (ctx) => {
      for (const seat of await ctx.db.query("approvalSeats").collect())
        await ctx.db.patch(seat._id, { isPending: false });
    });
    expect(await bea.query(needsMe, {})).toEqual([]);
    expect(namesOf(await updatesOf(bea))).toEqual(["Her own", request.title]);
  });

  test("the first holds what is asked however much was told since, and leaves it when it is snoozed", async () => {
    const { world, bea, request, approvalId } = await aSeat();
    for (let step = 0; step < 60; step += 1) {
      const later = await world.run((ctx) => aRequest(ctx, bea.id, `Later ${step}`));
      await world.run((ctx) => tell(ctx, bea.id, later));
    }
    const [group] = await bea.query(needsMe, {});
    expect(group).toMatchObject({ name: request.title, items: [{ approvalId, isAsk: true }] });
    expect(namesOf(await updatesOf(bea))).not.toContain(request.title);
    await bea.mutation(snooze, { ids: group!.items.map(({ id }) => id), until: world.now() + HOUR_MS });
    expect(await bea.query(needsMe, {})).toEqual([]);
  });

  test("a row begins with what the thing is called, and what happened does not say it again", async () => {
    const { bea, request, own } = await aSeat();
    const [ask] = await bea.query(needsMe, {});
    expect([ask?.name, ask?.key, ask?.items[0]?.said]).toEqual([request.title, request.key, "Approve or reject"]);
    const [done] = await updatesOf(bea);
    expect([done?.name, done?.key, done?.items[0]?.said]).toEqual(["Her own", own.key, "It is done"]);
  });
});

describe("moments are kept apart", () => {
  test("the badge counts what was not seen: seeing lowers it, reading too, putting away too", async () => {
    const { ada, tellAda } = await adasWorld();
    for (const step of ["1", "2", "3", "4"]) await tellAda({ step });
    const [a, b, c] = await idsOf(ada);
    if (!a || !b || !c) throw new Error("no notifications");
    expect(await ada.query(unseenCount, {})).toBe(4);
    await ada.mutation(markSeen, { ids: [a] });
    await ada.mutation(markRead, { ids: [b] });
    await ada.mutation(archive, { ids: [c] });
    expect(await ada.query(unseenCount, {})).toBe(1);
    expect((await itemsOf(ada)).filter(({ readAt }) => readAt !== null)).toHaveLength(1);
    expect(await itemsOf(ada, "archived")).toMatchObject([{ id: c, readAt: null }]);
    await ada.mutation(unarchive, { ids: [c] });
    expect(await itemsOf(ada, "archived")).toEqual([]);
    expect(await ada.mutation(markAllRead, {})).toEqual({ count: 3, hasMore: false });
    expect(await ada.query(unseenCount, {})).toBe(0);
  });

  test("only the recipient changes them", async () => {
    const { world, ada, request, tellAda } = await adasWorld();
    await tellAda();
    const bea = await world.person("bea", { roles: ["staff", "superAdmin"] });
    const ids = await idsOf(ada);
    for (const change of [
      bea.mutation(markSeen, { ids }),
      bea.mutation(archive, { ids }),
      bea.mutation(snooze, { ids, until: DAWN + DAY_MS }),
      bea.mutation(mute, { what: { subjectId: request._id } }),
    ]) {
      expect(await codeOf(change)).toBe("not-found");
    }
    expect(await itemsOf(ada)).toMatchObject([{ seenAt: null, archivedAt: null, snoozedUntil: null }]);
  });

  test("what sleeps is not counted, and comes back by itself, unseen, at the top", async () => {
    const { world, ada, tellAda } = await adasWorld();
    await tellAda();
    const ids = await idsOf(ada);
    await ada.mutation(markRead, { ids });
    await ada.mutation(snooze, { ids, until: DAWN + 3 * HOUR_MS });
    expect([await itemsOf(ada), await ada.query(unseenCount, {})]).toEqual([[], 0]);
    expect(await itemsOf(ada, "snoozed")).toMatchObject([{ snoozedUntil: DAWN + 3 * HOUR_MS }]);
    await world.advance(2 * HOUR_MS);
    expect(await itemsOf(ada)).toEqual([]);
    await world.advance(HOUR_MS);
    expect(await itemsOf(ada)).toMatchObject([{ seenAt: null, snoozedUntil: null, updatedAt: DAWN + 3 * HOUR_MS }]);
    expect(await ada.query(unseenCount, {})).toBe(1);
  });

  test("a wake-up of an earlier snooze does not end a later one; a snooze can be ended at once", async () => {
    const { world, ada, tellAda } = await adasWorld();
    await tellAda();
    const ids = await idsOf(ada);
    await ada.mutation(snooze, { ids, until: DAWN + HOUR_MS });
    await ada.mutation(snooze, { ids, until: DAWN + DAY_MS });
    await world.advance(2 * HOUR_MS);
    expect(await itemsOf(ada)).toEqual([]);
    await ada.mutation(unsnooze, { ids });
    expect(await itemsOf(ada)).toHaveLength(1);
    expect(await codeOf(ada.mutation(snooze, { ids, until: DAWN }))).toBe("invalid-input");
    expect(await codeOf(ada.mutation(snooze, { ids, until: DAWN + 365 * DAY_MS }))).toBe("invalid-input");
  });
});

test("[N1] impersonation reads, and changes none of the moments", async () => {
  const { world, ada, tellAda } = await adasWorld();
  await tellAda();
  const sofia = await world.person("sofia", { roles: ["staff", "superAdmin"] });
  for (const mode of ["view", "act"] as const) {
    const session = await world.run((ctx) =>
      ctx.db.insert("impersonationSessions", {
        realPersonId: sofia.id,
        impersonatingUserId: ada.id,
        mode,
        reason: "Support",
        impersonationStartedAt: DAWN,
        impersonationExpiresAt: DAWN + DAY_MS,
      }),
    );
    const ids = await idsOf(sofia);
    expect(ids).toHaveLength(1);
    const refused = [
      sofia.mutation(markSeen, { ids }),
      sofia.mutation(markRead, { ids }),
      sofia.mutation(archive, { ids }),
      sofia.mutation(markAllRead, {}),
      sofia.mutation(snooze, { ids, until: DAWN + DAY_MS }),
      sofia.mutation(mute, { what: { kind: "comment.added" } }),
      sofia.mutation(saveSettings, { email: { asked: "off" } }),
    ];
    for (const call of refused) expect(await codeOf(call)).toBe("not-while-impersonating");
    await world.run((ctx) => ctx.db.patch(session, { endedAt: DAWN }));
  }
  expect(await itemsOf(ada)).toMatchObject([{ seenAt: null, readAt: null, archivedAt: null, snoozedUntil: null }]);
  expect(await ada.query(unseenCount, {})).toBe(1);
});

describe("muting and choosing", () => {
  test("a muted subject or kind is not told any more, and can be heard of again", async () => {
    const { world, ada, request, tellAda } = await adasWorld();
    const other = await world.run((ctx) => aRequest(ctx, ada.id));
    await tellAda();
    const subject = { subjectId: request._id };
    await ada.mutation(mute, { what: subject });
    await ada.mutation(mute, { what: { kind: "comment.added" } });
    expect(
      (await ada.query(settings, {})).mutes
        .map(({ what, label }) => ({ what, label }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    ).toEqual([
      { what: { kind: "comment.added" }, label: "Comments" },
      { what: subject, label: request.key },
    ]);
    await tellAda({ kind: "comment.mentioned" });
    await world.run((ctx) => tell(ctx, ada.id, other, { kind: "comment.added" }));
    expect(await itemsOf(ada)).toHaveLength(1);
    await world.run((ctx) => tell(ctx, ada.id, other));
    expect(await itemsOf(ada)).toHaveLength(2);
    await ada.mutation(unmute, { what: subject });
    await ada.mutation(unmute, { what: subject });
    await tellAda({ kind: "comment.mentioned" });
    expect(await itemsOf(ada)).toHaveLength(3);
    expect(await codeOf(ada.mutation(mute, { what: { subjectId: "unknown" } }))).toBe("not-found");
  });

  test("[N4] critical kinds can be neither muted nor switched off, and a mute of their subject does not stop them", async () => {
    const { ada, request, tellAda } = await adasWorld();
    await tellAda();
    await ada.mutation(mute, { what: { subjectId: request._id } });
    await tellAda({ kind: "security.impersonated", title: "Sofia looked through your eyes" });
    await tellAda({ kind: "request.blocked", title: "Marked as critical by its sender", isCritical: true });
    const critical = (await itemsOf(ada)).filter(({ isCritical }) => isCritical);
    expect(critical.map(({ kind }) => kind).toSorted()).toEqual(["request.blocked", "security.impersonated"]);
    expect(await codeOf(ada.mutation(mute, { what: { kind: "security.impersonated" } }))).toBe("invalid-input");
    for (const mode of ["off", "daily"] as const)
      expect(await codeOf(ada.mutation(saveSettings, { email: { access: mode } }))).toBe("invalid-input");
  });

  test("what was chosen is kept, the rest keeps its default, and an unknown category saves nothing", async () => {
    const { ada } = await adasWorld();
    await ada.mutation(saveSettings, { email: { asked: "daily", conversation: "off" } });
    expect(await codeOf(ada.mutation(saveSettings, { email: { asked: "off", weather: "now" } }))).toBe("invalid-input");
    const { categories } = await ada.query(settings, {});
    expect(Object.fromEntries(categories.map(({ name, email }) => [name, email]))).toEqual({
      asked: "daily",
      requests: "now",
      conversation: "off",
      support: "now",
      feedback: "daily",
      access: "now",
    });
  });

  test("[N8] a category somebody can never get is neither offered to them nor saved", async () => {
    const { world, ada } = await adasWorld();
    const aisha = await world.person("aisha", { roles: ["staff", "admin"] });
    const offeredTo = async (person: typeof ada) =>
      (await person.query(settings, {})).categories.map(({ name }) => name);
    expect(await offeredTo(ada)).not.toContain("operations");
    expect(await offeredTo(aisha)).toContain("operations");
    const choice = { email: { operations: "off" } } as const;
    expect(await codeOf(ada.mutation(saveSettings, choice))).toBe("invalid-input");
    await aisha.mutation(saveSettings, choice);
  });
});

test("what was put away 90 days ago is forgotten, what lies in the inbox stays for a year", async () => {
  const { world, ada, tellAda } = await adasWorld();
  await tellAda({ step: "old" });
  await ada.mutation(archive, { ids: await idsOf(ada) });
  await tellAda({ step: "kept" });
  await world.advance(90 * DAY_MS + 1);
  await world.internal(internal.notifications.internal.prune, {});
  expect(await world.rows("notifications")).toMatchObject([{ dedupeKey: expect.stringContaining("kept") }]);
  await world.advance(300 * DAY_MS);
  await world.internal(internal.notifications.internal.prune, {});
  expect(await world.rows("notifications")).toEqual([]);
});
