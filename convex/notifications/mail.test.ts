import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { closeNotices } from "../core/notifications/model";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { aWorld, DAWN, endWorld, type TestPerson } from "../testing/world.testing";
import { adasMails, anApproval, aRequest, idsOf, tell } from "./notices.testing";

afterEach(endWorld);

const { claim, settle, isMailDue } = internal.notifications.internal;
const { markSeen, archive, saveSettings, snooze } = api.notifications.mutations;
const portalUrl = "https://portal.test";

describe("a mail about a notification", () => {
  test("leaves two minutes later, says why and how to switch it off, and links to the portal's page alone", async () => {
    const { world, ada, request, tellAda, after, mails } = await adasMails();
    await tellAda({ title: "Bea approved it", body: "All yours", because: "It is your request." });
    await after(MINUTE_MS);
    expect(await mails()).toEqual([]);
    await after(MINUTE_MS);
    expect(await mails()).toMatchObject([
      {
        to: "ada@ao.com",
        personId: ada.id,
        status: "queued",
        kind: "notification",
        subject: `${request.key}: Bea approved it`,
      },
    ]);
    const [claimed] = await world.internal(claim, { portalUrl });
    expect(claimed?.text.split("\n\n")).toEqual([
      "Hello Ada,",
      `${request.key}: Bea approved it\nAll yours\n${portalUrl}/requests/${request._id}\nWhy you get this: It is your request. (Your requests)`,
      `Choose what is mailed to you, and how often:\n${portalUrl}/notifications?tab=settings`,
      "Data Portal",
    ]);
  });

  test.each([
    ["seen", (ada: TestPerson, ids: Awaited<ReturnType<typeof idsOf>>) => ada.mutation(markSeen, { ids })],
    ["put away", (ada: TestPerson, ids: Awaited<ReturnType<typeof idsOf>>) => ada.mutation(archive, { ids })],
    [
      "put to sleep",
      (ada: TestPerson, ids: Awaited<ReturnType<typeof idsOf>>) => ada.mutation(snooze, { ids, until: DAWN + DAY_MS }),
    ],
  ])("does not leave when it was %s in between", async (_, change) => {
    const { ada, tellAda, after, mails } = await adasMails();
    await tellAda();
    await change(ada, await idsOf(ada));
    await after(2 * MINUTE_MS);
    expect(await mails()).toEqual([]);
  });

  test("does not leave when the subject was settled, or may no longer be opened, or nothing is asked any more (N2, N5)", async () => {
    const { world, ada, request, after, mails } = await adasMails();
    const bea = await world.person("bea");
    const greta = await world.person("greta", { roles: ["staff", "admin"] });
    await world.run(async (ctx) => {
      const approvalId = await anApproval(ctx, request, []);
      await tell(ctx, bea.id, request, { kind: "approval.asked", to: `/approvals/${approvalId}` });
      await tell(ctx, greta.id, request);
      await tell(ctx, ada.id, request);
      await closeNotices(ctx, {
        subjectId: request._id,
        kinds: ["request.progress"],
        recipientId: ada.id,
        reason: "Over",
        at: Date.now(),
      });
      await ctx.db.patch(greta.id, { roles: ["staff"] });
    });
    await after(2 * MINUTE_MS);
    expect(await mails()).toEqual([]);
  });

  test("does not leave for those who switched it off or left, and does for critical ones all the same (N4)", async () => {
    const { world, ada, tellAda, after, mails } = await adasMails();
    await ada.mutation(saveSettings, { email: { requests: "off" } });
    await tellAda();
    await tellAda({ kind: "access.revoked", title: "Your access was taken back" });
    await after(2 * MINUTE_MS);
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("Your access was taken back"),
    ]);
    await world.run((ctx) => ctx.db.patch(ada.id, { status: "suspended" }));
    await tellAda({ kind: "access.granted" });
    await after(2 * MINUTE_MS);
    expect(await mails()).toHaveLength(1);
  });

  test("is one for several notices that are due together, and not put off by a stream of updates", async () => {
    const { tellAda, after, mails } = await adasMails();
    await tellAda({ step: "1" });
    await after(MINUTE_MS);
    await tellAda({ step: "1" });
    await tellAda({ step: "2", at: DAWN });
    await after(MINUTE_MS);
    expect(await mails()).toMatchObject([{ subject: "2 updates in the Data Portal" }]);
  });

  test("what leads elsewhere leads to the inbox, and no typed text becomes a header or an address", async () => {
    const { world, tellAda, after, mails } = await adasMails();
    await tellAda({ title: "Hi\r\nBcc: all@ao.com {portal}", to: "https://evil.test/?token=1", step: "1" });
    await after(2 * MINUTE_MS);
    expect((await mails())[0]?.subject).not.toMatch(/[\r\n]/);
    const [claimed] = await world.internal(claim, { portalUrl });
    expect(claimed?.text).not.toContain("evil.test");
    expect(claimed?.text.match(/https?:\S+/g)).toEqual([
      `${portalUrl}/notifications`,
      `${portalUrl}/notifications?tab=settings`,
    ]);
  });

  test("beyond ten an hour waits for the digest", async () => {
    const { tellAda, after, mails } = await adasMails();
    for (let number = 1; number <= 12; number += 1) {
      await tellAda({ step: String(number) });
      await after(2 * MINUTE_MS);
    }
    expect(await mails()).toHaveLength(10);
    await after(DAY_MS);
    expect((await mails()).at(-1)).toMatchObject({
      kind: "digest",
      subject: "Your daily summary: 2 updates in the Data Portal",
    });
    expect(await mails()).toHaveLength(11);
  });
});

