import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { recordEvent, SYSTEM, type EventInput } from "../../core/audit/model";
import type { AuditFilter } from "../../core/audit/rules/filter";
import { submitted } from "../../process/requests.testing";
import { aWorld, codeOf, DAWN, endWorld, type TestPerson } from "../../testing/world.testing";
import { MAX_LOOKED_AT, ofObject } from "./reading";

afterEach(endWorld);

const REQUEST = { type: "request", id: "r1", label: "REQ-1" };

async function anAuditTrail() {
  const world = await aWorld();
  const admin = await world.person("anna", { roles: ["staff", "admin"] });
  const governance = await world.person("gil", { roles: ["staff", "governance"] });
  const finops = await world.person("fay", { roles: ["staff", "finops"] });
  const both = await world.person("bo", { roles: ["staff", "governance", "finops"] });
  const staff = await world.person("stan");
  const actor = (person: TestPerson, label: string) => ({ kind: "person" as const, personId: person.id, label });
  const events: EventInput[] = [
    {
      ...SYSTEM,
      action: "task.started",
      targets: [{ type: "task", id: "t1", label: "Grant role" }, REQUEST],
      occurredAt: DAWN + 1,
    },
    { actor: actor(staff, "Stan Tester"), action: "request.submitted", targets: [REQUEST], occurredAt: DAWN + 2 },
    {
      actor: actor(staff, "Stan Tester"),
      impersonator: actor(admin, "Anna Tester"),
      action: "request.cancelled",
      targets: [REQUEST],
      outcome: "denied",
      occurredAt: DAWN + 3,
    },
    {
      actor: actor(governance, "Gil Tester"),
      action: "domain.archived",
      targets: [{ type: "domain", id: "d1", label: "Orders" }],
      occurredAt: DAWN + 4,
    },
    {
      actor: actor(finops, "Fay Tester"),
      action: "budget.raised",
      targets: [{ type: "budget", id: "b1", label: "=HYPER()" }],
      occurredAt: DAWN + 5,
    },
    {
      ...SYSTEM,
      action: "task.failed",
      targets: [{ type: "task", id: "t2", label: "Create user" }],
      outcome: "failure",
      context: { ip: "10.1.2.3" },
      occurredAt: DAWN + 6,
    },
    {
      actor: actor(governance, "Gil Tester"),
      action: "person.themeSaved",
      targets: [],
      occurredAt: DAWN + 6,
      origin: { requestId: "another" },
    },
  ];
  await world.run(async (ctx) => {
    for (const event of events) await recordEvent(ctx, event);
  });
  const seen = async (person: TestPerson, filter: AuditFilter = {}) =>
    (await person.query(api.audit.queries.list, { filter })).events.map(({ action }) => action);
  return { world, admin, governance, finops, both, staff, seen };
}

