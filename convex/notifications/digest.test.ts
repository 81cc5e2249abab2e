/** What the mail of a day says: each subject once, and what still waits. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { DAWN, endWorld } from "../testing/world.testing";
import { adasMails, anApproval, aRequest, idsOf, tell } from "./notices.testing";

afterEach(endWorld);

const { markSeen, mute, saveSettings, snooze } = api.notifications.mutations;

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

  test("is one a day, however many notices it is about", async () => {
    const { world, tellAda, after, mails } = await adasMails();
    await tellAda({ kind: "comment.added", title: "Bea wrote" });
    await world.run(async (ctx) => {
      const notice = await ctx.db.query("notifications").first();
      if (!notice) throw new Error("Nothing to copy");
      const { _id, _creationTime, ...fields } = notice;
      for (let each = 0; each < 250; each += 1)
        await ctx.db.insert("notifications", { ...fields, dedupeKey: `${each}` });
    });
    await after(24 * HOUR_MS);
    for (let minute = 0; minute < 3; minute += 1) await after(MINUTE_MS);
    expect((await mails()).filter(({ kind }) => kind === "digest")).toHaveLength(1);
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

  /** Ada, who chose a daily digest of what waits for her, with two approvals she is asked for. */
  async function asked(mode: "now" | "daily" = "daily") {
    const all = await adasMails();
    const { world, ada, after, mails } = all;
    const save = (email: "now" | "daily" | "off") => ada.mutation(saveSettings, { email: { asked: email } });
    await save(mode);
    const ask = async (title: string) => {
      const request = await world.run((ctx) => aRequest(ctx, ada.id));
      const approvalId = await world.run((ctx) => anApproval(ctx, request, [ada.id]));
      const to = `/approvals/${approvalId}`;
      await world.run((ctx) => tell(ctx, ada.id, request, { kind: "approval.asked", title, to }));
      return { decide: () => world.run((ctx) => ctx.db.patch(approvalId, { state: "Approved" })), request };
    };
    const digests = async () => (await mails()).filter(({ kind }) => kind === "digest").map(({ text }) => text);
    /** A day of the cron, each hour twice. */
    const day = async () => {
      const before = (await digests()).length;
      for (let hour = 0; hour < 24; hour++) {
        await after(HOUR_MS);
        await after(0);
      }
      return (await digests()).slice(before);
    };
    return { ...all, save, ask, digests, day };
  }

  test("comes each day as long as something waits for whoever chose it daily, once, also when it was seen; then no more", async () => {
    const { ada, ask, day, mails } = await asked();
    const orders = await ask("Decide about the orders");
    const returns = await ask("Decide about the returns");
    const [first, ...more] = await day();
    expect(first).toContain("This is what happened since the last summary.");
    expect(more).toEqual([]);
    const [second, ...none] = await day();
    expect(second).toMatch(
      /Nothing new happened since the last summary\.\n\nStill waiting for you:\n.+(orders|returns)/,
    );
    expect(none).toEqual([]);
    expect((await mails()).at(-1)?.subject).toBe("Your daily summary: 2 still waiting for you");
    await ada.mutation(markSeen, { ids: await idsOf(ada) });
    await orders.decide();
    expect(await day()).toEqual([expect.stringMatching(/Still waiting for you:\n.+returns/)]);
    expect((await day()).join()).not.toContain("orders");
    await returns.decide();
    for (let days = 0; days < 3; days++) expect(await day()).toEqual([]);
  });

  test("tells as news what is said anew of what waits, and leaves out what is put off until then, and what is muted", async () => {
    const { world, ada, ask, day } = await asked();
    const { request } = await ask("Decide about the orders");
    await day();
    await world.run((ctx) => tell(ctx, ada.id, request, { kind: "comment.added", title: "Bea wrote" }));
    expect(await day()).toEqual([expect.stringMatching(/since the last summary\.\n\n.+Bea wrote[^]+Still waiting/)]);
    await ada.mutation(snooze, { ids: await idsOf(ada), until: world.now() + 2 * DAY_MS });
    expect([await day(), await day()]).toEqual([[], []]);
    expect(await day()).toHaveLength(1);
    await ada.mutation(mute, { what: { subjectId: request._id } });
    expect(await day()).toEqual([]);
  });

  test("comes once, however much is due that day, and not to whoever was suspended", async () => {
    const { world, ada, ask, day, tellAda } = await asked();
    await ask("Decide about the orders");
    const subject = { type: "review", id: "review", label: "Review of Orders" };
    await tellAda({ kind: "review.asked", title: "Review Orders", to: "/reviews", subject });
    await day();
    for (let step = 0; step < 110; step++) await tellAda({ kind: "comment.added", step: String(step) });
    await world.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("notifications").collect()) await ctx.db.patch(_id, { seenAt: DAWN });
    });
    expect(await day()).toHaveLength(1);
    await world.run((ctx) => ctx.db.patch(ada.id, { status: "suspended" }));
    expect(await day()).toEqual([]);
  });

  test("begins with what waits already when it is chosen, and ends when another mode is", async () => {
    const { ask, day, save } = await asked("now");
    await ask("Decide about the orders");
    expect([await day(), await day()]).toEqual([[], []]);
    await save("daily");
    expect(await day()).toEqual([expect.stringContaining("Decide about the orders")]);
    expect(await day()).toHaveLength(1);
    await save("now");
    expect([await day(), await day()]).toEqual([[], []]);
  });

  test("is not sent where mails about what waits are off, unless something else is new, and does not name it then", async () => {
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
