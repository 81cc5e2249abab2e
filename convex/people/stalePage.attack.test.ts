/**
 * A page that takes itself for somebody else: opened before an impersonation began, or still showing its target after
 * the end.
 */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { whyNotAs } from "../access/impersonation";
import { HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { submitted } from "../process/requests.testing";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const { comment } = api.requests.mutations;

/** Sam, a super admin, begins to act as Ada for an hour. */
async function actingAsAda() {
  const world = await aWorld();
  const ada = await world.person("ada");
  const sam = await world.person("sam", { roles: ["staff", "superAdmin"], isSuperAdmin: true });
  const requestId = await world.run(async (ctx) => (await submitted(ctx, ada.id, [{ type: "manual_check" }]))._id);
  const begin = () =>
    world.run((ctx) =>
      ctx.db.insert("impersonationSessions", {
        realPersonId: sam.id,
        impersonatingUserId: ada.id,
        mode: "act",
        reason: "Support",
        impersonationStartedAt: DAWN,
        impersonationExpiresAt: DAWN + HOUR_MS,
      }),
    );
  const write = (body: string) => sam.mutation(comment, { requestId, body, visibility: "public" });
  const written = async () => (await world.rows("requestComments")).map(({ body }) => body);
  return { world, ada, sam, begin, write, written, sessionId: await begin() };
}

describe("nothing is written as the other identity (I2)", () => {
  test("by a page opened before the start, which shows nobody", async () => {
    const { write, written } = await actingAsAda();
    expect(await codeOf(write("Meant as Sam"))).toBe("impersonation-mismatch");
    expect(await written()).toEqual([]);
  });

  test("by a page that still shows the target after the time is over", async () => {
    const { world, sam, sessionId, write, written } = await actingAsAda();
    sam.shows(sessionId);
    await world.advance(HOUR_MS + MINUTE_MS);
    expect(await codeOf(write("Meant as Ada"))).toBe("impersonation-mismatch");
    expect(await written()).toEqual([]);
  });

  test("by a page of an earlier impersonation of the same person", async () => {
    const { world, sam, sessionId, begin, write, written } = await actingAsAda();
    sam.shows(sessionId);
    await world.run((ctx) => ctx.db.patch(sessionId, { endedAt: DAWN }));
    const second = await begin();
    expect(await codeOf(write("Meant for the first time"))).toBe("impersonation-mismatch");
    sam.shows(second);
    await write("By who it says");
    expect(await written()).toEqual(["By who it says"]);
  });

  test("by somebody who names an impersonation that is another's (I3)", async () => {
    const { ada, sessionId } = await actingAsAda();
    ada.shows(sessionId);
    expect(await codeOf(ada.mutation(api.people.mutations.saveHomeCards, { homeCards: [] }))).toBe(
      "impersonation-mismatch",
    );
  });
});

test("what stays the super admin's own is done from any page", async () => {
  const { world, sam } = await actingAsAda();
  await sam.mutation(api.workflow.mutations.runTaskMonitor, {});
  expect(await world.rows("taskMonitorLogs")).toMatchObject([{ startedById: sam.id }]);
});

test("a live reading follows the server's record, and one that names a session is held to it", async () => {
  const { ada, sam, sessionId } = await actingAsAda();
  const own = api.notifications.queries.unseenCount;
  expect(await sam.query(own, {})).toBe(await ada.query(own, {}));
  sam.shows(sessionId);
  const named = (impersonationSessionId: unknown) => sam.query(own, { impersonationSessionId } as never);
  expect(await named(sessionId)).toBe(await ada.query(own, {}));
  expect(await codeOf(named(null))).toBe("impersonation-mismatch");
});

test.each([
  [null, null, true],
  [undefined, "s1", true],
  ["s1", "s1", true],
  [null, "s1", false],
  ["s1", null, false],
  ["s1", "s2", false],
])("a page that names %s while %s runs is believed: %s", (claimed, running, isBelieved) => {
  expect(whyNotAs(claimed, running) === null).toBe(isBelieved);
});
