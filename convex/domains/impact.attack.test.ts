/** A domain is moved, put away or handed on by somebody who saw less than what hangs on it. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { anOrdersCase } from "./changing.testing";

afterEach(endWorld);

type Play = Awaited<ReturnType<typeof anOrdersCase>>;

/** Orders with Returns below it and rita's open request; Sales is beside it. */
async function hanging() {
  const play = await anOrdersCase();
  const people = { ownerIds: [play.zoe.id], deputyIds: [play.cleo.id] };
  const salesId = await play.put({ name: "Sales", ...people });
  const returnsId = await play.put({ name: "Returns", parentId: play.domainId, ...people });
  const linesNow = async () =>
    Object.fromEntries((await play.shownNow()).lines.map(({ field, after }) => [field, after]));
  return { ...play, salesId, returnsId, linesNow };
}

/** Another request for Orders comes in. */
async function anotherRequest({ world, requestId }: Play): Promise<void> {
  await world.run(async (ctx) => {
    const request = await ctx.db.get(requestId);
    if (!request) throw new Error("No request");
    const { _id, _creationTime, ...fields } = request;
    await ctx.db.insert("requests", { ...fields, key: "REQ-9999" });
  });
}

const CLOSE = { to: "deprecated" } as const;

describe("[DD7] before a state is proposed, what hangs on the domain", () => {
  test("is shown: what is below, open about both and held", async () => {
    const play = await hanging();
    const seen = await play.gus.query(api.domains.queries.impact, { domainId: play.domainId, wish: CLOSE });
    expect(seen?.lines.slice(-4)).toEqual([
      { field: "Domains below", before: "", after: "Returns" },
      { field: "Open requests", before: "", after: "1" },
      { field: "People with access", before: "", after: "None" },
      { field: "Open access reviews", before: "", after: "None" },
    ]);
  });

  test("is what is sent: more of it meanwhile is refused, and seen again it is not", async () => {
    const play = await hanging();
    const seen = await play.seen("gus", CLOSE);
    await anotherRequest(play);
    expect(await codeOf(play.move("gus", "deprecated", play.domainId, seen))).toBe("changed-meanwhile");
    expect(await codeOf(play.move("gus", "deprecated", play.domainId, ""))).toBe("changed-meanwhile");
    expect(await play.move("gus", "deprecated")).toMatchObject({ state: "proposed" });
  });

  test("is not what was seen of another state, or of another domain", async () => {
    const play = await hanging();
    const ofSales = await play.seen("gus", CLOSE, play.salesId);
    const ofArchive = await play.seen("gus", { to: "archived" });
    for (const seen of [ofSales, ofArchive])
      expect(await codeOf(play.move("gus", "deprecated", play.domainId, seen))).toBe("changed-meanwhile");
  });

  test("names no request and nobody who holds access, and is nothing to whoever has no part in the domain", async () => {
    const play = await hanging();
    const wished = { domainId: play.domainId, wish: CLOSE };
    expect(JSON.stringify(await play.ada.query(api.domains.queries.impact, wished))).not.toContain("REQ-");
    expect(await play.zoe.query(api.domains.queries.impact, wished)).toBeNull();
  });
});

describe("[DD7] a second person confirms what hangs on it now:", () => {
  test("not what hung on it when they looked, and not only what did when it was proposed", async () => {
    const play = await hanging();
    await play.move("gus", "deprecated");
    const [proposed, before] = [(await play.open()).shownHash, (await play.shownNow()).shownHash];
    expect(await play.linesNow()).toMatchObject({ "Open requests": "1" });
    await anotherRequest(play);
    for (const old of [proposed, before]) expect(await codeOf(play.confirm("gwen", old))).toBe("changed-meanwhile");
    const [shown] = await play.gwen.query(api.proposals.queries.about, { subjectId: play.domainId });
    expect(shown?.lines).toContainEqual({ field: "Open requests", before: "", after: "2" });
    await play.confirm("gwen", shown?.shownHash);
    expect(await play.row()).toMatchObject({ status: "deprecated" });
  });

  test("a busy domain holds up nothing that waits a day for want of one", async () => {
    const play = await hanging();
    const others = Object.entries(play.people).filter(([name]) => name !== "sue");
    await play.world.run(async (ctx) => {
      for (const [, { id }] of others)
        await ctx.db.patch(id, { roles: ["staff"], isSuperAdmin: false, isElevated: false });
    });
    await play.move("sue", "deprecated");
    await anotherRequest(play);
    await play.world.advance(25 * HOUR_MS);
    await play.turn();
    expect(await play.row()).toMatchObject({ status: "deprecated" });
  });
});

describe("[DD7] a move in the tree", () => {
  test("is sent with what was seen of this very move", async () => {
    const play = await hanging();
    const toSales = { parentId: play.salesId };
    const elsewhere = await play.seen("gus", { parentId: null, inherits: ["owners"] });
    for (const shownHash of ["", elsewhere])
      expect(await codeOf(play.change("gus", { ...toSales, shownHash }))).toBe("changed-meanwhile");
    expect(await play.change("gus", toSales)).toMatchObject({ state: "proposed" });
    expect(await play.linesNow()).toMatchObject({ "Part of": "Sales", "Domains below": "Returns" });
    await play.confirm("gwen");
    expect(await play.row()).toMatchObject({ parentId: play.salesId });
  });

  test.each([
    ["a part of it", ({ put, returnsId }) => put({ name: "Refunds", parentId: returnsId })],
    ["a request", anotherRequest],
    [
      "a review of access",
      ({ world, domainId, gus }) =>
        world.run((ctx) =>
          ctx.db.insert("accessReviews", {
            domainId,
            domainKey: "orders",
            domainName: "Orders",
            startedById: gus.id,
            startedAt: 0,
            dueAt: Number.MAX_SAFE_INTEGER,
            total: 0,
            unusedDays: 90,
            state: "open",
          }),
        ),
    ],
  ] satisfies [string, (play: Awaited<ReturnType<typeof hanging>>) => Promise<unknown>][])(
    "is looked at again after %s came",
    async (_, come) => {
      const play = await hanging();
      const shownHash = await play.seen("gus", { parentId: play.salesId, inherits: [] });
      await come(play);
      expect(await codeOf(play.change("gus", { parentId: play.salesId, shownHash }))).toBe("changed-meanwhile");
      expect(await play.change("gus", { parentId: play.salesId })).toMatchObject({ state: "proposed" });
    },
  );

  test("of a draft is no other: who is in charge of what is below it may change", async () => {
    const play = await hanging();
    const draftId = await play.put({ name: "Stock", status: "draft" });
    const move = { parentId: play.salesId, shownHash: "" };
    expect(await codeOf(play.change("gus", move, draftId))).toBe("changed-meanwhile");
    expect(await play.change("gus", { parentId: play.salesId }, draftId)).toMatchObject({ state: "done" });
  });

  test("by a file is what its preview showed", async () => {
    const play = await hanging();
    const text = "name,parent\nOrders,Sales\n";
    const { previewImport } = api.domains.queries;
    const { hash, rows } = await play.gus.query(previewImport, { text });
    expect(rows).toMatchObject([{ detail: "Domains below: Returns; Open requests: 1" }]);
    await anotherRequest(play);
    await play.gus.stepUp();
    const send = (seen: string) => play.gus.mutation(api.domains.mutations.importFile, { text, hash: seen });
    expect(await codeOf(send(hash))).toBe("changed-meanwhile");
    expect(await send((await play.gus.query(previewImport, { text })).hash)).toMatchObject({ state: "proposed" });
  });
});
