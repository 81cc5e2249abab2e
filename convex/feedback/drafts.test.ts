/** What somebody writes of an idea, or of a comment on one, is kept until they send it. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { IdeaDraft } from "../core/feedback/table";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";
import { aFeedbackWorld } from "./ideas.testing";

afterEach(endWorld);

const { mutations, queries } = api.feedback;
const IDEA = { title: "Costs per dashboard", description: "To drop what nobody uses", priority: "High" };

/** How drafts are kept and read: of a comment on an idea, with null of a new one. */
const keep = (by: TestPerson, idea: string | null, draft: IdeaDraft | string, version: number | null = null) =>
  by.mutation(mutations.saveDraft, { idea, draft: typeof draft === "string" ? { text: draft } : draft, version });
const kept = async (by: TestPerson, idea: string | null) => (await by.query(queries.draft, { idea }))?.draft;

/** People who read the idea of ada, and write. */
async function drafting() {
  const feedback = await aFeedbackWorld();
  const { key } = await feedback.idea(feedback.ideaId);
  return { ...feedback, key, comment: commenting(feedback.ideaId) };
}

function commenting(ideaId: Awaited<ReturnType<typeof aFeedbackWorld>>["ideaId"]) {
  return (by: TestPerson, text = "Me too") => by.mutation(mutations.comment, { ideaId, text });
}

