/** Somebody reads in the audit trail who holds which access, without any part in it. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { recordEvent, SYSTEM } from "../core/audit/model";
import { NOTHING_MORE } from "../core/domains/table";
import { updateGrant } from "../core/grants/model";
import { aGrant } from "../tasks/scenes.testing";
import { aWorld, DAWN, endWorld, type TestPerson } from "../testing/world.testing";

afterEach(endWorld);

/** Ada holds what Rita asked for; Olga owns the domain it opens, Eve has nothing to do with it. */
async function anAuditTrail({ touchesDomain }: { readonly touchesDomain: boolean }) {
  const world = await aWorld();
  const [ada, rita, olga, eve] = [
    await world.person("ada"),
    await world.person("rita"),
    await world.person("olga"),
    await world.person("eve"),
  ];
  const gil = await world.person("gil", { roles: ["staff", "governance"] });
  const admin = await world.person("anna", { roles: ["staff", "admin"] });
  const grant = await aGrant({ world, personId: ada.id });
  const actor = { kind: "person" as const, personId: admin.id, label: "Anna Tester", sessionId: "a-session" };
  await world.run(async (ctx) => {
    const domain = {
      ...NOTHING_MORE,
      name: "Orders",
      description: "",
      ownerIds: [olga.id],
      deputyIds: [],
      databases: [],
      roles: [],
      sensitivity: "pii" as const,
      status: "active" as const,
      updatedAt: 0,
    };
    await ctx.db.insert("dataDomains", { ...domain, key: "orders" });
    await ctx.db.patch(grant.requestId, { requesterId: rita.id, domainKey: touchesDomain ? "orders" : undefined });
    await updateGrant(
      ctx,
      grant,
      { endReason: "No longer needed" },
      { actor, at: DAWN, action: "grant.revokeAsked", reason: "No longer needed" },
    );
    await recordEvent(ctx, {
      ...SYSTEM,
      action: "access.refused",
      targets: [{ type: "grant", id: grant._id }],
      outcome: "denied",
    });
  });
  const event = (await world.rows("auditEvents")).find(({ action }) => action === "grant.revokeAsked");
  /** What somebody gets to read of it: by its id, in the grant's history, in the list. */
  const reads = async (who: TestPerson) => ({
    event: (await who.query(api.audit.queries.get, { eventId: event?._id ?? "" }))?.action ?? null,
    history: (await who.query(api.audit.queries.ofObject, { type: "grant", id: grant._id })).events
      .map(({ action }) => action)
      .filter((action) => action !== "grant.created"),
  });
  const lists = async (who: TestPerson) =>
    (await who.query(api.audit.queries.list, { filter: {} })).events
      .flatMap(({ action, others }) => [action, ...others.map((other) => other.action)])
      .filter((action) => action === "grant.revokeAsked" || action === "access.refused");
  return { ada, rita, olga, eve, gil, admin, reads, lists, event };
}

const ALL = { event: "grant.revokeAsked", history: ["grant.revokeAsked"] };
const NOTHING = { event: null, history: [] };

test("governance reads of access to a domain, and not of any other", async () => {
  const inside = await anAuditTrail({ touchesDomain: true });
  expect(await inside.reads(inside.gil)).toEqual(ALL);
  expect(await inside.lists(inside.gil)).toEqual(["grant.revokeAsked"]);
  const outside = await anAuditTrail({ touchesDomain: false });
  expect(await outside.reads(outside.gil)).toEqual(NOTHING);
  expect(await outside.lists(outside.gil)).toEqual([]);
  expect((await outside.lists(outside.admin)).toSorted()).toEqual(["access.refused", "grant.revokeAsked"]);
});

test("the holder, the requester and the owner of the domain read what happened to it; nobody else does", async () => {
  const { ada, rita, olga, eve, reads } = await anAuditTrail({ touchesDomain: true });
  for (const who of [ada, rita, olga]) expect(await reads(who)).toEqual(ALL);
  expect(await reads(eve)).toEqual(NOTHING);
  const outside = await anAuditTrail({ touchesDomain: false });
  expect(await outside.reads(outside.olga)).toEqual(NOTHING);
  expect(await outside.reads(outside.ada)).toEqual(ALL);
});

test("from where it was done is told to none of them", async () => {
  const { ada, admin, event } = await anAuditTrail({ touchesDomain: true });
  const eventId = event?._id ?? "";
  expect(await ada.query(api.audit.queries.get, { eventId })).toMatchObject({ origin: null });
  expect(await admin.query(api.audit.queries.get, { eventId })).toMatchObject({ origin: { session: "ession" } });
});
