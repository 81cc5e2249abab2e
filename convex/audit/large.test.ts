/**
 * The audit trail when it is long. AUDIT_EVENTS=200000 makes it as long as a busy year (filling takes a minute);
 * the usual run keeps a twentieth of it.
 */

import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { personActor, recordEvent, SYSTEM } from "../core/audit/model";
import type { AuditScope } from "../core/audit/rules/concern";
import type { AuditFilter } from "../core/audit/rules/filter";
import { MAX_LOOKED_AT, pageOfEvents } from "../pages/audit/reading";
import { actionsInAuditTrail } from "../pages/audit/sources";
import { aWorld, DAWN, endWorld, type TestPerson } from "../testing/world.testing";

const COUNT = Number(process.env["AUDIT_EVENTS"] ?? 10_000);
const BATCH = 2_000;
const SIZE = 50;
/** One event in so many is somebody's own, denied, or about a domain. */
const RARE = 100;
const ACTIONS = ["task.started", "task.completed", "request.moved", "mail.recorded", "session.started"];

let world: Awaited<ReturnType<typeof aWorld>>;
let admin: TestPerson;
const figures: string[] = [];

beforeAll(
  async () => {
    world = await aWorld();
    admin = await world.person("anna", { roles: ["staff", "admin"] });
    const began = performance.now();
    for (let from = 0; from < COUNT; from += BATCH) await world.run((ctx) => fill(ctx, from));
    figures.push(`${COUNT} events written, ${Math.round(((performance.now() - began) * 1_000) / COUNT)} µs each`);
  },
  COUNT * 3 + 30_000,
);

afterAll(async () => {
  // The figures are what this file is run by hand for.
  console.log(figures.join("\n"));
  await endWorld();
}, 60_000);

async function fill(ctx: MutationCtx, from: number): Promise<void> {
  const person = await ctx.db.get(admin.id);
  if (!person) throw new Error("nobody");
  for (let at = from; at < Math.min(from + BATCH, COUNT); at += 1) {
    const isRare = at % RARE === 0;
    await recordEvent(ctx, {
      ...(isRare ? { actor: personActor(person), impersonator: personActor(person) } : SYSTEM),
      action: isRare ? "domain.moved" : (ACTIONS[at % ACTIONS.length] ?? ""),
      targets: [
        { type: "task", id: `task-${at % 500}`, label: "Grant role" },
        { type: "request", id: `request-${at % 200}` },
      ],
      outcome: isRare ? "denied" : "success",
      context: { attempt: 1 },
      occurredAt: DAWN + at,
    });
  }
}

const ALL: AuditScope = { kind: "all" };
const later = DAWN + COUNT / 2;
const pages: [name: string, filter: () => AuditFilter, scope: AuditScope, readsPerRow: number][] = [
  ["no filter", () => ({}), ALL, 1],
  ["a time", () => ({ to: later }), ALL, 1],
  ["an actor", () => ({ actor: admin.id }), ALL, 1],
  ["an impersonator", () => ({ impersonator: admin.id }), ALL, 1],
  ["an outcome", () => ({ outcome: "denied" }), ALL, 1],
  ["an action", () => ({ action: "mail.recorded", to: later }), ALL, 1],
  ["a thing", () => ({ targetType: "request", targetId: "request-7" }), ALL, 2],
  [
    "all of them",
    () => ({
      actor: admin.id,
      impersonator: admin.id,
      outcome: "denied",
      action: "domain.moved",
      targetType: "request",
      to: later,
      text: "anna",
    }),
    ALL,
    1,
  ],
  ["the scope of governance", () => ({}), { kind: "some", concerns: ["domains"], personId: "nobody" }, 1],
];

test.each(pages)("a page by %s reads its rows and one more", async (name, filter, scope, readsPerRow) => {
  const asked = { filter: filter(), after: null, size: SIZE };
  const { found, reads } = await world.run(async (ctx) => {
    const page = await pageOfEvents(ctx, scope, asked);
    return { found: page.events.length, reads: (await ctx.meta.getTransactionMetrics()).documentsRead.used };
  });
  const began = performance.now();
  await world.run((ctx) => pageOfEvents(ctx, scope, asked));
  figures.push(`${name}: ${reads} documents, ${Math.round((performance.now() - began) * 10) / 10} ms`);
  expect(found).toBe(SIZE);
  expect(reads).toBeLessThanOrEqual((SIZE + 1) * readsPerRow);
});

test("a page by a kind of event reads its rows, and a look or two for each action", async () => {
  const asked = { filter: { kind: "tasks", to: later }, after: null, size: SIZE };
  const { found, reads } = await world.run(async (ctx) => {
    const { events } = await pageOfEvents(ctx, ALL, asked);
    return { found: events, reads: (await ctx.meta.getTransactionMetrics()).documentsRead.used };
  });
  expect(new Set(found.map(({ action }) => action.split(".")[0]))).toEqual(new Set(["task"]));
  expect(found).toHaveLength(SIZE);
  figures.push(`a kind: ${reads} documents`);
  expect(reads).toBeLessThanOrEqual(SIZE + 1 + 2 * (ACTIONS.length + 1));
});

test("words nobody wrote are looked for a bounded piece at a time", async () => {
  const began = performance.now();
  const { events, next } = await admin.query(api.audit.queries.list, { filter: { text: "words nobody wrote" } });
  figures.push(`a search without a match: ${MAX_LOOKED_AT} events, ${Math.round(performance.now() - began)} ms`);
  expect([events.length, next?.sequence]).toEqual([0, COUNT - MAX_LOOKED_AT + 1]);
});

test("the actions that occur are found by one look each, however many events there are", async () => {
  const reads = await world.run(async (ctx) => {
    await actionsInAuditTrail(ctx);
    return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
  });
  expect(reads).toBeLessThanOrEqual(ACTIONS.length + 1);
});