describe("a draft of an idea or of a comment [F10]", () => {
  test("is kept as it is written, also too long to be sent, each in its place", async () => {
    const { gina, key, write, idea, ada } = await drafting();
    const other = await idea(await write(ada, "Another"));
    const form = { title: "T".repeat(300), text: " ", priority: "", about: { kind: "service", key: "dbt" } } as const;
    expect(await keep(gina, null, form)).toBe(1);
    expect(await keep(gina, key, "Me")).toBe(1);
    expect(await keep(gina, key, "Me too", 1)).toBe(2);
    expect(await keep(gina, other.key, "x".repeat(2001))).toBe(1);
    expect(await kept(gina, null)).toEqual(form);
    expect(await kept(gina, key)).toEqual({ text: "Me too" });
    expect((await kept(gina, other.key))?.text).toHaveLength(2001);
  });

  test("is its writer's alone: neither the author of the idea nor whoever looks through their eyes reads it", async () => {
    const { world, ada, adam, gina, key } = await drafting();
    await keep(gina, key, "Not sent");
    await keep(gina, null, "Not sent either");
    for (const who of [ada, adam])
      expect([await kept(who, key), await kept(who, null)]).toEqual([undefined, undefined]);
    const sofia = await world.person("sofia", { roles: ["staff", "superAdmin"] });
    const at = world.now();
    const session = await world.run((ctx) =>
      ctx.db.insert("impersonationSessions", {
        realPersonId: sofia.id,
        impersonatingUserId: gina.id,
        mode: "act",
        reason: "Support",
        impersonationStartedAt: at,
        impersonationExpiresAt: at + DAY_MS,
      }),
    );
    sofia.shows(session);
    expect([await kept(sofia, key), await kept(sofia, null)]).toEqual([undefined, undefined]);
    expect(await codeOf(keep(sofia, key, "Mine now"))).toBe("not-while-impersonating");
    expect((await world.rows("ideaDrafts")).map(({ draft }) => draft.text)).toEqual(["Not sent", "Not sent either"]);
  });

  test("is kept of no idea that its writer does not read or that nobody comments on", async () => {
    const { ada, gina, key, ideaId } = await drafting();
    expect(await codeOf(keep(gina, "IDEA-999", "Hello"))).toBe("not-found");
    await ada.mutation(mutations.withdraw, { ideaId });
    expect(await codeOf(keep(gina, key, "Hello"))).toBe("not-found");
    expect(await codeOf(keep(ada, key, "Hello"))).toBe("wrong-state");
  });

  test("goes when it is sent, and no other does", async () => {
    const { ada, gina, key, comment } = await drafting();
    for (const place of [key, null]) await keep(gina, place, `In ${place}`);
    await keep(ada, key, "Thanks");
    await comment(gina);
    expect([await kept(gina, key), (await kept(gina, null))?.text]).toEqual([undefined, "In null"]);
    await gina.mutation(mutations.create, IDEA);
    expect([await kept(gina, null), (await kept(ada, key))?.text]).toEqual([undefined, "Thanks"]);
  });

  test("stays when what it says is refused", async () => {
    const { gina, key, comment } = await drafting();
    await keep(gina, key, "Too long");
    await keep(gina, null, { title: "No text", text: "" });
    expect(await codeOf(comment(gina, "x".repeat(2001)))).toBe("too-long");
    expect(await codeOf(gina.mutation(mutations.create, { ...IDEA, priority: "" }))).toBe("invalid-form");
    expect([(await kept(gina, key))?.text, (await kept(gina, null))?.title]).toEqual(["Too long", "No text"]);
  });

  test("goes when nothing is left of it, has a limit, and no event of the audit trail tells of it", async () => {
    const { world, gina } = await drafting();
    const before = (await world.rows("auditEvents")).length;
    const version = await keep(gina, null, "x".repeat(20_000));
    for (const draft of [{ text: "x".repeat(20_001) }, { text: "", priority: "x".repeat(20_001) }])
      expect(await codeOf(keep(gina, null, draft, version))).toBe("too-long");
    expect(await keep(gina, null, { title: " ", text: "\n", priority: "High" }, version)).toBeNull();
    expect(await world.rows("ideaDrafts")).toEqual([]);
    expect((await world.rows("auditEvents")).length).toBe(before);
  });

  test("is not overwritten by a window that others overtook, nor written again after it was sent", async () => {
    const { gina, key, comment } = await drafting();
    const first = await keep(gina, key, "Here");
    await keep(gina, key, "There", first);
    for (const version of [null, first])
      expect(await codeOf(keep(gina, key, "Here again", version))).toBe("changed-meanwhile");
    expect((await kept(gina, key))?.text).toBe("There");
    await comment(gina, "There");
    expect(await codeOf(keep(gina, key, "Late", 2))).toBe("changed-meanwhile");
    expect(await kept(gina, key)).toBeUndefined();
  });

  test("is removed after 30 days in which nobody carried on with it", async () => {
    const { world, gina, key } = await drafting();
    const prune = () => world.internal(internal.feedback.internal.pruneDraftsOfIdeas, {});
    await keep(gina, null, "Old");
    await world.advance(29 * DAY_MS);
    await keep(gina, key, "Young");
    await prune();
    expect((await kept(gina, null))?.text).toBe("Old");
    await world.advance(DAY_MS + 1);
    await prune();
    expect([await kept(gina, null), (await kept(gina, key))?.text]).toEqual([undefined, "Young"]);
  });

  test("of a comment goes with the idea, which is deleted with every word about it", async () => {
    const { world, gina, ideaId, key } = await drafting();
    const sofia = await world.person("sofia", { roles: ["staff", "superAdmin"] });
    await keep(gina, key, "About these words");
    await keep(gina, null, "Of my own");
    await sofia.mutation(mutations.remove, { ideaId, reason: "It names a person" });
    expect((await world.rows("ideaDrafts")).map(({ draft }) => draft.text)).toEqual(["Of my own"]);
  });
});

