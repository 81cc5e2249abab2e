/** An impersonation ends everywhere at once, for good, and whoever was looked through hears of it. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/pure/time";
import { codeOf, DAWN, endWorld } from "../testing/world.testing";
import { anOffice } from "./impersonation.testing";

afterEach(endWorld);

type Office = Awaited<ReturnType<typeof anOffice>>;
type SessionId = Awaited<ReturnType<Office["begin"]>>;

describe("it ends (I1, I4)", () => {
  test.each<[string, string, (office: Office, sessionId: SessionId) => Promise<unknown>]>([
    ["when it is stopped", "stopped", ({ stop }, id) => stop(id)],
    ["at its second, by the clock alone", "expired", ({ world }) => world.advance(30 * MINUTE_MS)],
    ["when its holder signs out", "signedOut", ({ signOut }) => signOut("sam")],
    [
      "when whoever is looked through is suspended",
      "personChanged",
      ({ una, ada }) => una.mutation(api.people.mutations.suspend, { personId: ada.id, reason: "Left" }),
    ],
  ])("%s, and is written once with its cause; the other is told", async (_name, because, ends) => {
    const office = await anOffice();
    const sessionId = await office.begin();
    await office.world.advance(MINUTE_MS);
    await ends(office, sessionId);
    if (because !== "signedOut") expect(await office.running()).toBeNull();
    expect(await office.sessions()).toMatchObject([{ endedAt: expect.any(Number) as number, endedBecause: because }]);
    expect((await office.events("impersonation.ended")).map(({ context }) => context["because"])).toEqual([because]);
    expect(await office.toldTo(office.ada)).toMatchObject([{ title: "A super admin looked at the portal as you" }]);
    // Nothing that happens later ends it again, or brings it back.
    await office.world.advance(2 * HOUR_MS);
    expect(
      [await office.events("impersonation.ended"), await office.toldTo(office.ada)].map((all) => all.length),
    ).toEqual([1, 1]);
  });

  test("after 1440 minutes to the second, at the latest", async () => {
    const office = await anOffice();
    await office.begin(1440);
    await office.world.advance(DAY_MS - SECOND_MS);
    expect(await office.running()).not.toBeNull();
    await office.world.advance(SECOND_MS);
    expect([await office.running(), (await office.sessions())[0]?.endedAt]).toEqual([null, DAWN + DAY_MS]);
  });

  test("for good: whoever was looked through comes back, and nobody looks", async () => {
    const office = await anOffice();
    await office.begin(1440);
    const { una, ada } = office;
    await una.mutation(api.people.mutations.suspend, { personId: ada.id, reason: "Lost laptop" });
    await office.world.internal(internal.approvals.internal.runTimers, {});
    await una.mutation(api.people.mutations.restore, { personId: ada.id, reason: "Found it" });
    expect(await office.running()).toBeNull();
    expect(await codeOf(office.comment(office.sam, "As Ada"))).toBe("impersonation-mismatch");
  });

  test("with the sign-in session it was started in, not with another one", async () => {
    const office = await anOffice();
    await office.begin();
    await office.begin(30, office.bea, office.una);
    await office.signOut("sam");
    expect((await office.sessions()).map(({ endedAt }) => endedAt === undefined)).toEqual([false, true]);
  });

  test("once, where two windows stop it", async () => {
    const office = await anOffice();
    const sessionId = await office.begin();
    await office.stop(sessionId);
    await office.stop(sessionId);
    expect(await office.events("impersonation.ended")).toHaveLength(1);
  });
});

describe("what its end says (I4)", () => {
  test("lists what was written, with both people on each event, and what was only looked at lists nothing", async () => {
    const office = await anOffice();
    const { ada, sam } = office;
    const sessionId = await office.begin();
    await office.act(sessionId);
    await office.comment(sam, "For Ada");
    await office.look(sessionId);
    await office.stop(sessionId);
    const [written] = await office.events("request.commented");
    expect(written).toMatchObject({ actor: { personId: ada.id }, impersonator: { personId: sam.id } });
    const [ended] = await office.events("impersonation.ended");
    expect(ended?.context).toMatchObject({
      mode: "act",
      writes: [{ action: "request.commented", sequence: written?.sequence }],
    });
    expect(await office.toldTo(ada)).toMatchObject([
      {
        title: "A super admin acted in the portal as you",
        body: "Sam Tester, for 1 minute, with 1 change. Reason: Cannot find a request",
      },
    ]);
  });
});

describe("which pages were opened (I9)", () => {
  test("stands in the end, in what whoever was looked through reads, and in their list, each page once", async () => {
    const office = await anOffice();
    const { ada, sam } = office;
    const { mine } = api.impersonation.queries;
    const sessionId = await office.begin();
    for (const page of ["home", "requests", "home", "profile", "notifications"]) await office.opened(sessionId, page);
    // Pages that stay the super admin's own, those Ada cannot open, and what is no page.
    for (const page of ["taskMonitor", "config", "users", "__proto__", "constructor", "x".repeat(5_000)])
      await office.opened(sessionId, page);
    await office.stop(sessionId);
    const titles = ["Home", "My Requests", "Profile", "Notifications"];
    expect((await office.events("impersonation.ended"))[0]?.context["pages"]).toEqual(titles);
    expect((await office.toldTo(ada))[0]?.body).toBe(
      `Sam Tester, for 1 minute, reading only. Opened: ${titles.join(", ")}. Reason: Cannot find a request`,
    );
    expect((await ada.query(mine, {})).ofThem).toMatchObject([{ pages: titles }]);
    expect((await sam.query(mine, {})).byThem).toMatchObject([{ pages: titles }]);
  });

  test("is said by the page that shows the session alone, while it runs", async () => {
    const office = await anOffice();
    const sessionId = await office.begin();
    await office.opened(sessionId, "home", office.una);
    expect(await codeOf(office.opened(sessionId, "home", office.ada))).toBe("not-allowed");
    await office.stop(sessionId);
    await office.opened(sessionId, "requests");
    const next = await office.begin();
    await office.opened(sessionId, "requests");
    await office.stop(next);
    expect(await office.world.rows("impersonationPages")).toEqual([]);
  });
});

describe("whoever does too much on purpose, so that the end cannot be written or does not say it (I4)", () => {
  /** What sam did as ada just now, as often as asked for. */
  async function doneAsAda(
    { world, ada, sam }: Office,
    times: number,
    how: { outcome: "success" | "denied"; bytes: number },
  ) {
    const person = (id: string, label: string) => ({ kind: "person" as const, personId: id as Id<"people">, label });
    const last = (await world.rows("auditEvents")).length;
    for (let first = 0; first < times; first += 10)
      await world.run(async (ctx) => {
        for (let turn = first; turn < Math.min(times, first + 10); turn++)
          await ctx.db.insert("auditEvents", {
            ...{ sequence: last + turn + 1, action: "request.commented", version: 1, occurredAt: Date.now() },
            ...{ actor: person(ada.id, "Ada Tester"), impersonator: person(sam.id, "Sam Tester") },
            ...{ targets: [], outcome: how.outcome, changes: [], context: { padding: "x".repeat(how.bytes) } },
          });
      });
  }

  test("by tries that are refused, more than one look through the trail can read", async () => {
    const office = await anOffice();
    const sessionId = await office.begin();
    await doneAsAda(office, 20, { outcome: "denied", bytes: 900_000 });
    await office.stop(sessionId);
    expect(await office.sessions()).toMatchObject([{ endedBecause: "stopped" }]);
    expect(await office.toldTo(office.ada)).toHaveLength(1);
  });

  test("by more changes than are listed: whoever is told reads that there were more", async () => {
    const office = await anOffice();
    const sessionId = await office.begin();
    await office.act(sessionId);
    await doneAsAda(office, 120, { outcome: "success", bytes: 1 });
    await office.stop(sessionId);
    const [ended] = await office.events("impersonation.ended");
    expect(ended?.context).toMatchObject({ hasMoreWrites: true });
    expect(ended?.context["writes"]).toHaveLength(100);
    expect((await office.toldTo(office.ada))[0]?.body).toContain("with more than 100 changes.");
  });
});

