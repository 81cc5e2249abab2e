/** Why support was needed: every ticket that is resolved says so, whoever or whatever resolved it (S34). */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { HELD_MS } from "../core/tickets/rules";
import type { ChosenCause } from "../core/tickets/table";
import { anIncident } from "../incidents/scenes.testing";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";
import { aWaiting } from "../tickets/waiting.testing";

afterEach(endWorld);

async function aDesk() {
  const support = await aSupport();
  const recause = (by: TestPerson, key: string, cause: ChosenCause) =>
    by.mutation(api.ticketCauses.mutations.change, { key, cause });
  const causeOf = async (key: string) => (await support.ticketRow(key)).cause;
  return { ...support, recause, causeOf };
}

describe("the cause of a resolved ticket [S34]", () => {
  test("is required of whoever resolves it, with an answer or by itself", async () => {
    const { adam, key, claim, say, resolve, causeOf, ticketRow, events } = await aDesk();
    await claim(adam, key);
    expect(await codeOf(say(adam, key, { after: "resolve" }))).toBe("invalid-input");
    expect(await codeOf(say(adam, key, { after: "wait", cause: "howTo" }))).toBe("invalid-input");
    expect(await codeOf(say(adam, key, { visibility: "internal", cause: "howTo" }))).toBe("invalid-input");
    expect(await codeOf(resolve(adam, key, "Done", "proven"))).toBe("not-eligible");
    expect(await codeOf(say(adam, key, { after: "resolve", cause: "proven" }))).toBe("not-eligible");
    expect(await ticketRow(key)).toMatchObject({ state: "open" });
    await say(adam, key, { after: "resolve", cause: "access" });
    expect(await causeOf(key)).toBe("access");
    expect((await events("ticket.resolved"))[0]?.context).toMatchObject({ cause: "access" });
  });

  test("is held with the reply that resolves it, and looked at again when that is sent", async () => {
    const { world, adam, key, request, finish, waitFor, ask, ticketRow } = await aWaiting();
    const { hold } = api.ticketReplies.mutations;
    const held = { key, body: "Done", after: "resolve" as const };
    expect(await codeOf(adam.mutation(hold, held))).toBe("invalid-input");
    expect(await codeOf(adam.mutation(hold, { ...held, cause: "proven" }))).toBe("not-eligible");
    await finish(request);
    await adam.mutation(hold, { ...held, cause: "proven" });
    await waitFor(adam, key, (await ask()).key);
    await world.advance(HELD_MS + 1);
    expect((await ticketRow(key)).cause).toBeUndefined();
    await adam.mutation(hold, { ...held, cause: "setting" });
    await world.advance(HELD_MS + 1);
    expect((await ticketRow(key)).cause).toBe("setting");
  });

  test("goes when the ticket is opened again", async () => {
    const { ada, adam, key, claim, resolve, reply, causeOf } = await aDesk();
    await claim(adam, key);
    await resolve(adam, key, "Loaded again", "data");
    await reply(ada, key);
    expect(await causeOf(key)).toBeUndefined();
  });

  test("is the portal's own where nobody resolved it", async () => {
    const { world, ada, adam, key, create, claim, answer, wait, solve, clock, causeOf } = await aDesk();
    await claim(adam, key);
    await solve(ada, key);
    expect(await causeOf(key)).toBe("solvedThemselves");
    const silent = await create(ada);
    await answer(adam, silent);
    await wait(adam, silent);
    for (let day = 0; day < 9; day++) {
      await world.advance(DAY_MS);
      await clock();
    }
    expect(await causeOf(silent)).toBe("unanswered");
  });

  test("is what it waited for, where that is done", async () => {
    const { adam, key, request, finish, resolve, ticketRow } = await aWaiting();
    await finish(request);
    await resolve(adam, key, "It is done", "proven");
    expect((await ticketRow(key)).cause).toBe("proven");
    const other = await aWaiting();
    await other.cancel(other.request);
    expect(await codeOf(other.resolve(other.adam, other.key, "It is done", "proven"))).toBe("not-eligible");
  });

  test("is the incident whose last word resolved it", async () => {
    const { adam, ofBea, link, end, ticketRow } = await anIncident();
    await link(adam, ofBea);
    await end(adam);
    expect((await ticketRow(ofBea)).cause).toBe("incident");
  });

  test("is said anew by those who answer it, once it is over, and read by them alone", async () => {
    const { ada, adam, kim, key, claim, resolve, read, recause, causeOf, events, noticesOf } = await aDesk();
    await claim(adam, key);
    expect(await codeOf(recause(adam, key, "access"))).toBe("wrong-state");
    await resolve(adam, key, "Loaded again", "data");
    const told = await noticesOf(ada);
    expect(await codeOf(recause(ada, key, "access"))).toBe("not-allowed");
    expect(await codeOf(recause(kim, key, "proven"))).toBe("not-eligible");
    await recause(kim, key, "access");
    await recause(kim, key, "access");
    expect(await causeOf(key)).toBe("access");
    expect(await events("ticket.causeChanged")).toHaveLength(1);
    expect(await noticesOf(ada)).toEqual(told);
    expect((await read(kim, key))?.cause).toBe("access");
    expect((await read(ada, key))?.cause).toBeNull();
  });

  test("is never that of one's own ticket to say", async () => {
    const { adam, kim, create, claim, resolve, recause } = await aDesk();
    const own = await create(adam);
    await claim(kim, own);
    await resolve(kim, own);
    expect(await codeOf(recause(adam, own, "access"))).toBe("not-eligible");
  });
});