describe("the list of events", () => {
  test("is whole for admins and newest first, also among events of the same millisecond", async () => {
    const { admin, seen } = await anAuditTrail();
    expect(await seen(admin)).toEqual([
      "person.themeSaved",
      "task.failed",
      "budget.raised",
      "domain.archived",
      "request.cancelled",
      "request.submitted",
      "task.started",
    ]);
  });

  test("shows governance domain events, FinOps cost events, and both their own", async () => {
    const { governance, finops, both, seen } = await anAuditTrail();
    expect(await seen(governance)).toEqual(["person.themeSaved", "domain.archived"]);
    expect(await seen(finops)).toEqual(["budget.raised"]);
    expect(await seen(both)).toEqual(["budget.raised", "domain.archived"]);
  });

  test("cannot be widened by a filter", async () => {
    const { governance, staff, seen } = await anAuditTrail();
    expect(await seen(governance, { actor: staff.id })).toEqual([]);
    expect(await seen(governance, { targetType: "request", targetId: "r1" })).toEqual([]);
    expect(await seen(governance, { outcome: "failure" })).toEqual([]);
    expect(await seen(governance, { action: "budget.raised" })).toEqual([]);
    expect(await seen(governance, { kind: "tasks" })).toEqual([]);
    expect(await seen(governance, { kind: "catalog" })).toEqual(["domain.archived"]);
  });

  test("is narrowed by each filter and by all together", async () => {
    const { admin, staff, seen } = await anAuditTrail();
    expect(await seen(admin, { from: DAWN + 4, to: DAWN + 5 })).toEqual(["budget.raised", "domain.archived"]);
    expect(await seen(admin, { actor: staff.id })).toEqual(["request.cancelled", "request.submitted"]);
    expect(await seen(admin, { actor: "system" })).toEqual(["task.failed", "task.started"]);
    expect(await seen(admin, { impersonator: admin.id })).toEqual(["request.cancelled"]);
    expect(await seen(admin, { action: "domain.archived" })).toEqual(["domain.archived"]);
    expect(await seen(admin, { kind: "tasks" })).toEqual(["task.failed", "task.started"]);
    expect(await seen(admin, { kind: "requests", actor: "system" })).toEqual([]);
    expect(await seen(admin, { kind: "unheard of" })).toEqual([]);
    expect(await seen(admin, { targetType: "task" })).toEqual(["task.failed", "task.started"]);
    expect(await seen(admin, { targetType: "request", targetId: "r1", actor: staff.id })).toEqual([
      "request.cancelled",
      "request.submitted",
    ]);
    expect(
      await seen(admin, {
        outcome: "denied",
        actor: staff.id,
        from: DAWN + 3,
        targetType: "request",
        text: "anna cancelled",
      }),
    ).toEqual(["request.cancelled"]);
    expect(await seen(admin, { outcome: "denied", action: "task.failed" })).toEqual([]);
    expect(await seen(admin, { text: "10.1.2.3" })).toEqual(["task.failed"]);
  });

  test("a request's key leads to its own events", async () => {
    const { world, admin, staff, seen } = await anAuditTrail();
    const request = await world.run((ctx) => submitted(ctx, staff.id, [{ type: "timer", title: "Grant role" }]));
    await world.run((ctx) => submitted(ctx, staff.id, [{ type: "timer", title: "Another" }]));
    const { events } = await admin.query(api.audit.queries.list, {
      filter: { text: ` ${request.key.toLowerCase()} ` },
    });
    expect(events.length).toBeGreaterThan(0);
    expect(events.every(({ targets }) => targets.some(({ id }) => id === request._id))).toBe(true);
    expect(await seen(admin, { text: "REQ-99999" })).toEqual([]);
    // Beside another thing it is a word like any other.
    expect(
      (
        await admin.query(api.audit.queries.list, {
          filter: { text: request.key, targetType: "person", targetId: "nobody" },
        })
      ).events,
    ).toEqual([]);
  });

  test("an actor who does not exist and a text without end are refused", async () => {
    const { admin } = await anAuditTrail();
    expect(await codeOf(admin.query(api.audit.queries.list, { filter: { actor: "nobody" } }))).toBe("invalid-input");
    expect(await codeOf(admin.query(api.audit.queries.list, { filter: { text: "x".repeat(101) } }))).toBe("too-long");
  });

  test("pages follow each other without a gap and without a double, whatever the filter walks along", async () => {
    const { admin, both, staff } = await anAuditTrail();
    for (const [person, filter] of [
      [admin, {}],
      [both, {}],
      [admin, { actor: staff.id }],
      [admin, { targetType: "request", targetId: "r1" }],
    ] as const) {
      const whole = (await person.query(api.audit.queries.list, { filter })).events.map(({ sequence }) => sequence);
      const paged: number[] = [];
      let after: { occurredAt: number; sequence: number } | undefined;
      do {
        const page = await person.query(api.audit.queries.list, { filter, size: 1, ...(after && { after }) });
        expect(page.events).toHaveLength(1);
        paged.push(...page.events.map(({ sequence }) => sequence));
        after = page.next ?? undefined;
      } while (after);
      expect(paged).toEqual(whole);
    }
  });

  test("a rare event among many is found a bounded piece at a time", async () => {
    const { world, admin } = await anAuditTrail();
    for (let round = 0; round < 3; round += 1) {
      await world.run(async (ctx) => {
        for (let count = 0; count < 1_000; count += 1)
          await recordEvent(ctx, { ...SYSTEM, action: "mail.recorded", targets: [], occurredAt: DAWN + 1_000 + count });
      });
    }
    const first = await admin.query(api.audit.queries.list, { filter: { text: "gil archived" } });
    expect(first).toMatchObject({ events: [], lookedBackTo: DAWN + 1_000 + Math.floor((3_000 - MAX_LOOKED_AT) / 3) });
    const second = await admin.query(api.audit.queries.list, {
      filter: { text: "gil archived" },
      after: first.next ?? { occurredAt: 0, sequence: 0 },
    });
    expect(second).toMatchObject({ events: [{ action: "domain.archived" }], next: null, lookedBackTo: null });
  });
});

