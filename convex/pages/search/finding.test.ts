/** What each person finds by words: their own, what they oversee, and only what leads somewhere. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { NOTHING_MORE } from "../../core/domains/table";
import { accessLink } from "../../core/shared/rules/finding";
import { submitted } from "../../process/requests.testing";
import { aWorld, DAWN, endWorld, type TestPerson } from "../../testing/world.testing";
import { aTicketRow } from "../../tickets/scenes.testing";

afterEach(endWorld);

const find = (person: TestPerson, text: string) => person.query(api.search.queries.find, { text });

async function aPortal() {
  const world = await aWorld();
  await world.internal(internal.catalog.internal.install, {});
  const ada = await world.person("ada");
  const bea = await world.person("bea");
  const admin = await world.person("aisha", { roles: ["staff", "admin"] });
  const request = await world.run((ctx) => submitted(ctx, ada.id, [{ type: "manual_check" }], "Access to the ledger"));
  await world.run((ctx) =>
    ctx.db.insert("dataDomains", {
      ...NOTHING_MORE,
      key: "ledger",
      name: "General ledger",
      description: "Postings",
      ownerIds: [],
      deputyIds: [],
      databases: [],
      roles: [],
      sensitivity: "internal",
      status: "active",
      updatedAt: DAWN,
    }),
  );
  return { world, ada, bea, admin, request };
}

test("a request is found by its requester and those who oversee it, and by nobody else", async () => {
  const { ada, bea, admin, request } = await aPortal();
  const hit = [{ key: request.key, typeKey: request.typeId, title: "Access to the ledger", status: request.status }];
  expect((await find(ada, "ledg")).requests).toEqual(hit);
  expect((await find(admin, "ledger ada")).requests).toEqual(hit);
  expect((await find(bea, "ledger")).requests).toEqual([]);
});

test("a draft is found by its writer alone", async () => {
  const { world, ada, admin, request } = await aPortal();
  await world.run((ctx) => ctx.db.patch(request._id, { status: "Draft" }));
  expect((await find(ada, "ledger")).requests).toHaveLength(1);
  expect((await find(admin, "ledger")).requests).toEqual([]);
});

test("people are found by those who oversee requests; to others a name leads nowhere", async () => {
  const { ada, bea, admin } = await aPortal();
  expect((await find(admin, "bea")).people).toMatchObject([{ id: bea.id, name: "Bea Tester" }]);
  expect((await find(admin, "test bea")).people).toMatchObject([{ id: bea.id }]);
  expect((await find(admin, "bea nobody")).people).toEqual([]);
  expect((await find(ada, "bea")).people).toEqual([]);
});

test("a domain leads to the form that asks for it, filled in; one that is not in use is not found", async () => {
  const { world, ada } = await aPortal();
  const found = await find(ada, "ledger");
  expect(found.domains).toMatchObject([
    { key: "ledger", name: "General ledger", to: "/requests/create?type=snowflake-access&field.domain=ledger" },
  ]);
  expect((await ada.query(api.catalog.queries.findAccess, { text: "ledger" })).domains).toEqual(found.domains);
  const [domain] = await world.rows("dataDomains");
  await world.run((ctx) => ctx.db.patch(domain!._id, { status: "deprecated" }));
  expect((await find(ada, "ledger")).domains).toEqual([]);
});

test("a role is found by what it opens and by its name, and leads to the form that asks for it, filled in", async () => {
  const { world, ada } = await aPortal();
  const [domain] = await world.rows("dataDomains");
  const role = {
    name: "GL_POSTINGS_TEST",
    description: "Postings by day",
    level: "read",
    environment: "test",
  } as const;
  await world.run((ctx) => ctx.db.patch(domain!._id, { roles: [role] }));
  const to =
    "/requests/create?type=snowflake-access&field.domain=ledger&field.role=GL_POSTINGS_TEST&field.environment=test";
  const hit = [{ name: role.name, words: "Read General ledger (test)", sensitivity: "internal", to }];
  expect((await find(ada, "read ledger")).roles).toMatchObject(hit);
  expect((await find(ada, "gl_post")).roles).toMatchObject(hit);
  expect((await ada.query(api.catalog.queries.findAccess, { text: "read ledger" })).roles).toMatchObject(hit);
  expect(await ada.query(api.catalog.queries.findAccess, { text: "r" })).toEqual({ domains: [], roles: [] });
  expect((await find(ada, "write ledger")).roles).toEqual([]);
  await world.run((ctx) => ctx.db.patch(domain!._id, { status: "deprecated" }));
  expect((await find(ada, "read ledger")).roles).toEqual([]);
});

test("a type is found by the other words people use for it", async () => {
  const { ada } = await aPortal();
  expect((await find(ada, "table permission")).types.map(({ key }) => key)).toEqual(["snowflake-access"]);
});

test("types are found that the person is offered, by words of their name and what they are for", async () => {
  const { ada } = await aPortal();
  const { types } = await find(ada, "snowflake data");
  expect(types.map(({ key }) => key)).toContain("snowflake-access");
  expect(types.length).toBeLessThanOrEqual(5);
});

test("a character alone, or none that is a letter or digit, finds nothing", async () => {
  const { admin } = await aPortal();
  const nothing = {
    requests: [],
    types: [],
    people: [],
    domains: [],
    roles: [],
    tickets: [],
    incidents: [],
    articles: [],
    ideas: [],
  };
  expect(await find(admin, "l")).toEqual(nothing);
  expect(await find(admin, "  -- ")).toEqual(nothing);
});

test("an idea is found by everybody, by words or number, as long as lists show it", async () => {
  const { world, ada, bea } = await aPortal();
  const form = { title: "Dark ledger", description: "At night", priority: "Low" };
  expect(await ada.mutation(api.feedback.mutations.create, form)).toBe("IDEA-1");
  const hit = [{ key: "IDEA-1", title: "Dark ledger", status: "New" }];
  for (const text of ["ledger dark", "night", "idea-1", "IDEA 1"]) expect((await find(bea, text)).ideas).toEqual(hit);
  expect((await find(bea, "dark blue")).ideas).toEqual([]);
  const [idea] = await world.rows("ideas");
  await ada.mutation(api.feedback.mutations.withdraw, { ideaId: idea!._id });
  for (const text of ["ledger", "idea-1"]) expect((await find(bea, text)).ideas).toEqual([]);
});

test("a ticket is found by who wrote it or takes part, and not by others, who answer tickets among them", async () => {
  const { world, ada, bea, admin } = await aPortal();
  const { _id: ticketId } = await world.run((ctx) =>
    aTicketRow(ctx, { requesterId: ada.id, title: "Ledger is empty" }),
  );
  const hit = [{ title: "Ledger is empty", state: "new" }];
  expect((await find(ada, "ledger em")).tickets).toMatchObject([{ ...hit[0], isRequester: true }]);
  expect((await find(ada, "ledger full")).tickets).toEqual([]);
  for (const other of [bea, admin]) expect((await find(other, "ledger")).tickets).toEqual([]);
  await world.run((ctx) =>
    ctx.db.insert("ticketParticipants", { ticketId, personId: bea.id, addedById: ada.id, since: DAWN }),
  );
  expect((await find(bea, "ledger")).tickets).toMatchObject([{ ...hit[0], isRequester: false }]);
});

const anIncidentOf = async (world: Awaited<ReturnType<typeof aPortal>>["world"], requesterId: Id<"people">) =>
  await world.run(async (ctx) => {
    const { _id: ticketId } = await aTicketRow(ctx, { requesterId, title: "Secret of ada" });
    const fields = { key: "INC-7", ticketId, title: "Ledger is late", state: "open", declaredAt: DAWN } as const;
    return await ctx.db.insert("incidents", fields);
  });

test("an incident is found by everybody by its own words until it ends, and never by those of its ticket (S13)", async () => {
  const { world, ada, bea } = await aPortal();
  const incidentId = await anIncidentOf(world, ada.id);
  for (const text of ["ledger la", "inc-7"])
    expect((await find(bea, text)).incidents).toEqual([{ key: "INC-7", title: "Ledger is late" }]);
  expect((await find(bea, "secret")).incidents).toEqual([]);
  await world.run((ctx) => ctx.db.patch(incidentId, { state: "ended" }));
  expect((await find(bea, "ledger la")).incidents).toEqual([]);
});

test("whoever looks through another's eyes without acting is offered no form", async () => {
  const { world, ada, bea } = await aPortal();
  await anIncidentOf(world, ada.id);
  const superAdmin = await world.person("sol", { roles: ["staff", "superAdmin"] });
  await world.run((ctx) =>
    ctx.db.insert("impersonationSessions", {
      realPersonId: superAdmin.id,
      impersonatingUserId: bea.id,
      mode: "view",
      reason: "Help",
      impersonationStartedAt: DAWN,
      impersonationExpiresAt: DAWN + 3_600_000,
    }),
  );
  expect(await find(superAdmin, "ledger")).toEqual({
    requests: [],
    types: [],
    people: [],
    domains: [],
    roles: [],
    tickets: [],
    incidents: [],
    articles: [],
    ideas: [],
  });
  const [domain] = await world.rows("dataDomains");
  await world.run((ctx) =>
    ctx.db.patch(domain!._id, { roles: [{ name: "LEDGER_READ", description: "Postings", level: "read" }] }),
  );
  expect(await superAdmin.query(api.catalog.queries.findAccess, { text: "ledger" })).toEqual({
    domains: [],
    roles: [],
  });
});

test("without a type that gives access to a domain, domains lead nowhere", () => {
  const field = { name: "domain", kind: "domain" as const, label: "Domain", isRequired: true };
  expect(accessLink([{ key: "feed", definition: { fields: [field] } }])).toBeNull();
});
