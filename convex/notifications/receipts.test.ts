import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DAY_MS, MINUTE_MS } from "../lib/pure/time";
import { codeOf, DAWN, endWorld } from "../testing/world.testing";
import { adasMails, idsOf } from "./notices.testing";

afterEach(endWorld);

const { markSeen, markRead, markAllRead, snooze, unsnooze, saveSettings } = api.notifications.mutations;

/** Ada, her mails, and what a super admin reads of their receipts, oldest mail first. */
async function adasReceipts() {
  const mailing = await adasMails();
  const { world, tellAda, after } = mailing;
  const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
  return {
    ...mailing,
    sue,
    mailAda: async (notice: Parameters<typeof tellAda>[0] = {}) => {
      await tellAda(notice);
      await after(2 * MINUTE_MS);
    },
    receipts: async () =>
      (await sue.query(api.notifications.queries.listMail, {})).map(({ receipt }) => receipt).toReversed(),
  };
}

describe("[N12] the receipt of a mail", () => {
  test.each([
    ["seen", markSeen],
    ["opened", markRead],
  ])("says when its notice was %s", async (_, how) => {
    const { world, ada, mailAda, receipts } = await adasReceipts();
    await mailAda();
    expect(await receipts()).toEqual([{ of: 1, seen: 0, at: null }]);
    await world.advance(MINUTE_MS);
    await ada.mutation(how, { ids: await idsOf(ada) });
    await world.advance(MINUTE_MS);
    await ada.mutation(markRead, { ids: await idsOf(ada), hasActed: true });
    expect(await receipts()).toEqual([{ of: 1, seen: 1, at: DAWN + 3 * MINUTE_MS }]);
  });

  test("says so when everything is read at once, and when a notice was put off first", async () => {
    const { ada, mailAda, receipts } = await adasReceipts();
    await mailAda();
    await ada.mutation(markAllRead, {});
    await mailAda({ kind: "request.completed" });
    const [id] = await idsOf(ada);
    if (!id) throw new Error("No notice");
    await ada.mutation(snooze, { ids: [id], until: DAWN + DAY_MS });
    expect((await receipts()).map((receipt) => receipt?.seen)).toEqual([1, 0]);
    await ada.mutation(unsnooze, { ids: [id] });
    expect((await receipts()).map((receipt) => receipt?.seen)).toEqual([1, 1]);
  });

  test("stays what it was when the notice says something new, which the next mail waits for", async () => {
    const { ada, mailAda, receipts } = await adasReceipts();
    await mailAda();
    await ada.mutation(markSeen, { ids: await idsOf(ada) });
    await mailAda();
    expect((await receipts()).map((receipt) => receipt?.seen)).toEqual([1, 0]);
  });

  test("counts what a digest tells of, one by one", async () => {
    const { world, ada, tellAda, after, receipts } = await adasReceipts();
    await ada.mutation(saveSettings, { email: { requests: "daily" } });
    await tellAda();
    await tellAda({ kind: "request.completed" });
    await world.advance(DAY_MS);
    await after(0);
    const [id] = await idsOf(ada);
    await ada.mutation(markSeen, { ids: id ? [id] : [] });
    expect(await receipts()).toMatchObject([{ of: 2, seen: 1 }]);
  });

  test("is read by super admins alone, and who looks through somebody's eyes writes none", async () => {
    const { world, ada, sue, mailAda, receipts } = await adasReceipts();
    await mailAda();
    const adam = await world.person("adam", { roles: ["staff", "admin"] });
    for (const who of [ada, adam])
      expect(await codeOf(who.query(api.notifications.queries.listMail, {}))).toBe("not-allowed");
    const personId = ada.id;
    const { start, stop } = api.impersonation.mutations;
    await sue.stepUp();
    const sessionId = await sue.mutation(start, { personId, reason: "They cannot find it", minutes: 30 });
    const ids = await idsOf(sue);
    expect(ids).toHaveLength(1);
    for (const look of [
      sue.mutation(markSeen, { ids }),
      sue.mutation(markRead, { ids }),
      sue.mutation(markAllRead, {}),
    ])
      expect(await codeOf(look)).toBe("not-while-impersonating");
    await sue.mutation(stop, { sessionId });
    expect(await receipts()).toContainEqual({ of: 1, seen: 0, at: null });
  });
});