describe("what one transaction wrote", () => {
  /** Six transactions of three events each, newest last; only a reject cancels tasks. */
  async function sixTransactions() {
    const audit = await anAuditTrail();
    const request = await audit.world.run((ctx) => submitted(ctx, audit.staff.id, [{ type: "timer", title: "Grant" }]));
    const about = [{ type: "request", id: request._id }];
    await audit.world.run(async (ctx) => {
      for (let call = 0; call < 6; call += 1) {
        const shared = { ...SYSTEM, targets: about, occurredAt: DAWN + 10_000, origin: { requestId: `call-${call}` } };
        await recordEvent(ctx, { ...shared, action: "request.drafted" });
        await recordEvent(ctx, { ...shared, action: "approval.decidedReject" });
        await recordEvent(ctx, { ...shared, action: "task.cancelled" });
      }
    });
    return { ...audit, request };
  }

  test("is one row, told by the event that caused the rest, with the request's key", async () => {
    const { admin, request } = await sixTransactions();
    const { events } = await admin.query(api.audit.queries.list, { filter: { from: DAWN + 10_000 }, size: 1 });
    expect(events).toMatchObject([
      {
        action: "approval.decidedReject",
        targets: [{ label: request.key }],
        others: [
          { action: "request.drafted", count: 1 },
          { action: "task.cancelled", count: 1 },
        ],
      },
    ]);
  });

  test("is never cut by the end of a page, nor shown twice", async () => {
    const { admin } = await sixTransactions();
    const filter = { from: DAWN + 10_000, to: DAWN + 10_000 };
    const whole = (await admin.query(api.audit.queries.list, { filter })).events;
    expect(whole).toHaveLength(6);
    const paged: typeof whole = [];
    let after: { occurredAt: number; sequence: number } | undefined;
    do {
      const page = await admin.query(api.audit.queries.list, { filter, size: 2, ...(after && { after }) });
      paged.push(...page.events);
      after = page.next ?? undefined;
    } while (after);
    expect(paged).toEqual(whole);
  });

  test("is not cut where a page ends because enough was looked at", async () => {
    const { admin, world, request } = await sixTransactions();
    await world.run(async (ctx) => {
      for (let newer = 0; newer < MAX_LOOKED_AT - 1; newer += 1)
        await recordEvent(ctx, { ...SYSTEM, action: "mail.recorded", targets: [], occurredAt: DAWN + 20_000 + newer });
    });
    const { events, lookedBackTo } = await admin.query(api.audit.queries.list, { filter: { text: request._id } });
    expect(lookedBackTo).toBe(DAWN + 10_000);
    expect(events).toMatchObject([{ action: "approval.decidedReject", others: [{ count: 1 }, { count: 1 }] }]);
  });

  test("is told by what matches where a filter leaves the cause out", async () => {
    const { admin } = await sixTransactions();
    const { events } = await admin.query(api.audit.queries.list, { filter: { action: "task.cancelled" }, size: 1 });
    expect(events).toMatchObject([{ action: "task.cancelled", others: [] }]);
  });

  test("stands beside each of its events, as far as the reader may see it", async () => {
    const { admin, staff, world } = await sixTransactions();
    const cancelled = (await world.rows("auditEvents")).findLast(({ action }) => action === "task.cancelled");
    const eventId = cancelled?._id ?? "";
    const detail = await admin.query(api.audit.queries.get, { eventId });
    expect(detail?.together.map(({ action }) => action)).toEqual([
      "request.drafted",
      "approval.decidedReject",
      "task.cancelled",
    ]);
    expect(await staff.query(api.audit.queries.get, { eventId })).toBeNull();
  });

  test("shows governance of it what concerns domains, and nothing beside it", async () => {
    const { governance, world } = await anAuditTrail();
    await world.run(async (ctx) => {
      const shared = { ...SYSTEM, targets: [], occurredAt: DAWN + 20_000, origin: { requestId: "call" } };
      await recordEvent(ctx, { ...shared, action: "domain.changed" });
      await recordEvent(ctx, { ...shared, action: "budget.raised" });
    });
    const { events } = await governance.query(api.audit.queries.list, { filter: { from: DAWN + 20_000 } });
    expect(events).toMatchObject([{ action: "domain.changed", others: [] }]);
    const detail = await governance.query(api.audit.queries.get, { eventId: events[0]?.id ?? "" });
    expect(detail?.together.map(({ action }) => action)).toEqual(["domain.changed"]);
  });
});

