/** Name patterns assign databases and data products as it was shown, by the word of two people, and nothing else. */

import type { FunctionArgs } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { codeOf, endWorld } from "../testing/world.testing";
import { anOrdersCase } from "./changing.testing";

afterEach(endWorld);

const { assign } = api.domains.mutations;
type Line = FunctionArgs<typeof assign>["patterns"][number];
const NOTHING = { database: "", product: "" };

/** Orders has ORDERS and ORDERS_EU, Stock, which zoe owns with cleo as her deputy, has STOCK. */
async function twoDomains() {
  const play = await anOrdersCase({ databases: ["ORDERS", "ORDERS_EU"], products: ["Order report"] });
  const { world, gwen, zoe, cleo, domainId } = play;
  const stockId = await play.put({
    name: "Stock",
    ownerIds: [zoe.id],
    deputyIds: [cleo.id],
    databases: ["STOCK"],
    roles: [],
  });
  const line = (pattern: string, toId = stockId, kind: Line["kind"] = "database"): Line => ({
    kind,
    pattern,
    domainId: toId,
  });
  const preview = (patterns: Line[], given = NOTHING) =>
    gwen.query(api.domains.queries.previewPatterns, { patterns, given });
  const kept = () => gwen.query(api.domains.queries.patterns, {});
  const send = async (patterns: Line[], more: Partial<FunctionArgs<typeof assign>> = {}) => {
    const given = more.given ?? NOTHING;
    const { hash } = await preview(patterns, given);
    await gwen.stepUp();
    const { updatedAt } = await kept();
    const wish = { patterns, shownAt: updatedAt, given, hash, reason: "Stock answers for Europe", ...more };
    return await gwen.mutation(assign, wish);
  };
  const databases = async () => [(await play.row(domainId)).databases, (await play.row(stockId)).databases];
  const events = async (action: string) => (await world.rows("auditEvents")).filter((event) => event.action === action);
  return { ...play, stockId, line, preview, kept, send, databases, events };
}

const BEFORE = [["ORDERS", "ORDERS_EU"], ["STOCK"]];

test("[DD8] what would move is shown with who decides before and after, and with what nobody has", async () => {
  const { preview, line, domainId } = await twoDomains();
  const given = { database: "ORDERS_US\nfinance", product: "" };
  expect(await preview([line("*_EU"), line("ORDERS*", domainId)], given)).toMatchObject({
    moves: [
      {
        kind: "database",
        name: "ORDERS_EU",
        from: [{ name: "Orders", deciders: ["Ada Tester"] }],
        to: { name: "Stock", deciders: ["Zoe Tester"] },
        line: 0,
      },
      { name: "ORDERS_US", from: [], to: { name: "Orders" }, line: 1 },
    ],
    total: 2,
    decides: [1, 2],
    unmatched: [{ kind: "database", name: "FINANCE" }],
    changedDomains: 2,
    needsSecond: true,
    problems: [],
    obstacle: null,
  });
});

test("[DD8] nothing moves before a second person, who reads every domain, confirms it; then it is so", async () => {
  const { send, line, databases, open, confirm, kept, events } = await twoDomains();
  expect(await send([line("*_EU")])).toMatchObject({ state: "proposed", moved: 1 });
  expect(await databases()).toEqual(BEFORE);
  expect((await kept()).patterns).toMatchObject([{ pattern: "*_EU" }]);
  const { title, lines } = await open();
  expect(title).toBe("Assign by name patterns: 2 data domains");
  expect(lines).toEqual([
    { field: "Orders: Databases", before: "ORDERS, ORDERS_EU", after: "ORDERS" },
    { field: "Stock: Databases", before: "STOCK", after: "STOCK, ORDERS_EU" },
  ]);
  await confirm("gus");
  expect(await databases()).toEqual([["ORDERS"], ["STOCK", "ORDERS_EU"]]);
  expect(await events("domain.assigned")).toHaveLength(1);
  expect(await events("domain.fileImported")).toEqual([]);
});

test("[DD8] whoever is in charge of one of the domains does not confirm it", async () => {
  const { send, line, confirm, databases, world, zoe } = await twoDomains();
  await send([line("*_EU")]);
  await world.run((ctx) => ctx.db.patch(zoe.id, { roles: ["staff", "governance"] }));
  expect(await codeOf(confirm("zoe"))).toBe("not-eligible");
  expect(await databases()).toEqual(BEFORE);
});

test("[DD8] what was not shown is not done: other domains, another list, other names", async () => {
  const { send, preview, line, change, kept, databases, domainId, world } = await twoDomains();
  const { hash } = await preview([line("*_EU")]);
  expect(await codeOf(send([line("*")], { hash }))).toBe("changed-meanwhile");
  expect(await codeOf(send([line("*_EU")], { hash, given: { database: "NEW_EU", product: "" } }))).toBe(
    "changed-meanwhile",
  );
  await world.advance(1000);
  await change("gwen", { description: "All of them" }, domainId);
  expect(await codeOf(send([line("*_EU")], { hash }))).toBe("changed-meanwhile");
  expect(await codeOf(send([line("*_EU")], { shownAt: 5 }))).toBe("changed-meanwhile");
  expect(await kept()).toEqual({ patterns: [], updatedAt: null, changedBy: null });
  expect(await databases()).toEqual(BEFORE);
});

