/** Tickets that are shared with a business area: read by its people, as long as their requester is one of them (S24). */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { SYSTEM } from "../core/audit/model";
import { updatePerson } from "../core/people/model";
import { HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupportWithFiles } from "../tickets/files.testing";

afterEach(endWorld);

const { shareWithArea, unshareWithArea } = api.ticketParties.mutations;
const q = api.tickets.queries;
const m = api.tickets.mutations;

async function anArea() {
  const support = await aSupportWithFiles();
  const { world, ada, gina, fay } = support;
  const area = (name: string, more: { mergedIntoId?: Id<"businessAreas"> } = {}) =>
    world.run((ctx) =>
      ctx.db.insert("businessAreas", { name, code: name.slice(0, 3).toUpperCase(), costCentre: "CC-1", ...more }),
    );
  const [retail, other] = [await area("Retail"), await area("Logistics")];
  const move = async (who: TestPerson, businessAreaId: Id<"businessAreas"> | undefined) => {
    await world.advance(HOUR_MS);
    await world.run(async (ctx) => {
      const person = await ctx.db.get(who.id);
      const event = { ...SYSTEM, action: "person.moved", at: world.now() };
      if (person) await updatePerson(ctx, person, { businessAreaId }, event);
    });
    await world.advance(HOUR_MS);
  };
  for (const who of [ada, gina]) await move(who, retail);
  await move(fay, other);
  const share = (by: TestPerson, key: string) => by.mutation(shareWithArea, { key });
  const unshare = (by: TestPerson, key: string) => by.mutation(unshareWithArea, { key });
  const ofArea = async (by: TestPerson, text = "") =>
    (await by.query(q.mine, { isOfArea: true, text, size: 50 })).rows.map(({ key }) => key);
  const countOfArea = async (by: TestPerson) => (await by.query(q.countMine, { isOfArea: true })).count;
  return { ...support, area, retail, other, move, share, unshare, ofArea, countOfArea };
}