describe("mails that were delivered one after the other", () => {
  /** Five mails, a request, two mails, one that failed and one more, newest last. */
  async function nineMails() {
    const audit = await anAuditTrail();
    const mail = (place: number, action = "mail.delivered"): EventInput => ({
      ...{ ...SYSTEM, action, targets: [{ type: "mail", id: `m${place}`, label: `person${place}@ao.com` }] },
      ...{ occurredAt: DAWN + 10_000 + place, ...(action === "mail.failed" && { outcome: "failure" as const }) },
    });
    const request: EventInput = { ...SYSTEM, action: "request.ended", targets: [REQUEST], occurredAt: DAWN + 10_005 };
    await audit.world.run(async (ctx) => {
      for (const place of [0, 1, 2, 3, 4]) await recordEvent(ctx, mail(place));
      await recordEvent(ctx, request);
      for (const place of [6, 7]) await recordEvent(ctx, mail(place));
      await recordEvent(ctx, mail(8, "mail.failed"));
      await recordEvent(ctx, mail(9));
    });
    const read = (
      filter: AuditFilter,
      place: { after?: { occurredAt: number; sequence: number }; size?: number } = {},
    ) => audit.admin.query(api.audit.queries.list, { filter, ...place });
    return { ...audit, read };
  }
  const NEW = { from: DAWN + 10_000 };

  test("are one row with their number, from the first to the last; a failed one has its own", async () => {
    const { read, world } = await nineMails();
    const { events } = await read(NEW);
    expect(events.map(({ action, folded }) => [action, folded?.count ?? 1])).toEqual([
      ["mail.delivered", 1],
      ["mail.failed", 1],
      ["mail.delivered", 2],
      ["request.ended", 1],
      ["mail.delivered", 5],
    ]);
    expect(events.at(-1)).toMatchObject({ occurredAt: DAWN + 10_004, folded: { since: DAWN + 10_000 }, others: [] });
    const before = events[0];
    await world.run(async (ctx) => {
      const targets = [{ type: "mail", id: "m10", label: "person10@ao.com" }];
      await recordEvent(ctx, { ...SYSTEM, action: "mail.delivered", targets, occurredAt: DAWN + 10_010 });
    });
    // It grows and stays the same row.
    expect((await read(NEW)).events[0]).toMatchObject({ id: before?.id, folded: { count: 2 } });
  });

  test("fill one place of a page, and are neither cut by its end nor counted twice", async () => {
    const { read } = await nineMails();
    const whole = (await read(NEW)).events;
    const paged: typeof whole = [];
    let after: { occurredAt: number; sequence: number } | undefined;
    do {
      const page = await read(NEW, { size: 2, ...(after && { after }) });
      paged.push(...page.events);
      after = page.next ?? undefined;
    } while (after);
    expect(paged).toEqual(whole);
  });

  test("are each shown to whoever asks for them, by action, kind or words", async () => {
    const { read } = await nineMails();
    for (const filter of [{ action: "mail.delivered" }, { targetType: "mail" }, { text: "delivered" }]) {
      const delivered = (await read({ ...NEW, ...filter })).events.filter(({ action }) => action === "mail.delivered");
      expect(delivered.map(({ folded }) => folded)).toEqual(Array.from({ length: 8 }, () => null));
    }
  });
});

describe("one event", () => {
  test("is told in full to whom it concerns, and does not exist for others", async () => {
    const { admin, governance, world } = await anAuditTrail();
    const failed = (await world.rows("auditEvents")).find(({ action }) => action === "task.failed");
    const eventId = failed?._id ?? "";
    expect(await admin.query(api.audit.queries.get, { eventId })).toMatchObject({
      action: "task.failed",
      context: { ip: "10.1.2.3" },
      hash: failed?.hash,
    });
    expect(await governance.query(api.audit.queries.get, { eventId })).toBeNull();
  });
});

describe("the history of one thing", () => {
  test("holds the events of all that names it, newest first, and of nothing else", async () => {
    const { world, admin, staff } = await anAuditTrail();
    const history = await world.run((ctx) => ofObject(ctx, REQUEST, { after: null, size: 2 }));
    expect(history.events.map(({ action }) => action)).toEqual(["request.cancelled", "request.submitted"]);
    const rest = await world.run((ctx) => ofObject(ctx, REQUEST, { after: history.next, size: 2 }));
    expect(rest).toMatchObject({ events: [{ action: "task.started" }], next: null });
    expect((await admin.query(api.audit.queries.ofObject, REQUEST_ARGS)).events).toHaveLength(3);
    expect((await staff.query(api.audit.queries.ofObject, REQUEST_ARGS)).events.map(({ action }) => action)).toEqual([
      "request.cancelled",
      "request.submitted",
    ]);
  });
});

const REQUEST_ARGS = { type: REQUEST.type, id: REQUEST.id };

test("a filter offers every action that occurs, once", async () => {
  const { admin } = await anAuditTrail();
  expect(await admin.query(api.audit.queries.actions, {})).toEqual([
    "budget.raised",
    "domain.archived",
    "person.themeSaved",
    "request.cancelled",
    "request.submitted",
    "task.failed",
    "task.started",
  ]);
});
