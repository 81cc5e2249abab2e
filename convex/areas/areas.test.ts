import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { aWorld, codeOf, endWorld, type TestPerson } from "../testing/world.testing";

afterEach(endWorld);

const { save, importFile } = api.areas.mutations;

async function aPortal() {
  const world = await aWorld();
  const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
  const [ada, ben] = [await world.person("ada"), await world.person("ben")];
  let number = 0;
  const saveAs = (who: TestPerson, change: object = {}) =>
    who.mutation(save, {
      saveKey: `form ${(number += 1)}`,
      name: "Logistics",
      code: "LOG",
      costCentre: "4711",
      ownerId: ada.id as Id<"people"> | null,
      deputyId: null,
      approverId: null,
      budget: null,
      reason: "They left",
      ...change,
    });
  const preview = (text: string) => sue.query(api.areas.queries.previewImport, { text });
  const load = async (text: string) => sue.mutation(importFile, { text, hash: (await preview(text)).hash });
  const problemsOf = async (text: string) =>
    (await preview(text)).problems.map(({ row, column, message }) => [row, column, message]);
  const areas = async () =>
    (await world.rows("businessAreas")).map(({ name, code, costCentre, ownerId, deputyId }) => ({
      name,
      code,
      costCentre,
      ownerId,
      deputyId,
    }));
  const events = async (action: string) => (await world.rows("auditEvents")).filter((event) => event.action === action);
  const notices = async (person: TestPerson) =>
    (await world.rows("notifications"))
      .filter(({ recipientId }) => recipientId === person.id)
      .map(({ title }) => title);
  return { world, sue, ada, ben, saveAs, preview, load, problemsOf, areas, events, notices };
}

/** The problems a form was refused with. */
async function fieldsOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    const data: unknown = (error as { data?: unknown }).data;
    return ((typeof data === "string" ? JSON.parse(data) : data) as { fields?: unknown }).fields;
  }
  throw new Error("The form was taken");
}

describe("a business area", () => {
  test("is made with its owner, who is told, and the audit trail says who made it", async () => {
    const { sue, ada, saveAs, areas, events, notices } = await aPortal();
    await saveAs(sue, { name: "  Logistics ", code: "log" });
    expect(await areas()).toEqual([
      { name: "Logistics", code: "LOG", costCentre: "4711", ownerId: ada.id, deputyId: undefined },
    ]);
    expect(await events("area.created")).toMatchObject([
      { actor: { personId: sue.id }, targets: [{ type: "area", label: "Logistics" }] },
    ]);
    expect(await notices(ada)).toEqual(["You now decide about requests for Logistics"]);
  });

  test("is made once, however often the form is sent", async () => {
    const { sue, saveAs, areas, events } = await aPortal();
    const [first, second] = [await saveAs(sue, { saveKey: "one" }), await saveAs(sue, { saveKey: "one" })];
    expect(second).toEqual(first);
    expect(await areas()).toHaveLength(1);
    expect(await events("area.created")).toHaveLength(1);
  });

  test("changes if it is still as it was shown; old and new owner are told", async () => {
    const { world, sue, ada, ben, saveAs, areas, events, notices } = await aPortal();
    const { areaId } = await saveAs(sue);
    const shownAt = (await world.rows("businessAreas"))[0]?.updatedAt;
    await world.advance(1000);
    await saveAs(sue, { areaId, shownAt, ownerId: ben.id });
    expect(await areas()).toMatchObject([{ ownerId: ben.id }]);
    expect(await events("area.changed")).toMatchObject([
      { changes: [{ field: "ownerId", before: ada.id, after: ben.id }] },
    ]);
    expect(await notices(ada)).toContain("You no longer decide about requests for Logistics");
    expect(await notices(ben)).toEqual(["You now decide about requests for Logistics"]);
    expect(await codeOf(saveAs(sue, { areaId, shownAt, name: "Transport" }))).toBe("changed-meanwhile");
  });

  test.each([
    [
      "another's name in other letters",
      { name: "lоgistics", code: "L2" },
      { name: "There is already an area called Logistics" },
    ],
    ["another's code in other letters", { name: "Legal", code: "log" }, { code: "Logistics already has this code" }],
    ["no name", { name: " ", code: "X" }, { name: "Name is required" }],
    ["a formula as name", { name: "=HYPERLINK(1)", code: "X" }, { name: "Name must not begin with =, +, - or @" }],
    [
      "a mark that turns the writing around",
      { name: "Legal\u202E", code: "X" },
      { name: "Name must not contain invisible characters" },
    ],
    [
      "a code with spaces",
      { name: "Legal", code: "L 1" },
      { code: "Code can only contain letters A to Z, digits, hyphens and underscores" },
    ],
    [
      "a cost centre as long as a book",
      { name: "Legal", code: "X", costCentre: "1".repeat(51) },
      { costCentre: "Cost centre must be at most 50 characters" },
    ],
  ])("with %s is refused at its field", async (_, change, fields) => {
    const { sue, saveAs, areas } = await aPortal();
    await saveAs(sue);
    expect(await fieldsOf(saveAs(sue, change))).toEqual(fields);
    expect(await areas()).toHaveLength(1);
  });

  test("keeps an owner who left when something else of it changes", async () => {
    const { world, sue, ada, saveAs, areas } = await aPortal();
    const { areaId } = await saveAs(sue);
    const shownAt = (await world.rows("businessAreas"))[0]?.updatedAt;
    await world.run((ctx) => ctx.db.patch(ada.id, { status: "suspended" }));
    await saveAs(sue, { areaId, shownAt, costCentre: "4712" });
    expect(await areas()).toMatchObject([{ costCentre: "4712", ownerId: ada.id }]);
  });
});

