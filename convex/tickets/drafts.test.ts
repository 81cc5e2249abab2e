/** What somebody writes in a ticket, or of a new one, is kept until they send it. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { TicketDraft } from "../core/tickets/table";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

afterEach(endWorld);

/** A support in which drafts are kept, read and sent. */
async function drafting() {
  const support = await aSupport();
  return {
    ...support,
    keep: (by: TestPerson, key: string | null, draft: TicketDraft | string, version: number | null = null) =>
      by.mutation(api.tickets.mutations.saveDraft, {
        key,
        draft: typeof draft === "string" ? { body: draft } : draft,
        version,
      }),
    kept: async (by: TestPerson, key: string | null) => (await by.query(api.tickets.queries.draft, { key }))?.draft,
    prune: () => support.world.internal(internal.tickets.internal.pruneDraftsOfTickets, {}),
  };
}

describe("a draft [S17]", () => {
  test("is kept as it is written, also too long to be sent", async () => {
    const { ada, adam, key, keep, kept } = await drafting();
    const answer = { body: "  We look ", visibility: "internal", after: "wait" } as const;
    expect(await keep(ada, key, "Still")).toBe(1);
    expect(await keep(ada, key, "Still broken", 1)).toBe(2);
    expect(await keep(adam, key, answer)).toBe(1);
    const form = { title: "T".repeat(300), body: "", topic: "cost", related: "REQ-1", incident: "INC-1" } as const;
    await keep(ada, null, form);
    expect([await kept(ada, key), await kept(adam, key), await kept(ada, null)]).toEqual([
      { body: "Still broken" },
      answer,
      form,
    ]);
  });

  test("is its writer's alone: neither the other side of the ticket nor whoever looks through their eyes reads it", async () => {
    const { world, ada, adam, key, keep, kept, impersonates } = await withEyes();
    await keep(ada, key, "Not sent");
    await keep(ada, null, "Not sent either");
    expect([await kept(adam, key), await kept(adam, null)]).toEqual([undefined, undefined]);
    const sofia = await impersonates(ada);
    expect([await kept(sofia, key), await kept(sofia, null)]).toEqual([undefined, undefined]);
    expect(await codeOf(keep(sofia, key, "Mine now"))).toBe("not-while-impersonating");
    expect((await world.rows("ticketDrafts")).map(({ draft }) => draft.body)).toEqual(["Not sent", "Not sent either"]);
  });

  test("is kept in no ticket its writer does not read", async () => {
    const { world, ada, key, keep, kept } = await drafting();
    const stranger = await world.person("sia");
    expect(await codeOf(keep(stranger, key, "Hello"))).toBe("not-found");
    await keep(stranger, null, "My own");
    expect([await kept(stranger, key), await kept(ada, null)]).toEqual([undefined, undefined]);
  });

  test("goes when it is sent, and no other does", async () => {
    const { ada, adam, key, keep, kept, reply, note, answer, create } = await drafting();
    for (const place of [key, null]) await keep(ada, place, `In ${place}`);
    await keep(adam, key, "An answer");
    await reply(ada, key, `In ${key}`);
    expect([await kept(ada, key), (await kept(adam, key))?.body]).toEqual([undefined, "An answer"]);
    await note(adam, key, "An answer");
    expect(await kept(adam, key)).toBeUndefined();
    await keep(adam, key, " Another\n");
    await answer(adam, key, "Another");
    expect([await kept(adam, key), (await kept(ada, null))?.body]).toEqual([undefined, "In null"]);
    await create(ada);
    expect(await kept(ada, null)).toBeUndefined();
  });

  test("stays when other words are sent, as from the inbox: a reply, an answer and a note", async () => {
    const { ada, adam, key, keep, kept, reply, note, answer } = await drafting();
    await keep(ada, key, "I was about to say");
    await keep(adam, key, { body: "So was I", visibility: "internal" });
    await reply(ada, key, "Yes");
    await answer(adam, key, "Thanks");
    await note(adam, key, "She said yes");
    expect([await kept(ada, key), await kept(adam, key)]).toEqual([
      { body: "I was about to say" },
      { body: "So was I", visibility: "internal" },
    ]);
  });

  test("stays when what it says is refused", async () => {
    const { ada, key, keep, kept } = await drafting();
    await keep(ada, key, " ".repeat(3) + "x".repeat(4001));
    expect(await codeOf(ada.mutation(api.tickets.mutations.reply, { key, body: "x".repeat(4001) }))).toBe("too-long");
    expect((await kept(ada, key))?.body).toHaveLength(4004);
  });

  test("goes when nothing is left of it", async () => {
    const { world, ada, key, keep } = await drafting();
    const version = await keep(ada, key, "Begun");
    expect(await keep(ada, key, { title: " ", body: "\n" }, version)).toBeNull();
    expect(await world.rows("ticketDrafts")).toEqual([]);
    expect(await keep(ada, key, "")).toBeNull();
    expect(await world.rows("ticketDrafts")).toEqual([]);
  });

  test("is not overwritten by a window that others overtook, nor written again after it was sent", async () => {
    const { ada, key, keep, kept, reply } = await drafting();
    const first = await keep(ada, key, "Here");
    await keep(ada, key, "There", first);
    for (const version of [null, first])
      expect(await codeOf(keep(ada, key, "Here again", version))).toBe("changed-meanwhile");
    expect((await kept(ada, key))?.body).toBe("There");
    await reply(ada, key, "There");
    expect(await codeOf(keep(ada, key, "Late", 2))).toBe("changed-meanwhile");
    expect(await kept(ada, key)).toBeUndefined();
  });

  test("survives a merge, what a colleague does, and the end of the ticket", async () => {
    const { ada, adam, kim, key, keep, kept, create, merge, claim, resolve } = await drafting();
    const other = await create(ada);
    await keep(adam, key, "I was about to say");
    await keep(ada, key, "So was I");
    await claim(kim, key);
    await merge(kim, key, other);
    await claim(kim, other);
    await resolve(kim, other);
    expect([(await kept(adam, key))?.body, (await kept(ada, key))?.body]).toEqual(["I was about to say", "So was I"]);
  });

  test("is removed after 30 days in which nobody carried on with it", async () => {
    const { world, ada, key, keep, kept, prune } = await drafting();
    await keep(ada, null, "Old");
    await world.advance(29 * DAY_MS);
    await keep(ada, key, "Young");
    await prune();
    expect((await kept(ada, null))?.body).toBe("Old");
    await world.advance(DAY_MS + 1);
    await prune();
    expect([await kept(ada, null), (await kept(ada, key))?.body]).toEqual([undefined, "Young"]);
  });

  test("has a limit, and no event of the audit trail tells of it", async () => {
    const { world, ada, key, keep } = await drafting();
    const before = (await world.rows("auditEvents")).length;
    await keep(ada, key, "x".repeat(20_000));
    for (const draft of [{ body: "x".repeat(20_001) }, { body: "", related: "x".repeat(20_001) }])
      expect(await codeOf(keep(ada, null, draft))).toBe("too-long");
    expect((await world.rows("auditEvents")).length).toBe(before);
  });
});

