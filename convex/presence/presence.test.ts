/** Who sees whom on the pages about a request. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { MAX_TABS, SIGN_OF_LIFE_MS, STAY_MS } from "../core/presence/rules";
import { SECOND_MS } from "../lib/pure/time";
import { submitted } from "../process/requests.testing";
import { aWorld, codeOf, DAWN, endWorld, type TestPerson } from "../testing/world.testing";

afterEach(endWorld);

const { stay, leave } = api.presence.mutations;
const { forget } = internal.presence.internal;

/** A request of Ada's, and Bea who oversees it. */
async function aRequestOfAda() {
  const world = await aWorld();
  const [ada, bea, stranger] = [
    await world.person("ada"),
    await world.person("bea", { roles: ["staff", "admin"] }),
    await world.person("sia"),
  ];
  const { key, _id } = await world.run((ctx) => submitted(ctx, ada.id, [{ type: "manual_check" }]));
  return {
    world,
    ada,
    bea,
    stranger,
    key,
    requestId: _id,
    open: (person: TestPerson, tab = "tab", page: "request" | "task" | "approval" = "request") =>
      person.mutation(stay, { request: key, page, tab }),
    seenBy: async (person: TestPerson) =>
      (await person.query(api.presence.queries.others, { request: key })).map(({ name, page }) => `${name}: ${page}`),
    later: async (ms: number) => {
      await world.advance(ms);
      await world.internal(forget, {});
    },
  };
}

describe("people on the pages about one request", () => {
  test("see each other at once, each once however many tabs they have, and never themselves", async () => {
    const { ada, bea, open, seenBy } = await aRequestOfAda();
    await open(ada);
    await open(bea, "first");
    await open(bea, "second", "task");
    expect([await seenBy(ada), await seenBy(bea)]).toEqual([["Bea Tester: task"], ["Ada Tester: request"]]);
  });

  test("who leaves is gone at once, with the last of their tabs", async () => {
    const { ada, bea, open, seenBy } = await aRequestOfAda();
    await open(bea, "first");
    await open(bea, "second");
    await bea.mutation(leave, { tab: "first" });
    expect(await seenBy(ada)).toEqual(["Bea Tester: request"]);
    await bea.mutation(leave, { tab: "second" });
    await bea.mutation(leave, { tab: "second" });
    expect(await seenBy(ada)).toEqual([]);
  });

  test("a browser that falls silent is forgotten, one that gives signs of life is not", async () => {
    const { world, ada, bea, open, seenBy, later } = await aRequestOfAda();
    for (let sign = 0; sign < 4; sign++) {
      await open(bea);
      await later(SIGN_OF_LIFE_MS);
    }
    expect(await seenBy(ada)).toEqual(["Bea Tester: request"]);
    await later(STAY_MS - SIGN_OF_LIFE_MS + SECOND_MS);
    expect([await seenBy(ada), await world.rows("presence")]).toEqual([[], []]);
  });

  test("a tab that goes to another request is on that one only", async () => {
    const { world, ada, bea, open, seenBy } = await aRequestOfAda();
    const other = await world.run((ctx) => submitted(ctx, ada.id, [{ type: "manual_check" }]));
    await open(bea);
    await bea.mutation(stay, { request: other.key, page: "request", tab: "tab" });
    expect(await seenBy(ada)).toEqual([]);
  });
});

test("a page that closes because its person looks through other eyes now closes as theirs", async () => {
  const { world, ada, open, seenBy } = await aRequestOfAda();
  const sofia = await world.person("sofia", { roles: ["staff", "superAdmin"] });
  await open(sofia);
  const times = { impersonationStartedAt: DAWN, impersonationExpiresAt: DAWN + STAY_MS * 10 };
  const shown = await world.run((ctx) =>
    ctx.db.insert("impersonationSessions", {
      realPersonId: sofia.id,
      impersonatingUserId: ada.id,
      mode: "view",
      reason: "Support",
      ...times,
    }),
  );
  sofia.shows(shown);
  await sofia.mutation(leave, { tab: "tab" });
  expect(await seenBy(ada)).toEqual([]);
});

describe("nobody is shown", () => {
  test("to or by a stranger to the request: it is not found", async () => {
    const { stranger, open, seenBy, world } = await aRequestOfAda();
    expect(await codeOf(open(stranger))).toBe("not-found");
    expect(await codeOf(seenBy(stranger))).toBe("not-found");
    expect(await world.rows("presence")).toEqual([]);
  });

  test("while they impersonate somebody, neither as themselves nor as the other", async () => {
    const { world, ada, bea, open, seenBy } = await aRequestOfAda();
    const sofia = await world.person("sofia", { roles: ["staff", "superAdmin"] });
    await open(bea);
    for (const mode of ["view", "act"] as const) {
      const session = await world.run((ctx) =>
        ctx.db.insert("impersonationSessions", {
          realPersonId: sofia.id,
          impersonatingUserId: bea.id,
          mode,
          reason: "Support",
          impersonationStartedAt: DAWN,
          impersonationExpiresAt: DAWN + STAY_MS * 10,
        }),
      );
      expect(await codeOf(open(sofia))).toBe("not-while-impersonating");
      expect(await seenBy(sofia)).toEqual([]);
      await world.run((ctx) => ctx.db.patch(session, { endedAt: DAWN }));
    }
    expect(await seenBy(ada)).toEqual(["Bea Tester: request"]);
  });

  test("with another's tab: it is theirs alone, and closing it changes nothing of others", async () => {
    const { ada, bea, open, seenBy } = await aRequestOfAda();
    await open(bea, "shared-name");
    await open(ada, "shared-name");
    await ada.mutation(leave, { tab: "shared-name" });
    expect(await seenBy(ada)).toEqual(["Bea Tester: request"]);
  });
});

test("a person has so many open pages and no more: the one silent for longest goes first", async () => {
  const { world, bea, open } = await aRequestOfAda();
  for (let tab = 0; tab <= MAX_TABS; tab++) {
    await open(bea, `tab ${tab}`);
    await world.advance(SECOND_MS);
  }
  const tabs = (await world.rows("presence")).map(({ tab }) => tab);
  expect([tabs.length, tabs.includes("tab 0"), tabs.includes(`tab ${MAX_TABS}`)]).toEqual([MAX_TABS, false, true]);
  for (const tab of ["", "x".repeat(65)]) expect(await codeOf(open(bea, tab))).toBe("invalid-input");
});

test("opening a page writes no event: the audit trail is about what was done", async () => {
  const { world, bea, open } = await aRequestOfAda();
  const before = (await world.rows("auditEvents")).length;
  await open(bea);
  await bea.mutation(leave, { tab: "tab" });
  expect((await world.rows("auditEvents")).length).toBe(before);
});
