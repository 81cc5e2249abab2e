/** The list of a person's own requests, over more of them than a page holds. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { isOpen, isTerminal } from "../core/requests/rules";
import type { RequestFields } from "../core/requests/table";
import type { OwnFilter, QueueSort } from "../core/shared/table";
import { HOUR_MS } from "../lib/pure/time";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";
import { castOf, nthRequest, walk } from "./queueWorld.testing";

afterEach(endWorld);

const { mine, countMine, typesOfMine } = api.requests.queries;
const COUNT = 300;
/** Days that begin and end in the moment of a request of Ada's. */
const DAYS = { from: DAWN - 97 * HOUR_MS, before: DAWN - 47 * HOUR_MS };
const SORTS: QueueSort[] = ["newest", "oldest", "updated", "due"];

/**
 * Ada's 300 requests and drafts, every fifth made by Bea for her or by her for Bea, and 60 of Bea's own between them.
 */
async function aLongList() {
  const world = await aWorld();
  const [ada, bea] = [await world.person("ada"), await world.person("bea")];
  await world.run(async (ctx) => {
    const cast = await castOf(ctx, 1, DAWN);
    for (let n = 0; n < COUNT * 1.2; n += 1) {
      const request = nthRequest(n, cast, { now: DAWN, apartMs: HOUR_MS, count: COUNT * 1.2 });
      await ctx.db.insert("requests", {
        ...request,
        ...sidesOf(n, ada.id, bea.id),
        createdById: ada.id,
        ...(request.status === "Draft" ? { searchText: undefined } : {}),
      });
    }
  });
  const rows = await world.rows("requests");
  const own = rows.filter(
    ({ requesterId, beneficiaryId, status, archivedAt }) =>
      archivedAt === undefined && (requesterId === ada.id || (beneficiaryId === ada.id && status !== "Draft")),
  );
  const listed = async (filter: OwnFilter, sort: QueueSort = "newest", size = 25) =>
    await walk((cursor) => ada.query(mine, { filter, sort, size, ...cursor }));
  return { world, ada, bea, own, listed };
}

function sidesOf(
  n: number,
  ada: Id<"people">,
  bea: Id<"people">,
): Pick<RequestFields, "requesterId" | "beneficiaryId"> {
  if (n % 6 === 0) return { requesterId: bea, beneficiaryId: bea };
  if (n % 5 === 0) return { requesterId: n % 2 === 0 ? ada : bea, beneficiaryId: n % 2 === 0 ? bea : ada };
  return { requesterId: ada, beneficiaryId: ada };
}

const idsOf = (rows: readonly Doc<"requests">[]): string[] => rows.map(({ _id }) => _id);

test.each(SORTS)(
  "more than a hundred requests are all reached page by page, each once, %s first, there and back",
  async (sort) => {
    const { ada, own, listed } = await aLongList();
    const { forward, backward } = await listed({}, sort);
    expect(own.length).toBeGreaterThan(200);
    expect(forward.toSorted()).toEqual(idsOf(own).toSorted());
    expect(new Set(forward).size).toBe(forward.length);
    expect(backward).toEqual(forward);
    expect(await ada.query(countMine, { filter: {} })).toEqual({ count: own.length, isExact: true });

    const byId = new Map<string, Doc<"requests">>(own.map((request) => [request._id, request]));
    const key = ({ createdAt, updatedAt, dueAt }: Doc<"requests">): number =>
      ({ newest: -createdAt, oldest: createdAt, updated: -updatedAt, due: dueAt ?? Infinity })[sort];
    const keys = forward.map((id) => key(byId.get(id)!));
    expect(keys).toEqual(keys.toSorted((a, b) => a - b || 0));
  },
);