describe("who looked through whose eyes", () => {
  test("stands with both of them, and with those who look after people; the one looked through sees it at the end", async () => {
    const office = await anOffice();
    const { ada, sam, adam, bea } = office;
    const { mine, ofPerson } = api.impersonation.queries;
    const sessionId = await office.begin();
    expect((await ada.query(mine, {})).ofThem).toEqual([]);
    expect((await adam.query(ofPerson, { personId: ada.id })).ofThem).toHaveLength(1);
    await office.stop(sessionId);
    const entry = { by: { name: "Sam Tester" }, as: { name: "Ada Tester" }, endedBecause: "stopped", hasActed: false };
    expect((await ada.query(mine, {})).ofThem).toMatchObject([entry]);
    expect((await sam.query(mine, {})).byThem).toMatchObject([entry]);
    expect((await adam.query(ofPerson, { personId: sam.id })).byThem).toMatchObject([entry]);
    expect(await codeOf(bea.query(ofPerson, { personId: ada.id }))).toBe("not-allowed");
  });

  test("an admin who is looked through does not see it before its end either", async () => {
    const office = await anOffice();
    const { adam } = office;
    await office.begin(30, adam);
    expect((await adam.query(api.impersonation.queries.ofPerson, { personId: adam.id })).ofThem).toEqual([]);
  });
});
