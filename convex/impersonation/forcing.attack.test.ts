/** An impersonation is ended by another super admin: at once, everywhere, and nobody is left in the dark (I11). */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { MINUTE_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { anOffice } from "./impersonation.testing";

afterEach(endWorld);

const reason = "The ticket is solved";

async function aRunning() {
  const office = await anOffice();
  const sessionId = await office.begin(120);
  await office.world.advance(MINUTE_MS);
  const end = (by: TestPerson, why = reason) =>
    by.mutation(api.impersonation.mutations.end, { sessionId, reason: why });
  const runningFor = (by: TestPerson) => by.query(api.impersonation.queries.running, {});
  return { ...office, sessionId, end, runningFor };
}

describe("an impersonation that is ended by force (I11)", () => {
  test("is over at once for its holder, acting or not, and for every page that shows it", async () => {
    const { una, sam, sessionId, act, end, running, comment } = await aRunning();
    await act(sessionId);
    await end(una);
    expect(await running()).toBeNull();
    expect(await codeOf(comment(sam, "Still as Ada"))).toBe("impersonation-mismatch");
    expect(await codeOf(act(sessionId))).toBe("impersonation-mismatch");
  });

  test("says who ended it and why: in the record, in the audit trail and in the lists", async () => {
    const { una, ada, adam, end, sessions, events } = await aRunning();
    await end(una);
    expect(await sessions()).toMatchObject([{ endedBecause: "forced", endedById: una.id, endReason: reason }]);
    expect(await events("impersonation.ended")).toMatchObject([
      { actor: { personId: una.id }, context: { because: "forced", endedById: una.id, endReason: reason } },
    ]);
    const { ofThem } = await adam.query(api.impersonation.queries.ofPerson, { personId: ada.id });
    expect(ofThem).toMatchObject([{ endedBecause: "forced", endedBy: { name: "Una Tester", reason } }]);
  });

  test("is told to both, once each", async () => {
    const { world, una, sam, ada, end, toldTo } = await aRunning();
    await end(una);
    const [toAda, ...more] = await toldTo(ada);
    expect(more).toEqual([]);
    expect(toAda?.body).toContain("Una Tester ended it: The ticket is solved");
    const toSam = (await world.rows("notifications")).filter(({ recipientId }) => recipientId === sam.id);
    expect(toSam).toMatchObject([
      {
        kind: "security.impersonationEnded",
        title: "You no longer see the portal as Ada Tester",
        body: "Una Tester ended it. Reason: The ticket is solved",
      },
    ]);
  });

  test("is ended by nobody but super admins, and by none of them while they look through other eyes", async () => {
    const { world, adam, gina, ada, bea, una, end, begin, running } = await aRunning();
    for (const who of [adam, gina, ada, bea, await world.person("fay", { roles: ["staff", "finops"] })])
      expect(await codeOf(end(who))).toBe("not-allowed");
    await begin(30, bea, una);
    expect(await codeOf(end(una))).toBe("not-while-impersonating");
    expect(await running()).not.toBeNull();
  });

  test("is not ended by the one who runs it, by whichever account", async () => {
    const { world, end, running } = await aRunning();
    const twin = await world.person("twin", {
      email: "sam+two@ao.com",
      mailbox: "sam@ao.com",
      roles: ["staff", "superAdmin"],
    });
    expect(await codeOf(end(twin))).toBe("not-eligible");
    expect(await running()).not.toBeNull();
  });

  test("needs a reason, and is not ended twice", async () => {
    const { una, kim, end, events, world } = await aRunning();
    expect(await codeOf(end(una, "  "))).toBe("reason-required");
    await end(una);
    expect(await codeOf(end(kim))).toBe("wrong-state");
    expect(await events("impersonation.ended")).toHaveLength(1);
    expect((await world.rows("notifications")).filter(({ kind }) => kind.startsWith("security."))).toHaveLength(2);
  });
});

describe("the list of what runs", () => {
  test("shows super admins every one that runs by the clock, and nobody else any", async () => {
    const { world, una, adam, ada, runningFor } = await aRunning();
    expect(await runningFor(una)).toMatchObject([{ by: { name: "Sam Tester" }, as: { name: "Ada Tester" } }]);
    for (const who of [adam, ada]) expect(await codeOf(runningFor(who))).toBe("not-allowed");
    await world.advance(120 * MINUTE_MS);
    expect(await runningFor(una)).toEqual([]);
  });
});
