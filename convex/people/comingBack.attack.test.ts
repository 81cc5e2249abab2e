/** Somebody was shut out and let in again, and what they kept from before is tried: none of it may work. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { SYSTEM } from "../core/audit/model";
import { updatePerson } from "../core/people/model";
import { MINUTE_MS } from "../lib/pure/time";
import { submitted } from "../process/requests.testing";
import { aWorld, codeOf, DAWN, endWorld, tokenOf } from "../testing/world.testing";

afterEach(endWorld);

const { me } = api.people.queries;
const { signedIn } = api.people.mutations;

/** Ada was suspended ten minutes after dawn and is back five minutes later. */
async function aReturn() {
  const world = await aWorld();
  const ada = await world.person("ada");
  const requestId = await world.run(async (ctx) => (await submitted(ctx, ada.id, [{ type: "manual_check" }]))._id);
  const uploadTo = () => ada.mutation(api.requests.mutations.generateUploadUrl, { requestId });
  const { ticketId } = await uploadTo();
  const become = (status: "suspended" | "active") =>
    world.run(async (ctx) => {
      const person = await ctx.db.get(ada.id);
      if (person) await updatePerson(ctx, person, { status }, { ...SYSTEM, action: "person.changed", at: Date.now() });
    });
  await world.advance(10 * MINUTE_MS);
  await become("suspended");
  await world.advance(5 * MINUTE_MS);
  await become("active");
  const sessionOf = (startedAt: number) =>
    world.as({ ...tokenOf("ada", { sid: `of ${startedAt}` }), session_started_at: startedAt });
  const takeUp = async (ticket: typeof ticketId) =>
    ada.mutation(api.requests.mutations.takeUpFile, {
      requestId,
      ticketId: ticket,
      storageId: await world.file("text"),
      name: "plan.txt",
    });
  const accountState = (sessionStartedAt?: number) =>
    world.internalQuery(internal.people.internal.accountStateOf, {
      tokenIdentifier: null,
      email: "ada@ao.com",
      ...(sessionStartedAt !== undefined && { sessionStartedAt }),
    });
  return { world, ada, ticketId, uploadTo, sessionOf, takeUp, accountState };
}

describe("a session", () => {
  test("of before is refused by every call, and one of after is served", async () => {
    const { sessionOf } = await aReturn();
    const [old, fresh] = [sessionOf(DAWN), sessionOf(DAWN + 16 * MINUTE_MS)];
    expect(await codeOf(old.query(me, {}))).toBe("session-revoked");
    expect(await codeOf(old.mutation(signedIn, {}))).toBe("session-revoked");
    expect(await codeOf(old.mutation(api.people.mutations.saveTheme, { themePreference: "dark" }))).toBe(
      "session-revoked",
    );
    await fresh.mutation(signedIn, {});
    expect(await fresh.query(me, {})).toMatchObject({ email: "ada@ao.com", status: "active" });
    await fresh.mutation(api.people.mutations.saveTheme, { themePreference: "dark" });
  });

  test("of before is over for the sign-in, too, though its person may come in", async () => {
    const { accountState } = await aReturn();
    expect(await accountState(DAWN)).toBe("sessionOver");
    expect(await accountState(DAWN + 16 * MINUTE_MS)).toBe("open");
    expect(await accountState()).toBe("open");
  });

  test("is handed to the sign-in store to be ended, until it says that it did", async () => {
    const { world } = await aReturn();
    const waiting = await world.internalQuery(internal.people.internal.shutOuts, {});
    expect(waiting).toMatchObject([{ email: "ada@ao.com", at: DAWN + 10 * MINUTE_MS }]);
    for (const { id } of waiting) await world.internal(internal.people.internal.shutOutDone, { id });
    expect(await world.internalQuery(internal.people.internal.shutOuts, {})).toEqual([]);
  });
});

test("an upload that was allowed before takes up nothing; a new one does", async () => {
  const { ticketId, takeUp, uploadTo } = await aReturn();
  expect(await codeOf(takeUp(ticketId))).toBe("not-found");
  await takeUp((await uploadTo()).ticketId);
});
