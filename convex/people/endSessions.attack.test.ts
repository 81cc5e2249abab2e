/** Signing somebody else out everywhere. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { codeOf, DAWN, endWorld, type TestPerson, tokenOf } from "../testing/world.testing";
import { aCompany } from "./suspending.testing";

afterEach(endWorld);

const { endSessions } = api.people.mutations;
const reason = "The laptop is lost";
const { me, maySeeSessions } = api.people.queries;

test("[U11] sessions from before are worth nothing at once, those from after are; the person is told why", async () => {
  const { world, ada, adam, noticesOf, events } = await aCompany();
  const session = (startedAt: number) => world.as({ ...tokenOf("ada"), session_started_at: startedAt });
  expect(await session(DAWN).query(me, {})).toMatchObject({ email: "ada@ao.com" });
  await adam.mutation(endSessions, { personId: ada.id, reason });
  expect(await codeOf(session(DAWN).query(me, {}))).toBe("session-revoked");
  await world.advance(1000);
  expect(await session(DAWN + 1000).query(me, {})).toMatchObject({ email: "ada@ao.com" });
  expect(await world.internalQuery(internal.people.internal.shutOuts, {})).toMatchObject([{ email: "ada@ao.com" }]);
  expect(await noticesOf(ada)).toEqual(["Adam Tester signed you out everywhere"]);
  expect(await events("person.sessionsEnded")).toMatchObject([{ actor: { personId: adam.id }, context: { reason } }]);
});

test("[U11] where somebody is signed in is known to those who may sign them out, and to nobody else", async () => {
  const { world, ada, adam, fay, gina, sam } = await aCompany();
  const sees = (by: TestPerson, { id }: TestPerson) => by.query(maySeeSessions, { personId: id });
  expect(await sees(adam, ada)).toBe(true);
  expect([await sees(adam, adam), await sees(adam, fay), await sees(gina, sam)]).toEqual([false, false, false]);
  expect(await codeOf(sees(ada, fay))).toBe("not-allowed");
  expect(await world.internalQuery(internal.people.internal.accountOf, { personId: ada.id })).toMatchObject({
    tokenIdentifier: expect.stringContaining("ada"),
  });
});

test("[U11] nobody does it to themselves, above themselves, to a protected account, or without a reason", async () => {
  const { ada, adam, fay, gina, sam } = await aCompany({ PROTECTED_ACCOUNTS: "ADA+box@ao.com" });
  const no = (by: TestPerson, { id }: TestPerson, why = reason) =>
    codeOf(by.mutation(endSessions, { personId: id, reason: why }));
  for (const [by, who] of [
    [adam, adam],
    [adam, fay],
    [gina, sam],
    [sam, ada],
  ] as const)
    expect(await no(by, who)).toBe("not-eligible");
  expect(await no(fay, ada)).toBe("not-allowed");
  expect(await no(sam, adam, " ")).toBe("reason-required");
});