test("words that are redacted are gone from drafts in the ticket, and a window that shows them brings none back [S16, S17]", async () => {
  const { world, ada, adam, kim, key, keep, reply, create, kept } = await drafting();
  await reply(ada, key, "It is hunter2");
  const own = await create(ada);
  const version = await keep(adam, key, "Do not send hunter2");
  await keep(ada, own, "hunter2 here");
  await kim.mutation(api.tickets.mutations.redact, { key, words: "hunter2", fileIds: [], reason: "A password" });
  expect([(await kept(adam, key))?.body, (await kept(ada, own))?.body]).toEqual([
    "Do not send [redacted]",
    "hunter2 here",
  ]);
  expect(await codeOf(keep(adam, key, "Do not send hunter2!", version))).toBe("changed-meanwhile");
  expect(JSON.stringify(await world.rows("ticketDrafts"))).not.toContain("send hunter2");
});

/** Somebody who looks through another's eyes. */
async function withEyes() {
  const all = await drafting();
  const sofia = await all.world.person("sofia", { roles: ["staff", "superAdmin"] });
  return {
    ...all,
    impersonates: async ({ id: impersonatingUserId }: TestPerson) => {
      const at = all.world.now();
      const session = await all.world.run((ctx) =>
        ctx.db.insert("impersonationSessions", {
          realPersonId: sofia.id,
          impersonatingUserId,
          mode: "view",
          reason: "Support",
          impersonationStartedAt: at,
          impersonationExpiresAt: at + DAY_MS,
        }),
      );
      sofia.shows(session);
      return sofia;
    },
  };
}