describe("changes to an idea of one's own [F10]", () => {
  /** What ada wrote, and a draft of other words of hers. */
  async function editing() {
    const feedback = await drafting();
    const { ada, ideaId, key, idea } = feedback;
    const { title, description, priority } = await idea(ideaId);
    const same = { title, text: description, priority };
    const change = (by: TestPerson, draft: Partial<IdeaDraft>, version: number | null = null) =>
      by.mutation(mutations.saveDraft, { idea: key, isEdit: true, draft: { ...same, ...draft }, version });
    const changed = async (by: TestPerson) =>
      (await by.query(queries.draft, { idea: key, isEdit: true }))?.draft ?? null;
    return { ...feedback, same, change, changed, ada };
  }

  test("lie beside a comment on it, are the author's alone, and survive what others do with the idea", async () => {
    const { ada, adam, gina, key, same, change, changed, comment, world } = await editing();
    await keep(ada, key, "A comment");
    expect(await change(ada, { title: "A better title" })).toBe(1);
    await comment(gina);
    await world.advance(DAY_MS);
    expect(await changed(ada)).toEqual({ ...same, title: "A better title" });
    expect((await kept(ada, key))?.text).toBe("A comment");
    for (const who of [adam, gina]) {
      expect(await changed(who)).toBeNull();
      expect(await codeOf(change(who, { title: "Mine" }))).toBe("not-found");
    }
  });

  test("go when they are saved, when nothing is changed any more, and with the idea", async () => {
    const { ada, ideaId, key, same, change, changed, world } = await editing();
    await keep(ada, key, "A comment");
    const version = await change(ada, { text: "Other words" });
    expect(await change(ada, {}, version)).toBeNull();
    await change(ada, { text: "Other words" });
    await ada.mutation(mutations.edit, { ideaId, title: same.title, description: "Other words", priority: "High" });
    expect([await changed(ada), (await kept(ada, key))?.text]).toEqual([null, "A comment"]);
    await change(ada, { title: "Once more" });
    await ada.mutation(mutations.withdraw, { ideaId });
    expect((await world.rows("ideaDrafts")).map(({ draft }) => draft.text)).toEqual(["A comment"]);
    expect(await codeOf(change(ada, { title: "Too late" }))).toBe("wrong-state");
  });

  test("are kept no longer once the idea was taken up", async () => {
    const { ada, ideaId, change, changed, move } = await editing();
    const version = await change(ada, { title: "A better title" });
    await move(ideaId, "Under review");
    expect(await codeOf(change(ada, { title: "Better still" }, version))).toBe("wrong-state");
    expect((await changed(ada))?.title).toBe("A better title");
  });

  test("stay when they are refused, and are not overwritten by a window that others overtook", async () => {
    const { ada, ideaId, change, changed } = await editing();
    const first = await change(ada, { title: "" });
    await ada.mutation(mutations.edit, { ideaId, title: "", description: "D", priority: "High" }).catch(() => null);
    expect((await changed(ada))?.title).toBe("");
    await change(ada, { title: "There" }, first);
    expect(await codeOf(change(ada, { title: "Here" }, first))).toBe("changed-meanwhile");
    expect((await changed(ada))?.title).toBe("There");
  });
});

describe("the idea that a ticket becomes [F10, S16]", () => {
  /** Support suggested to ada to write an idea of her ticket, in which she wrote a password. */
  async function suggested() {
    const support = await aSupport();
    const { ada, adam, key, reply } = support;
    await reply(ada, key, "It is hunter2");
    await adam.mutation(api.conversions.mutations.suggest, { key, typeKey: null, body: "Write an idea of it" });
    const keepFrom = (by: TestPerson, text: string, version: number | null = null) =>
      by.mutation(mutations.saveDraft, { idea: null, ticket: key, draft: { title: text, text }, version });
    const keptFrom = async (by: TestPerson) => (await by.query(queries.draft, { idea: null, ticket: key }))?.draft;
    return { ...support, keepFrom, keptFrom };
  }

  test("is a draft of its own, of the requester alone, and goes when it is written", async () => {
    const { ada, adam, key, keepFrom, keptFrom } = await suggested();
    await keep(ada, null, "Another idea");
    await keepFrom(ada, "From the ticket");
    expect(await codeOf(keepFrom(adam, "Mine"))).toBe("not-found");
    expect([await keptFrom(adam), (await kept(ada, null))?.text]).toEqual([undefined, "Another idea"]);
    await ada.mutation(api.conversions.mutations.writeIdea, { key, ...IDEA });
    expect([await keptFrom(ada), (await kept(ada, null))?.text]).toEqual([undefined, "Another idea"]);
  });

  test("loses what is redacted in the ticket, and a window that shows it brings nothing back", async () => {
    const { world, ada, kim, key, keepFrom, keptFrom } = await suggested();
    await keep(ada, null, "hunter2 elsewhere");
    const version = await keepFrom(ada, "Not hunter2 again");
    await kim.mutation(api.tickets.mutations.redact, { key, words: "hunter2", fileIds: [], reason: "A password" });
    expect(await keptFrom(ada)).toEqual({ title: "Not [redacted] again", text: "Not [redacted] again" });
    expect(await codeOf(keepFrom(ada, "Not hunter2 again!", version))).toBe("changed-meanwhile");
    expect((await kept(ada, null))?.text).toBe("hunter2 elsewhere");
    expect(JSON.stringify(await world.rows("ideaDrafts"))).not.toContain("Not hunter2");
  });
});
