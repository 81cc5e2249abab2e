/** One human wants a second account by another spelling of their mailbox. */

import { expect, test } from "vitest";
import { ada, aPortalSignIn, verifiedAda } from "./testing.ts";

test.each(["ada+2@ao.com", "ADA+x+y@ao.com", "аda@ao.com"])(
  "%s opens nothing: with private accounts it answers as usual, and the mailbox is told of its account",
  async (email) => {
    const world = await verifiedAda({ hasPrivateAccounts: true });
    const usual = await world.browser().post("sign-up", { ...ada, email: "bea@ao.com" });
    expect(await world.browser().post("sign-up", { ...ada, email, password: "Another-1pass" })).toEqual(usual);
    expect(world.lastMail()).toMatchObject({ kind: "already-registered", to: "ada@ao.com" });
    expect((await world.browser().post("sign-in", { email, password: "Another-1pass" })).status).toBe(422);
  },
);

test("spellings do not multiply how many mails a mailbox may be sent", async () => {
  const world = await verifiedAda();
  const asked = async (email: string) => (await world.browser().post("request-password-reset", { email })).status;
  expect(await Promise.all(["bea@ao.com", "bea+1@ao.com", "Bea+2@ao.com"].map(asked))).toEqual([200, 200, 200]);
  expect(await asked("bea+3@ao.com")).toBe(429);
});

test.each(["Ada\u202eadA", "A\u200bda", "\u2066Ada\u2069", "Ad\u00ada", "Ad\u0007a", "Ada\u2028x"])(
  "nobody signs up as %j: a name holds no marks that nobody sees",
  async (firstName) => {
    const world = await aPortalSignIn();
    for (const name of [{ firstName }, { lastName: firstName }]) {
      expect(await world.browser().post("sign-up", { ...ada, email: "bea@ao.com", ...name })).toMatchObject({
        status: 422,
      });
    }
    expect(world.mails).toHaveLength(0);
  },
);