describe("a ticket that is shared with its requester's area [S24]", () => {
  test("is read by the area's people, in their list and by its address, and by nobody of another area", async () => {
    const { world, ada, gina, fay, key, share, ofArea, countOfArea, read, events, retail } = await anArea();
    const eve = await world.person("eve");
    expect(await read(gina, key)).toBeNull();
    expect(await read(ada, key)).toMatchObject({ area: { name: "Retail", isShared: false, canShare: true } });
    await share(ada, key);
    await share(ada, key);
    expect(await read(ada, key)).toMatchObject({ area: { isShared: true, canShare: false, canEnd: true } });
    const shown = {
      isParty: false,
      isAgent: false,
      canShare: false,
      canRemove: false,
      canSolve: false,
      canRate: false,
    };
    expect(await read(gina, key)).toMatchObject({ ...shown, area: { name: "Retail", isShared: true, canEnd: false } });
    expect(await ofArea(gina)).toEqual([key]);
    expect(await ofArea(gina, "orders")).toEqual([key]);
    expect(await ofArea(gina, "nothing")).toEqual([]);
    expect(await countOfArea(gina)).toBe(1);
    for (const who of [fay, eve]) {
      expect(await read(who, key)).toBeNull();
      expect(await ofArea(who)).toEqual([]);
      expect(await countOfArea(who)).toBe(0);
    }
    expect(await ofArea(ada)).toEqual([]);
    expect(await events("ticket.areaShared")).toMatchObject([{ context: { areaId: retail } }]);
  });

  test("is shared by its requester alone, in an area, and only while it is not over", async () => {
    const { world, ada, adam, gina, key, create, share, add, merge, unshare } = await anArea();
    const eve = await world.person("eve");
    expect(await codeOf(share(adam, key))).toBe("not-eligible");
    expect(await codeOf(share(gina, key))).toBe("not-found");
    await add(ada, key, gina);
    expect(await codeOf(share(gina, key))).toBe("not-eligible");
    expect(await codeOf(unshare(gina, key))).toBe("not-eligible");
    expect(await codeOf(share(eve, await create(eve)))).toBe("not-eligible");
    await merge(adam, key, await create(ada));
    expect(await codeOf(share(ada, key))).toBe("wrong-state");
  });

  test("is written in by none of them: no reply, draft, file, participant, end, rating or word of support", async () => {
    const { ada, gina, key, share, reply, solve, rate, add, remove, unshare, note, answer, read } = await anArea();
    await share(ada, key);
    const doing = [reply(gina, key), solve(gina, key), rate(gina, key), add(gina, key, gina), unshare(gina, key)];
    for (const done of doing) expect(await codeOf(done)).toBe("not-eligible");
    for (const done of [
      remove(gina, key, gina),
      gina.mutation(m.saveDraft, { key, draft: { body: "Mine" }, version: null }),
      gina.mutation(m.generateUploadUrl, { key }),
    ])
      expect(await codeOf(done)).toBe("not-found");
    for (const done of [note(gina, key), answer(gina, key)]) expect(await codeOf(done)).toBe("not-allowed");
    expect(await read(ada, key)).toMatchObject({ messages: [], participants: [] });
  });

  test("shows them what is said and its files, no internal note and no file of one, and notifies none of them", async () => {
    const { ada, adam, gina, fay, key, share, upload, say, open, read, noticesOf, world } = await anArea();
    await share(ada, key);
    const said = await upload(adam, key);
    await say(adam, key, { body: "We look at it", uploadIds: [said] });
    const noted = await upload(adam, key);
    await say(adam, key, { body: "Secret of support", visibility: "internal", uploadIds: [noted] });
    const seen = await read(gina, key);
    expect(seen?.messages.map(({ body }) => body)).toEqual(["We look at it"]);
    expect(JSON.stringify(seen)).not.toContain("Secret of support");
    expect(seen).toMatchObject({ priority: null, tags: [], satisfaction: null, proof: null });
    expect(await open(gina, said)).toMatchObject({ name: "screen.png" });
    expect(await codeOf(open(gina, noted))).toBe("not-found");
    expect(await codeOf(open(fay, said))).toBe("not-found");
    expect(await noticesOf(gina)).toEqual([]);
    await world.advance(HOUR_MS);
    await world.internal(internal.notifications.internal.mailDue, {});
    const mailed = (await world.rows("mailOutbox")).map(({ personId }) => personId);
    expect(mailed).toContain(ada.id);
    expect(mailed).not.toContain(gina.id);
  });

  test("is theirs no longer once its requester or an agent ends that, with its files", async () => {
    const { ada, adam, gina, key, share, unshare, upload, say, open, read, ofArea, events } = await anArea();
    const file = await upload(adam, key);
    await say(adam, key, { uploadIds: [file] });
    for (const by of [ada, adam]) {
      await share(ada, key);
      expect(await read(gina, key)).not.toBeNull();
      await unshare(by, key);
      await unshare(by, key);
      expect(await read(gina, key)).toBeNull();
      expect(await ofArea(gina)).toEqual([]);
      expect(await codeOf(open(gina, file))).toBe("not-found");
    }
    expect(await events("ticket.areaUnshared")).toHaveLength(2);
  });

  test("is read by nobody of the area who left it, and by none of it once its requester left, also if they come back", async () => {
    const { ada, gina, key, share, move, retail, other, read, ofArea } = await anArea();
    await share(ada, key);
    await move(gina, other);
    expect(await read(gina, key)).toBeNull();
    expect(await ofArea(gina)).toEqual([]);
    await move(gina, retail);
    expect(await read(gina, key)).not.toBeNull();
    await move(ada, other);
    expect(await read(gina, key)).toBeNull();
    await move(gina, other);
    expect(await read(gina, key)).toBeNull();
    for (const who of [ada, gina]) await move(who, retail);
    expect(await read(gina, key)).toBeNull();
    expect(await ofArea(gina)).toEqual([]);
    expect(await read(ada, key)).toMatchObject({ area: { isShared: false, canShare: true } });
    await share(ada, key);
    expect(await ofArea(gina)).toEqual([key]);
  });

  test("is shown to nobody new by a merge of areas, and as before once that is undone", async () => {
    const { world, ada, gina, fay, key, share, retail, other, read, ofArea } = await anArea();
    await share(ada, key);
    await world.run((ctx) => ctx.db.patch(retail, { mergedIntoId: other }));
    for (const who of [fay, gina]) {
      expect(await read(who, key)).toBeNull();
      expect(await ofArea(who)).toEqual([]);
    }
    expect(await read(ada, key)).toMatchObject({ area: { name: "Logistics", isShared: false, canShare: true } });
    await world.run((ctx) => ctx.db.patch(retail, { mergedIntoId: undefined }));
    expect(await ofArea(gina)).toEqual([key]);
    expect(await read(fay, key)).toBeNull();
  });

  test("that was shared while two areas were one is no longer read by the other one's people once they are two", async () => {
    const { world, ada, gina, fay, key, share, retail, other, read } = await anArea();
    await world.run((ctx) => ctx.db.patch(retail, { mergedIntoId: other }));
    await share(ada, key);
    for (const who of [fay, gina]) expect(await read(who, key)).not.toBeNull();
    await world.run((ctx) => ctx.db.patch(retail, { mergedIntoId: undefined }));
    for (const who of [fay, gina]) expect(await read(who, key)).toBeNull();
  });

  test("carries on in no other ticket: what it is merged into, and what follows it, is shared by nobody", async () => {
    const { ada, adam, gina, fay, key, create, share, merge, read, ofArea } = await anArea();
    await share(ada, key);
    const into = await create(fay);
    await merge(adam, key, into, true);
    expect(await read(gina, into)).toBeNull();
    expect(await read(gina, key)).toMatchObject({ state: "merged", mergedInto: null });
    expect(await read(fay, key)).toBeNull();
    expect(await ofArea(gina)).toEqual([key]);
  });
});
