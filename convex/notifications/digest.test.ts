/** What the mail of a day says: each subject once, and what still waits. */

import { afterEach, describe, expect, test } from "vitest";
import { DAWN, endWorld } from "../../e2e/support/functions-world";
import { api } from "../_generated/api";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { adasMails, anApproval, aRequest, idsOf, tell } from "./notices.testing";

afterEach(endWorld);

const { markSeen, saveSettings, snooze } = api.notifications.mutations;

describe("a digest [N9]", () => {
  test("tells of each subject what came last, once", async () => {
    const { request, tellAda, after, mails } = await adasMails();
    for (const [step, title] of ["Bea wrote", "Cleo wrote", "Dora wrote"].entries()) {
      await tellAda({ kind: "comment.added", step: String(step), title });
      await after(1);
    }
    await after(22 * HOUR_MS);
    const [digest] = await mails();
    expect(digest?.text).toContain(`${request.key}: Dora wrote\nAnd 2 earlier updates.\n`);
    expect(digest?.text).not.toMatch(/Bea|Cleo/);
  });

  test("names what still waits for its reader, as long as it does, and not what is put off", async () => {
    const { world, ada, tellAda, after, mails } = await adasMails();
    const asked = async (title: string) => {
      const request = await world.run((ctx) => aRequest(ctx, ada.id));
      const approvalId = await world.run((ctx) => anApproval(ctx, request, [ada.id]));
      const to = `/approvals/${approvalId}`;
      await world.run((ctx) => tell(ctx, ada.id, request, { kind: "approval.asked", title, to }));
      return approvalId;
    };
    await asked("Decide about the orders");
    const decided = await asked("Decide about the returns");
    await asked("Decide about the baskets");
    const ledger = await asked("Decide about the ledger");
    const late = (await ada.query(api.notifications.queries.needsMe, {})).find(({ items }) =>
      items.some(({ title }) => title === "Decide about the baskets"),
    );
    await ada.mutation(markSeen, { ids: await idsOf(ada) });
    await ada.mutation(snooze, { ids: late?.items.map(({ id }) => id) ?? [], until: DAWN + 3 * DAY_MS });
    await world.run(async (ctx) => {
      await ctx.db.patch(decided, { state: "Approved" });
      const away = await ctx.db.get(ledger);
      if (away) await ctx.db.patch(away.requestId, { archivedAt: DAWN });
    });
    await tellAda({ kind: "comment.added", title: "Bea wrote" });
    await after(22 * HOUR_MS);
    const digest = (await mails()).find(({ kind }) => kind === "digest");
    expect(digest?.text).toMatch(/Still waiting for you:\nREQ-\d+: Decide about the orders\n\{portal\}\/approvals\//);
    expect(digest?.text).not.toMatch(/returns|baskets|ledger/);
  });

  test("names nothing twice", async () => {
    const { world, ada, request, tellAda, after, mails } = await adasMails();
    const approvalId = await world.run((ctx) => anApproval(ctx, request, [ada.id]));
    await ada.mutation(saveSettings, { email: { asked: "daily" } });
    for (const kind of ["approval.asked", "approval.reminded"])
      await tellAda({ kind, title: "Decide", to: `/approvals/${approvalId}` });
    await after(22 * HOUR_MS);
    expect((await mails())[0]?.text.match(/Decide/g)).toHaveLength(1);
  });

  test("is no mail of its own where nothing is new, and silent where mails about it are off", async () => {
    const { world, ada, request, tellAda, after, mails } = await adasMails();
    const approvalId = await world.run((ctx) => anApproval(ctx, request, [ada.id]));
    const other = await world.run((ctx) => aRequest(ctx, ada.id));
    await ada.mutation(saveSettings, { email: { asked: "off" } });
    await tellAda({ kind: "approval.asked", title: "Decide", to: `/approvals/${approvalId}` });
    await after(DAY_MS);
    expect(await mails()).toEqual([]);
    await world.run((ctx) => tell(ctx, ada.id, other, { kind: "comment.added", title: "Bea wrote" }));
    await after(DAY_MS);
    expect((await mails())[0]?.text).not.toContain("Still waiting");
  });
});