describe("a filter", () => {
  const filters: [string, OwnFilter, (request: Doc<"requests">, ada: string) => boolean][] = [
    [
      "what waits for the person",
      { part: "turn" },
      ({ status, requesterId }, ada) => requesterId === ada && (status === "Draft" || status === "Needs info"),
    ],
    ["open ones", { part: "open" }, ({ status }) => isOpen(status)],
    ["drafts", { part: "drafts" }, ({ status }) => status === "Draft"],
    ["ended ones", { part: "ended" }, ({ status }) => isTerminal(status)],
    ["types", { typeIds: ["warehouse", "sandbox"] }, ({ typeId }) => typeId === "warehouse" || typeId === "sandbox"],
    ["days", DAYS, ({ createdAt }) => createdAt >= DAYS.from && createdAt < DAYS.before],
    ["overdue ones", { isOverdue: true }, ({ status, dueAt = Infinity }) => isOpen(status) && dueAt < DAWN],
    ["words", { text: "order hist" }, ({ title }) => title.startsWith("order history")],
    ["words that name a status", { text: "rejected" }, ({ status }) => status === "Rejected"],
    ["a key", { text: "REQ-120" }, ({ key }) => key === "REQ-120"],
    [
      "keys a link names",
      { keys: ["REQ-102", "REQ-104", "REQ-9999"] },
      ({ key }) => key === "REQ-102" || key === "REQ-104",
    ],
  ];

  test("by part, type, day, due date, words or keys finds exactly what it says, in every order, and counts it", async () => {
    const { ada, own, listed } = await aLongList();
    for (const edge of Object.values(DAYS)) expect(own.map(({ createdAt }) => createdAt)).toContain(edge);
    for (const [name, filter, matches] of filters) {
      const wanted = idsOf(own.filter((request) => matches(request, ada.id)));
      expect(wanted.length, name).toBeGreaterThan(0);
      for (const sort of SORTS)
        expect((await listed(filter, sort)).forward.toSorted(), `${name}, ${sort}`).toEqual(wanted.toSorted());
      expect(await ada.query(countMine, { filter }), name).toEqual({ count: wanted.length, isExact: true });
    }
  });

  test("offers the types the person's own requests have", async () => {
    const { ada, own } = await aLongList();
    expect((await ada.query(typesOfMine, {})).map(({ key }) => key).toSorted()).toEqual(
      [...new Set(own.map(({ typeId }) => typeId))].toSorted(),
    );
  });

  test("beyond what a list looks at is refused", async () => {
    const { ada } = await aLongList();
    expect(await codeOf(ada.query(mine, { filter: { text: "x".repeat(201) } }))).toBe("too-long");
    expect(await codeOf(ada.query(mine, { filter: { keys: Array.from({ length: 101 }, (_, n) => `REQ-${n}`) } }))).toBe(
      "too-many",
    );
    expect(await codeOf(ada.query(mine, { size: 5000 }))).toBe("invalid-input");
  });
});

test("somebody else's requests and drafts are never listed, found or counted, not by their key either", async () => {
  const { world, ada, bea, own, listed } = await aLongList();
  const hidden = (await world.rows("requests")).filter(({ _id }) => !idsOf(own).includes(_id));
  expect(
    hidden.some(
      ({ requesterId, beneficiaryId, status }) =>
        requesterId === bea.id && beneficiaryId === bea.id && status !== "Draft",
    ),
  ).toBe(true);
  await world.run(async (ctx) => {
    const draft = hidden.find(({ status }) => status === "Draft") ?? hidden[0]!;
    await ctx.db.patch(draft._id, {
      status: "Draft",
      isOpen: false,
      requesterId: bea.id,
      beneficiaryId: ada.id,
      archivedAt: undefined,
    });
  });
  for (const { _id, key } of hidden) {
    for (const filter of [{ text: key }, { keys: [key] }]) {
      expect((await listed(filter)).forward).not.toContain(_id);
      expect(await ada.query(countMine, { filter })).toEqual({ count: 0, isExact: true });
    }
  }
  expect((await listed({ part: "drafts" })).forward.filter((id) => idsOf(hidden).includes(id))).toEqual([]);
});

test("that a person takes their list out as a file is in the audit trail", async () => {
  const { world, ada } = await aLongList();
  const note = { filter: { part: "open" as const }, columns: ["Key"] };
  await ada.mutation(api.requests.mutations.noteOwnExport, note);
  expect((await world.rows("auditEvents")).at(-1)).toMatchObject({
    action: "requests.ownExported",
    actor: { personId: ada.id },
  });
});

test("the page of a number is the one that Next leads to, though most requests are met twice", async () => {
  const { ada } = await aLongList();
  const list = { sort: "newest" as const, size: 25 };
  const first = await ada.query(mine, list);
  const second = await ada.query(mine, { ...list, after: first.next ?? "" });
  expect(await ada.query(mine, { ...list, page: 2 })).toEqual(second);
  expect(await ada.query(mine, { ...list, page: 99 })).toMatchObject({ rows: [], missing: { why: "end" } });
});