test("a digest leaves once a day with everything unseen in it, and not at all when everything was seen", async () => {
  const { world, ada, request, tellAda, after, mails } = await adasMails();
  const other = await world.run((ctx) => aRequest(ctx, ada.id));
  await tellAda({ kind: "comment.added", title: "Bea wrote" });
  await world.run((ctx) => tell(ctx, ada.id, other, { kind: "comment.mentioned", title: "Cleo mentioned you" }));
  await after(21 * HOUR_MS);
  expect(await mails()).toEqual([]);
  await after(HOUR_MS);
  await after(MINUTE_MS);
  const [digest, ...more] = await mails();
  expect(more).toEqual([]);
  expect(digest).toMatchObject({ kind: "digest", subject: "Your daily summary: 2 updates in the Data Portal" });
  for (const part of [`${request.key}: Bea wrote`, `${other.key}: Cleo mentioned you`])
    expect(digest?.text).toContain(part);
  await tellAda({ kind: "comment.added", title: "Bea wrote again" });
  await ada.mutation(markSeen, { ids: await idsOf(ada) });
  await after(2 * DAY_MS);
  expect(await mails()).toHaveLength(1);
});

describe("more notices than one batch of digests holds", () => {
  const summary = (updates: number) => `Your daily summary: ${updates} updates in the Data Portal`;
  /** So many notices for the digest of this person. */
  const fillDigest = ({ world, request }: Awaited<ReturnType<typeof adasMails>>, who: TestPerson, times: number) =>
    world.run(async (ctx) => {
      for (let step = 1; step <= times; step += 1)
        await tell(ctx, who.id, request, { kind: "comment.added", step: String(step) });
    });

  test("leave all the same when they are one person's", async () => {
    const parts = await adasMails();
    await fillDigest(parts, parts.ada, 100);
    await parts.after(22 * HOUR_MS);
    expect((await parts.mails()).map(({ subject }) => subject)).toEqual([summary(100)]);
  });

  test("leave as one whole digest for each where a batch ends among somebody's", async () => {
    const parts = await adasMails();
    const greta = await parts.world.person("greta", { roles: ["staff", "admin"] });
    for (const who of [parts.ada, greta]) await fillDigest(parts, who, 60);
    await parts.after(22 * HOUR_MS);
    await parts.after(MINUTE_MS);
    expect((await parts.mails()).map(({ personId, subject }) => [personId, subject]).toSorted()).toEqual(
      [
        [parts.ada.id, summary(60)],
        [greta.id, summary(60)],
      ].toSorted(),
    );
  });
});

describe("the way out of the outbox", () => {
  async function aQueuedMail() {
    const parts = await adasMails();
    await parts.tellAda();
    await parts.after(2 * MINUTE_MS);
    return parts;
  }

  test("a mail is claimed by one sender only, and again when that one is not heard of", async () => {
    const { world } = await aQueuedMail();
    expect(await world.internalQuery(isMailDue, {})).toBe(true);
    const [mail, ...others] = await world.internal(claim, { portalUrl });
    expect([mail?.to, others]).toEqual(["ada@ao.com", []]);
    expect(await world.internal(claim, { portalUrl })).toEqual([]);
    expect(await world.internalQuery(isMailDue, {})).toBe(false);
    await world.advance(5 * MINUTE_MS);
    expect(await world.internal(claim, { portalUrl })).toMatchObject([{ id: mail?.id }]);
  });

  test("a mail that was sent is over; one the server refuses is tried later and later, then failed with its words", async () => {
    const { world, mails } = await aQueuedMail();
    const waits = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const [mail] = await world.internal(claim, { portalUrl });
      if (!mail) throw new Error(`nothing to claim at attempt ${attempt}`);
      await world.internal(settle, { id: mail.id, result: "failed", error: "550 no such box" });
      const next = (await mails())[0]?.nextAttemptAt;
      const wait = next === undefined ? null : next - Date.now();
      waits.push(next === undefined ? null : "later");
      if (wait !== null) await world.advance(DAY_MS);
    }
    expect(waits).toEqual(["later", "later", "later", "later", "later", null]);
    expect(await mails()).toMatchObject([{ status: "failed", error: "550 no such box", attempts: 6 }]);
    await world.advance(DAY_MS);
    expect(await world.internal(claim, { portalUrl })).toEqual([]);
  });

  test.each([
    ["sent", "sent"],
    ["kept", "queued"],
  ] as const)("a mail that was %s is never claimed again, whoever else reports about it", async (result, status) => {
    const { world, mails } = await aQueuedMail();
    const [mail] = await world.internal(claim, { portalUrl });
    await world.internal(settle, { id: mail!.id, result });
    await world.internal(settle, { id: mail!.id, result: "failed", error: "late" });
    await world.advance(DAY_MS);
    expect(await world.internal(claim, { portalUrl })).toEqual([]);
    expect(await mails()).toMatchObject([{ status, attempts: 1 }]);
    expect((await mails())[0]?.error).toBeUndefined();
  });

  test("mails the sign-in sent by itself are only recorded", async () => {
    const world = await aWorld();
    await world.internal(internal.notifications.internal.recordMail, {
      to: "a@ao.com",
      subject: "Verify",
      text: "t",
      kind: "verify-email",
      status: "queued",
    });
    expect(await world.internalQuery(isMailDue, {})).toBe(false);
  });
});