describe("a file of areas", () => {
  const FILE =
    "code;name;cost_centre;owner;deputy\r\nlog;Logistics;4711;Ada@AO.com;ben@ao.com\r\nFIN;Finance;;ben@ao.com;\r\n";

  test("makes what is new; again it does nothing, and says so", async () => {
    const { ada, ben, load, preview, areas, events, notices } = await aPortal();
    expect(await load(FILE)).toMatchObject({ created: 2, changed: 0, skipped: 0 });
    expect(await areas()).toEqual([
      { code: "LOG", name: "Logistics", costCentre: "4711", ownerId: ada.id, deputyId: ben.id },
      { code: "FIN", name: "Finance", costCentre: "", ownerId: ben.id, deputyId: undefined },
    ]);
    expect((await preview(FILE)).rows.map(({ does }) => does)).toEqual(["nothing", "nothing"]);
    expect(await load(FILE)).toMatchObject({ created: 0, changed: 0, skipped: 2 });
    expect(await events("area.fileImported")).toHaveLength(1);
    expect(await notices(ben)).toEqual(["You now decide about requests for Logistics, Finance"]);
  });

  test("sent twice at once makes each area once", async () => {
    const { sue, preview, areas } = await aPortal();
    const { hash } = await preview(FILE);
    const results = await Promise.all([
      sue.mutation(importFile, { text: FILE, hash }),
      sue.mutation(importFile, { text: FILE, hash }),
    ]);
    expect(results.map(({ created }) => created).toSorted()).toEqual([0, 2]);
    expect(await areas()).toHaveLength(2);
  });

  test("changes what is there by its code; an empty cell leaves what is there", async () => {
    const { ada, load, preview, areas } = await aPortal();
    await load(FILE);
    const next = "code,name,owner\nLOG,Transport,\nFIN,Finance,\n";
    expect((await preview(next)).rows.map(({ does, changes }) => [does, changes])).toEqual([
      ["change", "name"],
      ["nothing", null],
    ]);
    expect(await load(next)).toMatchObject({ created: 0, changed: 1, skipped: 1 });
    expect(await areas()).toMatchObject([
      { name: "Transport", costCentre: "4711", ownerId: ada.id },
      { name: "Finance" },
    ]);
  });

  test("may swap two names", async () => {
    const { load, areas } = await aPortal();
    await load(FILE);
    await load("code,name\nLOG,Finance\nFIN,Logistics\n");
    expect((await areas()).map(({ name }) => name)).toEqual(["Finance", "Logistics"]);
  });

  test("with anything wrong in it changes nothing, and every place is named", async () => {
    const { world, sue, problemsOf, areas } = await aPortal();
    await world.person("gone", { status: "removed" });
    await world.person("stopped", { status: "suspended" });
    const text =
      "code,name,owner,deputy\nLOG,Logistics,nobody@ao.com,\nL G,=1,gone@ao.com,stopped@ao.com\nlog,,ada@ao.com,ada+2@ao.com\nFIN,LOGISTICS,,\n";
    expect(await problemsOf(text)).toEqual([
      [2, "owner", "Nobody here has this address. They have to sign up before they can be named."],
      [3, "name", "Name must not begin with =, +, - or @"],
      [3, "code", "Code can only contain letters A to Z, digits, hyphens and underscores"],
      [3, "owner", "Gone Tester is removed and cannot decide."],
      [3, "deputy", "Stopped Tester is suspended and cannot decide."],
      [4, "name", "Name is required"],
      [4, "deputy", "Ada Tester is already the owner. A deputy has to be somebody else."],
      [4, "code", "Row 2 has the same code."],
      [5, "name", "Row 2 has the same name."],
    ]);
    expect(await codeOf(sue.mutation(importFile, { text, hash: "any" }))).toBe("invalid-input");
    expect(await areas()).toEqual([]);
  });

  test("that means something else than was shown is refused", async () => {
    const { world, sue, saveAs, preview, areas } = await aPortal();
    await saveAs(sue, { ownerId: null });
    const text = "code,name\nLOG,Transport\n";
    const { hash } = await preview(text);
    const [area] = await world.rows("businessAreas");
    await world.advance(1000);
    await saveAs(sue, { areaId: area?._id, shownAt: area?.updatedAt, costCentre: "99", ownerId: null });
    expect(await codeOf(sue.mutation(importFile, { text, hash }))).toBe("changed-meanwhile");
    expect(await areas()).toMatchObject([{ name: "Logistics" }]);
  });

  test("that would make more areas than are kept is refused", async () => {
    const { problemsOf, load } = await aPortal();
    const rows = (from: number, to: number) =>
      `code,name\n${Array.from({ length: to - from }, (_, index) => `A${from + index},Area ${from + index}`).join("\n")}`;
    expect(await load(rows(0, 200))).toMatchObject({ created: 200 });
    expect(await problemsOf(rows(200, 201))).toEqual([[null, null, "There would be 201 areas; at most 200 are kept."]]);
  });
});
