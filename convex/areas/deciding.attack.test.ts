/** Somebody wants to decide by being put in charge of a business area, or by merging it into theirs. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { aDomain } from "../domains/changing.testing";
import { HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aFinanceCase } from "./deciding.testing";

afterEach(endWorld);

describe("others in charge of an area that is used (B1)", () => {
  test.each([
    ["owner", (id: Doc<"people">["_id"]) => ({ ownerId: id })],
    ["deputy", (id: Doc<"people">["_id"]) => ({ deputyId: id })],
    ["default approver", (id: Doc<"people">["_id"]) => ({ approverId: id })],
  ])("take a second person, as %s", async (_, change) => {
    const play = await aFinanceCase();
    const before = await play.row();
    expect(await play.change("sue", change(play.zoe.id))).toMatchObject({ state: "proposed", appliesAt: null });
    expect(await play.row()).toEqual(before);
    await play.confirm("una");
    expect(await play.row()).toMatchObject(change(play.zoe.id));
    expect(await play.noticesOf("zoe")).toContain("You now decide about requests for Finance");
  });

  test("take one by a file, too, and the whole file waits for it", async () => {
    const play = await aFinanceCase();
    const file = "code,name,owner,cost_centre\nFIN,Finance,zoe@ao.com,2\nLEG,Legal,,3\n";
    expect(await play.load("sue", file)).toMatchObject({ state: "proposed" });
    expect([await play.row(), await play.row(play.legalId)]).toMatchObject([
      { ownerId: play.ada.id, costCentre: "1" },
      { costCentre: "1" },
    ]);
    await play.confirm("una");
    expect([await play.row(), await play.row(play.legalId)]).toMatchObject([
      { ownerId: play.zoe.id, costCentre: "2" },
      { costCentre: "3" },
    ]);
    expect(await play.noticesOf("ada")).toContain("You no longer decide about requests for Finance");
  });

  test("need the password again, and a reason", async () => {
    const play = await aFinanceCase();
    expect(await codeOf(play.change("sue", { ownerId: play.zoe.id, reason: " " }))).toBe("reason-required");
    await play.world.advance(HOUR_MS);
    const { name, code, costCentre, updatedAt } = await play.row();
    const wanted = { name, code, costCentre, ownerId: play.zoe.id, deputyId: null, approverId: null, budget: null };
    const form = { areaId: play.financeId, shownAt: updatedAt, saveKey: "form", reason: "They left", ...wanted };
    expect(await codeOf(play.sue.mutation(api.areas.mutations.save, form))).toBe("step-up-required");
    expect(await play.world.rows("proposals")).toEqual([]);
  });

  test("are confirmed by nobody who is put in charge or no longer in charge by it", async () => {
    const play = await aFinanceCase();
    await play.change("sue", { ownerId: play.una.id });
    expect(await codeOf(play.confirm("una"))).toBe("not-eligible");
    expect(await codeOf(play.confirm("sue"))).toBe("not-eligible");
    expect(await codeOf(play.confirm("adam"))).toBe("not-allowed");
    await play.confirm("sam");
    await play.change("sue", { ownerId: play.ada.id });
    expect(await codeOf(play.confirm("una"))).toBe("not-eligible");
  });

  test("are confirmed neither by another account of whoever comes in, nor by who used the portal as them", async () => {
    const play = await aFinanceCase();
    const twin = await play.world.person("una.two", { email: "una+2@ao.com" });
    await play.change("sue", { ownerId: twin.id });
    expect(await codeOf(play.confirm("una"))).toBe("not-eligible");
    await play.world.run((ctx) =>
      ctx.db.insert("impersonationSessions", {
        realPersonId: play.sam.id,
        impersonatingUserId: twin.id,
        mode: "view",
        reason: "Support",
        impersonationStartedAt: play.world.now() - HOUR_MS,
        impersonationExpiresAt: play.world.now(),
        endedAt: play.world.now(),
      }),
    );
    expect(await codeOf(play.confirm("sam"))).toBe("not-eligible");
    expect(await play.row()).toMatchObject({ ownerId: play.ada.id });
  });

  test("are not confirmed once the area is another than the one that was shown", async () => {
    const play = await aFinanceCase();
    await play.change("sue", { ownerId: play.zoe.id });
    await play.change("sam", { costCentre: "9" });
    expect(await codeOf(play.confirm("una"))).toBe("changed-meanwhile");
    expect(await play.row()).toMatchObject({ ownerId: play.ada.id, costCentre: "9" });
  });

  test("are needed by nothing else: a name, a code or a cost centre one person changes", async () => {
    const play = await aFinanceCase();
    expect(await play.change("sue", { name: "Treasury", code: "TRE", costCentre: "7", reason: "" })).toMatchObject({
      state: "done",
    });
    expect(await play.row()).toMatchObject({ name: "Treasury", code: "TRE", costCentre: "7", ownerId: play.ada.id });
  });
});

describe("what is open in the area", () => {
  test("is decided by whoever decides for it now (B4), at once and without the clock", async () => {
    const play = await aFinanceCase();
    expect(await play.asked()).toEqual(["ada"]);
    await play.change("sue", { ownerId: play.zoe.id });
    const { _id, shownHash } = await play.open();
    await play.una.stepUp();
    await play.una.mutation(api.proposals.mutations.confirm, { proposalId: _id, shownHash });
    expect(await codeOf(play.approve("ada"))).toBe("not-eligible");
    await play.settle();
    expect(await play.asked()).toEqual(["zoe"]);
    await play.approve("zoe");
    expect((await play.look()).outcome).toContain("Approved");
  });

  test("is decided by neither of the two who changed that (B1), by whatever seat", async () => {
    const play = await aFinanceCase();
    await play.change("sue", { ownerId: play.sue.id });
    await play.confirm("una");
    expect(await play.asked()).not.toContain("sue");
    for (const name of ["sue", "una"] as const) expect(await codeOf(play.breakGlass(name))).toBe("not-eligible");
    expect((await play.look()).approval.state).toBe("Pending");
    await play.breakGlass("sam");
  });
});

describe("an owner who is removed", () => {
  test("leaves the area to the successor, and the two who removed them decide nothing that was open (B1)", async () => {
    const play = await aFinanceCase();
    const sent = { userEmail: "ada@ao.com", successorId: play.zoe.id };
    const impact = await play.sue.query(api.removals.queries.impact, sent);
    await play.sue.stepUp();
    const form = { ...sent, reason: "They left", typed: "ada@ao.com", shownHash: impact?.shownHash ?? "" };
    expect(await play.sue.mutation(api.removals.mutations.remove, form)).toMatchObject({ state: "proposed" });
    await play.confirm("una");
    expect(await play.row()).toMatchObject({ ownerId: play.zoe.id });
    expect(await play.asked()).toEqual(["zoe"]);
    for (const name of ["sue", "una"] as const) expect(await codeOf(play.breakGlass(name))).toBe("not-eligible");
    await play.breakGlass("sam");
  });

  test("leaves what they approve by default to the successor, too, and nobody is named twice", async () => {
    const play = await aFinanceCase();
    await play.world.run((ctx) => ctx.db.patch(play.financeId, { deputyId: play.zoe.id, approverId: play.ada.id }));
    const sent = { userEmail: "ada@ao.com", successorId: play.zoe.id };
    const impact = await play.sue.query(api.removals.queries.impact, sent);
    await play.sue.stepUp();
    const form = { ...sent, reason: "They left", typed: "ada@ao.com", shownHash: impact?.shownHash ?? "" };
    await play.sue.mutation(api.removals.mutations.remove, form);
    await play.confirm("una");
    const { ownerId, deputyId, approverId } = await play.row();
    expect({ ownerId, deputyId, approverId }).toEqual({
      ownerId: play.zoe.id,
      deputyId: undefined,
      approverId: undefined,
    });
  });
});

describe("a merge (B2)", () => {
  test("takes two people, writes one field, hands on what is open and tells both sides; undone it is as it was", async () => {
    const play = await aFinanceCase();
    const { financeId, legalId } = play;
    const people = await play.world.rows("people");
    const requests = await play.world.rows("requests");
    const before = await play.row();
    await play.merge("sue", financeId, legalId);
    expect(await play.row()).toEqual(before);
    await play.confirm("una");
    expect(await play.row()).toEqual({ ...before, mergedIntoId: legalId });
    expect(await play.world.rows("people")).toEqual(people);
    expect((await play.world.rows("requests")).map(({ businessAreaId }) => businessAreaId)).toEqual(
      requests.map(({ businessAreaId }) => businessAreaId),
    );
    expect(await play.asked()).toEqual(["gwen"]);
    expect(await play.noticesOf("gwen")).toContain("You now decide about requests for Finance");
    expect(await play.noticesOf("ada")).toContain("You no longer decide about requests for Finance");
    await play.undo("sam", financeId);
    expect(await play.row()).toMatchObject({ mergedIntoId: legalId });
    await play.confirm("sue");
    expect(await play.row()).toEqual(before);
    expect(await play.asked()).toEqual(["ada"]);
  });

  test("undone brings back nobody who left meanwhile", async () => {
    const play = await aFinanceCase();
    await play.merge("sue", play.financeId, play.legalId);
    await play.confirm("una");
    await play.world.run((ctx) => ctx.db.patch(play.ada.id, { status: "removed" }));
    await play.undo("sam", play.financeId);
    await play.confirm("sue");
    expect((await play.row()).mergedIntoId).toBeUndefined();
    expect(await play.asked()).toEqual(["bob"]);
    expect((await play.world.rows("people")).find(({ _id }) => _id === play.ada.id)?.status).toBe("removed");
  });

  test("is confirmed by nobody who decides on either side", async () => {
    const play = await aFinanceCase();
    await play.world.run((ctx) => ctx.db.patch(play.legalId, { deputyId: play.una.id }));
    await play.merge("sue", play.financeId, play.legalId);
    expect(await codeOf(play.confirm("una"))).toBe("not-eligible");
  });

  test("is refused into itself, in a circle, twice, into one that was merged, and where nobody would decide", async () => {
    const play = await aFinanceCase();
    const { financeId, legalId } = play;
    const emptyId = await play.area({ name: "Empty", code: "EMP" });
    for (const [from, into] of [
      [financeId, financeId],
      [financeId, emptyId],
    ] as const)
      expect(await codeOf(play.merge("sue", from, into))).toBe("not-eligible");
    await play.merge("sue", financeId, legalId);
    await play.confirm("una");
    for (const [from, into] of [
      [legalId, financeId],
      [financeId, legalId],
      [emptyId, financeId],
    ] as const)
      expect(await codeOf(play.merge("sue", from, into))).toBe("not-eligible");
  });

  test("leaves an area that nobody changes or chooses: undoing it has to find it as it was", async () => {
    const play = await aFinanceCase();
    await play.merge("sue", play.financeId, play.legalId);
    await play.confirm("una");
    expect(await codeOf(play.change("sue", { name: "Treasury" }))).toBe("not-eligible");
    expect(await codeOf(play.load("sue", "code,name\nFIN,Treasury\n"))).toBe("invalid-input");
    const offered = await play.cleo.query(api.people.queries.areas, {});
    expect(offered.map(({ id, isOwn }) => [id, isOwn])).toEqual([[play.legalId, true]]);
  });
});

test("governance of a merged area looks after what the one that stands for it gets, and what that had before (B2)", async () => {
  const play = await aFinanceCase();
  const { world, financeId, legalId, requestId } = play;
  const gov = await world.person("gov", { roles: ["staff", "governance"], businessAreaId: financeId });
  const lew = await world.person("lew", { roles: ["staff", "governance"], businessAreaId: legalId });
  const sees = async (who: typeof gov) => {
    const { title } = await who.query(api.requests.queries.get, { request: requestId }).catch(() => ({ title: null }));
    const page = { filter: {}, sort: "newest" as const, size: 25 };
    const { rows } = await who.query(api.requests.queries.listAll, page);
    expect(rows.length).toBe(title === null ? 0 : 1);
    return rows.length === 1;
  };
  const stop = (who: typeof gov, selection: { requestIds: (typeof requestId)[] }) =>
    who.mutation(api.bulk.mutations.preview, { operation: "cancel", selection });
  const inArea = (businessAreaId: typeof legalId) => world.run((ctx) => ctx.db.patch(requestId, { businessAreaId }));
  await inArea(legalId);
  expect([await sees(gov), await sees(lew)]).toEqual([false, true]);
  await play.merge("sue", financeId, legalId);
  await play.confirm("una");
  for (const areaId of [legalId, financeId]) {
    await inArea(areaId);
    for (const who of [gov, lew]) {
      expect(await sees(who)).toBe(true);
      expect(await stop(who, { requestIds: [requestId] })).toMatchObject({ changes: 1 });
    }
  }
  await play.undo("sue", financeId);
  await play.confirm("una");
  expect([await sees(gov), await sees(lew)]).toEqual([true, false]);
});

test("lists of a merged area are in those of the one that stands for it, as long as it does (B2)", async () => {
  const play = await aFinanceCase();
  const { world, adam, cleo, financeId, legalId } = play;
  await cleo.mutation(api.tickets.mutations.create, {
    title: "No chart",
    description: "It stays empty",
    topic: "data",
    related: null,
    uploadIds: [],
  });
  await world.run(async (ctx) => {
    for (const task of await ctx.db.query("requestTasks").collect())
      await ctx.db.patch(task._id, { businessAreaId: financeId });
  });
  const filter = { businessAreaId: legalId };
  const listed = async () => {
    const requests = await adam.query(api.requests.queries.listAll, { filter, sort: "newest", size: 25 });
    const counts = await adam.query(api.tasks.queries.countAll, { filter });
    const people = await adam.query(api.people.queries.list, { filter, sort: "name", size: 25 });
    const tickets = await adam.query(api.tickets.queries.queue, { filter: { show: "all", ...filter }, size: 25 });
    return [requests.rows.length, counts.count, people.rows.map(({ name }) => name), tickets.rows.length];
  };
  expect(await listed()).toEqual([0, 0, [], 0]);
  await play.merge("sue", financeId, legalId);
  await play.confirm("una");
  expect(await listed()).toEqual([1, 2, ["Cleo Tester"], 1]);
  await play.undo("sue", financeId);
  await play.confirm("una");
  expect(await listed()).toEqual([0, 0, [], 0]);
});

describe("an area", () => {
  test("is not removed (B3) while somebody belongs to it, a request names it or another was merged into it", async () => {
    const play = await aFinanceCase();
    const remove = (areaId: typeof play.legalId) => play.sue.mutation(api.areas.mutations.remove, { areaId });
    expect(await codeOf(remove(play.financeId))).toBe("not-eligible");
    await play.merge("sue", play.financeId, play.legalId);
    await play.confirm("una");
    expect(await codeOf(remove(play.legalId))).toBe("not-eligible");
    for (const status of ["invited", "suspended", "removed"] as const) {
      const areaId = await play.area({ name: status, code: status });
      await play.world.person(status, { status, businessAreaId: areaId });
      expect(await codeOf(remove(areaId))).toBe("not-eligible");
    }
    const emptyId = await play.area({ name: "Empty", code: "EMP" });
    await remove(emptyId);
    expect((await play.world.rows("businessAreas")).some(({ _id }) => _id === emptyId)).toBe(false);
  });

  test("in charge of a domain or of a topic of support is used: two change its people (B1), and it is not removed (B3)", async () => {
    const play = await aFinanceCase();
    const { world } = play;
    const remove = (areaId: typeof play.legalId) => play.sue.mutation(api.areas.mutations.remove, { areaId });
    const asOwner = await play.area({ name: "Data office", code: "DAT", ownerId: play.ada.id });
    const asDeputy = await play.area({ name: "Data desk", code: "DES", ownerId: play.ada.id });
    const asTeam = await play.area({ name: "Help desk", code: "HEL", ownerId: play.ada.id });
    const domainId = await world.run(async (ctx) => {
      const version = { version: 1, teams: { data: asTeam }, reason: "", setAt: 0, byId: play.sue.id };
      await ctx.db.insert("supportTeamsVersions", version);
      const areas = { ownerAreaIds: [asOwner], deputyAreaIds: [asDeputy] };
      return await ctx.db.insert("dataDomains", { ...aDomain({ name: "Orders" }), ...areas });
    });
    for (const areaId of [asOwner, asDeputy, asTeam]) {
      expect(await play.change("sue", { ownerId: play.cleo.id }, areaId)).toMatchObject({ state: "proposed" });
      expect(await codeOf(remove(areaId))).toBe("not-eligible");
    }
    await world.run((ctx) => ctx.db.patch(domainId, { status: "archived" }));
    await remove(asOwner);
  });

  test("has its budget raised by nobody (B5) who belongs to it or decides for it, and by nobody above the limit", async () => {
    const play = await aFinanceCase();
    expect(await play.change("sue", { budget: 5000 })).toMatchObject({ state: "done" });
    expect(await codeOf(play.change("sue", { budget: 1_000_001 }))).toBe("invalid-form");
    expect(await codeOf(play.change("sue", { budget: 10.5 }))).toBe("invalid-form");
    await play.world.run((ctx) => ctx.db.patch(play.sue.id, { businessAreaId: play.financeId }));
    await play.world.run((ctx) => ctx.db.patch(play.financeId, { approverId: play.sam.id }));
    for (const name of ["sue", "sam"] as const)
      expect(await codeOf(play.change(name, { budget: 6000 }))).toBe("invalid-form");
    expect(await play.change("sue", { budget: 4000 })).toMatchObject({ state: "done" });
  });

  test("decides by its default approver where owner and deputy cannot", async () => {
    const play = await aFinanceCase();
    await play.world.run(async (ctx) => {
      for (const { id } of [play.ada, play.bob]) {
        await ctx.db.patch(id, { status: "suspended" });
        await ctx.db.insert("departures", { personId: id, at: 0 });
      }
    });
    await play.change("sue", { approverId: play.zoe.id });
    await play.confirm("una");
    expect(await play.asked()).toEqual(["zoe"]);
  });
});