test("[DD8] a domain that changed after it was proposed is not changed by the older word", async () => {
  const { send, line, change, confirm, databases, domainId } = await twoDomains();
  await send([line("*_EU")]);
  await change("gwen", { description: "All of them" }, domainId);
  expect(await codeOf(confirm("gus"))).toBe("changed-meanwhile");
  expect(await databases()).toEqual(BEFORE);
});

test("[DD8] a list with a wrong line is neither kept nor done, nor is one that leaves a domain unfit", async () => {
  const { send, line, kept, preview, put } = await twoDomains();
  const archivedId = await put({ name: "Old", status: "archived" });
  expect(await codeOf(send([line("A*", archivedId)]))).toBe("invalid-input");
  expect(await codeOf(send([line("A*"), line("a*")]))).toBe("invalid-input");
  expect((await preview([line(" ")])).problems).toEqual([{ line: 0, message: expect.any(String) }]);
  const many = { database: Array.from({ length: 51 }, (_, at) => `MANY_${at}`).join("\n"), product: "" };
  expect((await preview([line("MANY*")], many)).obstacle).toBe("Stock: Databases: at most 50");
  expect(await codeOf(send([line("MANY*")], { given: many }))).toBe("invalid-input");
  expect(await codeOf(send([line("*")], { given: { database: "1 2", product: "" } }))).toBe("invalid-input");
  expect(await codeOf(send(Array.from({ length: 101 }, (_, at) => line(`A${at}`))))).toBe("invalid-input");
  const names = { database: "", product: Array.from({ length: 1001 }, (_, at) => `P${at}`).join("\n") };
  expect((await preview([], names)).obstacle).toBe("At most 1000 names at once.");
  expect((await kept()).patterns).toEqual([]);
});

test("[DD8] a list that moves nothing is kept, once, and the trail says how it was", async () => {
  const { send, line, kept, events, databases } = await twoDomains();
  expect(await send([line("STOCK*")])).toEqual({ state: "done", appliesAt: null, moved: 0 });
  expect(await send([line("STOCK*")])).toMatchObject({ state: "done" });
  expect(await kept()).toMatchObject({ patterns: [{ pattern: "STOCK*" }], changedBy: "Gwen Tester" });
  expect((await events("domain.patternsChanged")).map(({ changes }) => changes)).toEqual([
    [{ field: "patterns", before: [], after: ["database STOCK* → Stock"] }],
  ]);
  expect(await databases()).toEqual(BEFORE);
});

test("[DD8] a shared line adds a domain by the word of two, takes nothing away, and names the primary of both", async () => {
  const { send, line, confirm, databases, preview, events, world, gwen, domainId, stockId, put } = await twoDomains();
  const page = async (id: typeof domainId) => await gwen.query(api.domains.queries.shared, { domainId: id });
  const shared = [{ ...line("*_EU"), isShared: true }];
  expect((await preview(shared)).moves).toMatchObject([
    { name: "ORDERS_EU", from: [], kept: [{ name: "Orders" }], to: { name: "Stock" } },
  ]);
  expect(await send(shared)).toMatchObject({ state: "proposed", moved: 1 });
  expect(await databases()).toEqual(BEFORE);
  expect(await page(domainId)).toEqual([]);
  await confirm("gus");
  expect(await databases()).toEqual([
    ["ORDERS", "ORDERS_EU"],
    ["STOCK", "ORDERS_EU"],
  ]);
  const seen = { kind: "database", name: "ORDERS_EU", primary: "Stock" };
  expect(await page(domainId)).toEqual([{ ...seen, others: ["Stock"] }]);
  expect(await page(stockId)).toEqual([{ ...seen, others: ["Orders"] }]);
  expect((await events("domain.patternsChanged")).at(-1)?.changes).toMatchObject([
    { after: ["database *_EU → Stock, primary of several"] },
  ]);
  // What somebody drafts is not told to those in charge of another domain.
  const draftId = await put({ name: "Secret", status: "draft", databases: ["ORDERS"] });
  expect((await page(domainId)).map(({ name }) => name)).toEqual(["ORDERS_EU"]);
  await world.run((ctx) => ctx.db.patch(draftId, { status: "active" }));
  expect((await page(domainId)).map(({ name, primary }) => [name, primary])).toEqual([
    ["ORDERS", null],
    ["ORDERS_EU", "Stock"],
  ]);
});

test("[DD8] products move without a second person, as in the form, and only products", async () => {
  const { send, line, row, stockId, domainId, databases } = await twoDomains();
  expect(await send([line("Order*", stockId, "product")])).toMatchObject({ state: "done", moved: 1 });
  expect([(await row(domainId)).products, (await row(stockId)).products]).toEqual([[], ["Order report"]]);
  expect(await databases()).toEqual(BEFORE);
});

test("[DD8] only data governance reads, tries or sends patterns, and nobody through somebody's eyes", async () => {
  const { people, line } = await twoDomains();
  const wish = { patterns: [line("*")], given: NOTHING };
  for (const name of ["ada", "adam", "rita"] as const) {
    await people[name].stepUp();
    expect(await codeOf(people[name].query(api.domains.queries.patterns, {}))).toBe("not-allowed");
    expect(await codeOf(people[name].query(api.domains.queries.previewPatterns, wish))).toBe("not-allowed");
    const sent = { ...wish, shownAt: null, hash: "", reason: "x" };
    expect(await codeOf(people[name].mutation(assign, sent))).toBe("not-allowed");
  }
});
