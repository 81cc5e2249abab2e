/** The catalogue says what it was not asked for, too late, twice or not at all; and people write over what it leads. */

import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type CollateSandbox, startCollateSandbox } from "../../sandbox/collate/main";
import { api, internal } from "../_generated/api";
import type { CatalogueField } from "../core/domains/table";
import { MINUTE_MS } from "../lib/pure/time";
import { codeOf, DAWN, endWorld } from "../testing/world.testing";
import { anOrdersCase } from "./changing.testing";

const { link, unlink, readLink } = api.domains.mutations;
const { beginReadings, keepReading, readingFailed } = internal.domains.internal;

let sandbox: CollateSandbox;
beforeEach(async () => {
  sandbox = await startCollateSandbox({
    Sales: {
      description: "From the catalogue",
      owners: [{ name: "Una", email: "una@ao.com" }, { name: "Sales team" }],
    },
    Other: { description: "Another one" },
  });
  onTestFinished(() => sandbox.close());
});
afterEach(endWorld);

/** Orders, which can be linked: gwen looks after the data, ada owns Orders. */
async function linkable() {
  const env = { COLLATE_URL: sandbox.url, COLLATE_TOKEN: sandbox.token };
  const play = await anOrdersCase({ description: "From the portal" }, env);
  const { world, domainId } = play;
  const health = { isConnected: true, isHealthy: true, facts: [], problems: [], checkedAt: DAWN };
  await world.run((ctx) => ctx.db.insert("connectorHealth", { name: "collate", ...health }));
  const events = async (action: string) => (await world.rows("auditEvents")).filter((event) => event.action === action);
  const readNow = async () => world.internalAction(internal.domains.actions.readLinked, {});
  return {
    ...play,
    events,
    readNow,
    link: async (leads: CatalogueField[], fullName = "Sales") =>
      play.people.gwen.mutation(link, { domainId, fullName, leads }),
    linked: async (leads: CatalogueField[]) => {
      await play.people.gwen.mutation(link, { domainId, fullName: "Sales", leads });
      await world.advance(0);
    },
    page: async () => {
      const page = await play.people.gwen.query(api.domains.queries.get, { domainId });
      if (!page) throw new Error("No page");
      return page;
    },
    begin: async () => {
      const [begun] = await world.internal(beginReadings, { domainId });
      if (!begun) throw new Error("Nothing to read");
      const { readingId, startedAt } = begun;
      return { readingId, startedAt };
    },
  };
}

const found = (description: string) => ({ description, owners: [], experts: [] });

describe("[D5] each field has one direction", () => {
  test("what the catalogue leads comes in, with who said so; who owns the domain never does", async () => {
    const play = await linkable();
    sandbox.domains.set("Sales", {
      description: " From the catalogue ",
      owners: [{ name: "Una", email: "una@ao.com" }],
      experts: [
        { name: "Gus", email: (await play.world.run((ctx) => ctx.db.get(play.gus.id)))?.email ?? "" },
        { name: "Stranger", email: "stranger@ao.com" },
      ],
    });
    const owners = (await play.row()).ownerIds;
    await play.linked(["description", "experts"]);
    expect(await play.row()).toMatchObject({
      description: "From the catalogue",
      expertIds: [play.gus.id],
      ownerIds: owners,
    });
    expect((await play.page()).catalogue).toMatchObject({
      fullName: "Sales",
      isReading: false,
      failure: null,
      read: { experts: [{ name: "Gus", personId: play.gus.id }, { name: "Stranger" }], owners: [{ name: "Una" }] },
    });
    const [event] = await play.events("domain.takenFromCatalogue");
    expect(event).toMatchObject({ context: { from: "Sales" } });
    expect(event?.changes?.map(({ field }) => field)).toEqual(["description", "expertIds"]);
  });

  test("what the portal leads is read and shown, and never written over", async () => {
    const play = await linkable();
    const gus = await play.world.run((ctx) => ctx.db.get(play.gus.id));
    const experts = [{ name: "Gus", email: gus?.email ?? "" }];
    sandbox.domains.set("Sales", { description: "From the catalogue", experts });
    const before = await play.row();
    await play.linked([]);
    const after = await play.row();
    expect([after.description, after.expertIds ?? []]).toEqual([before.description, before.expertIds ?? []]);
    expect((await play.page()).catalogue?.read?.description).toBe("From the catalogue");
    expect(await play.events("domain.takenFromCatalogue")).toEqual([]);
  });

  test.each([
    ["description" as const, { description: "Mine" }],
    ["experts" as const, { expertIds: "gus" as const }],
    ["experts" as const, { inherits: ["experts" as const] }],
  ])(
    "what the catalogue leads (%s) is refused by the form, with who can change it, and so by a file",
    async (field, change) => {
      const play = await linkable();
      const parentId = await play.put({ name: "All", ownerIds: [play.zoe.id], deputyIds: [play.cleo.id] });
      await play.world.run((ctx) => ctx.db.patch(play.domainId, { parentId }));
      await play.linked([field]);
      const before = await play.row();
      const wish = { ...change, ...("expertIds" in change && { expertIds: [play.gus.id] }) } as Parameters<
        typeof play.change
      >[1];
      const refusal = await play.change("gwen", wish).then(
        () => null,
        (error: { data?: unknown }) => error.data,
      );
      expect(refusal).toMatchObject({
        code: "invalid-form",
        fields: { [field]: expect.stringContaining("Collate leads") },
      });
      expect(await play.row()).toEqual(before);
    },
  );

  test("a file that says something about such a field says why it cannot, row by row", async () => {
    const play = await linkable();
    await play.linked(["description"]);
    const text = "name,description\nOrders,Mine\n";
    const { problems } = await play.people.gwen.query(api.domains.queries.previewImport, { text });
    expect(problems).toMatchObject([
      { row: 2, column: "description", message: expect.stringContaining("Collate leads") },
    ]);
  });

  test("other words of the same domain are changed as before, and an older proposal says nothing about the field", async () => {
    const play = await linkable();
    await play.change("gus", { ownerIds: [play.zoe.id] });
    await play.linked(["description"]);
    await play.confirm("sue");
    expect(await play.row()).toMatchObject({ ownerIds: [play.zoe.id], description: "From the catalogue" });
    await play.change("gwen", { products: ["Order book"] });
    expect(await play.row()).toMatchObject({ products: ["Order book"], description: "From the catalogue" });
  });
});

describe("[D5] a reading that fails says so and changes nothing", () => {
  test.each(["html", "empty", "other", { status: 500 }, { status: 401 }, { status: 404 }] as const)(
    "when the catalogue answers with %j",
    async (failure) => {
      const play = await linkable();
      await play.linked(["description", "experts"]);
      const before = await play.row();
      sandbox.domains.set("Sales", { description: "Newer" });
      sandbox.fail(failure);
      await play.world.advance(5 * MINUTE_MS);
      await play.readNow();
      expect(await play.row()).toEqual(before);
      const page = await play.page();
      expect(page.catalogue).toMatchObject({ isReading: false, read: { description: "From the catalogue" } });
      expect(page.catalogue?.failure?.message).toMatch(/Collate/);
      sandbox.fail(failure);
      await play.readNow();
      expect(await play.events("domain.catalogueNotRead")).toHaveLength(1);
      await play.readNow();
      expect((await play.page()).catalogue?.failure).toBe(null);
      expect((await play.row()).description).toBe("Newer");
    },
  );

  test("when its words cannot be kept, and says which", async () => {
    const play = await linkable();
    await play.linked(["description"]);
    sandbox.domains.set("Sales", { description: "Or\u200Bders" });
    await play.readNow();
    expect((await play.row()).description).toBe("From the catalogue");
    expect((await play.page()).catalogue?.failure?.message).toBe(
      "Its description must not contain invisible characters. Change it in Collate.",
    );
  });

  test.each([
    ["- Paid orders\n- Returns", "Paid orders\n- Returns"],
    ["=1+1", "1+1"],
  ])("a list or a formula loses the mark that no text here begins with: %j", async (written, kept) => {
    const play = await linkable();
    sandbox.domains.set("Sales", { description: written });
    await play.linked(["description"]);
    expect((await play.row()).description).toBe(kept);
  });

  test("whoever is not active here is named and is no expert", async () => {
    const play = await linkable();
    const email = await play.world.run(async (ctx) => {
      await ctx.db.patch(play.gus.id, { status: "suspended" });
      return (await ctx.db.get(play.gus.id))?.email ?? "";
    });
    sandbox.domains.set("Sales", { description: "", experts: [{ name: "Gus", email }] });
    await play.linked(["experts"]);
    expect((await play.row()).expertIds ?? []).toEqual([]);
    expect((await play.page()).catalogue?.read?.experts).toEqual([{ name: "Gus" }]);
  });

  test("longer words are shortened, whoever leads them", async () => {
    const play = await linkable();
    sandbox.domains.set("Sales", { description: "x".repeat(2000) });
    await play.linked(["description"]);
    expect((await play.row()).description).toMatch(/^x{400,499}…$/);
  });
});

describe("[D5] an answer counts once, for the reading that waits for it", () => {
  test("what comes twice is kept once", async () => {
    const play = await linkable();
    await play.linked(["description"]);
    const name = await play.begin();
    await play.world.internal(keepReading, { ...name, found: found("First") });
    await play.world.internal(keepReading, { ...name, found: found("Second") });
    await play.world.internal(readingFailed, { ...name, message: "Late" });
    expect((await play.row()).description).toBe("First");
    expect((await play.page()).catalogue).toMatchObject({ failure: null, read: { description: "First" } });
    expect(await play.events("domain.takenFromCatalogue")).toHaveLength(2);
  });

  test("what comes after a newer reading began is not kept", async () => {
    const play = await linkable();
    await play.linked(["description"]);
    const late = await play.begin();
    await play.world.advance(MINUTE_MS);
    const newer = await play.begin();
    await play.world.internal(keepReading, { ...late, found: found("Old") });
    expect((await play.row()).description).toBe("From the catalogue");
    await play.world.internal(keepReading, { ...newer, found: found("New") });
    expect((await play.row()).description).toBe("New");
  });

  test.each(["unlinked", "linked to another", "archived"] as const)(
    "what comes after it was %s is not kept",
    async (after) => {
      const play = await linkable();
      await play.linked(["description"]);
      const name = await play.begin();
      if (after === "unlinked") await play.people.gwen.mutation(unlink, { domainId: play.domainId });
      if (after === "linked to another") await play.link(["description"], "Other");
      if (after === "archived") await play.world.run((ctx) => ctx.db.patch(play.domainId, { status: "archived" }));
      await play.world.internal(keepReading, { ...name, found: found("Late") });
      expect((await play.row()).description).toBe("From the catalogue");
      expect(await play.events("domain.takenFromCatalogue")).toHaveLength(1);
    },
  );

  test("nothing is being read of what is in the archive, also where its reading had begun", async () => {
    const play = await linkable();
    await play.linked(["description"]);
    await play.begin();
    expect((await play.page()).catalogue?.isReading).toBe(true);
    await play.world.run((ctx) => ctx.db.patch(play.domainId, { status: "archived" }));
    expect((await play.page()).catalogue?.isReading).toBe(false);
    await play.readNow();
    expect((await play.world.rows("catalogueReadings")).map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  test("the same again changes nothing and leaves no trace", async () => {
    const play = await linkable();
    await play.linked(["description"]);
    const before = await play.row();
    await play.world.advance(5 * MINUTE_MS);
    await play.readNow();
    expect(await play.row()).toEqual(before);
    expect(await play.events("domain.takenFromCatalogue")).toHaveLength(1);
    expect((await play.page()).catalogue?.read?.at).toBe(DAWN + 5 * MINUTE_MS);
  });

  test("nothing is read while Collate is switched off, and whoever wants it now is told", async () => {
    const play = await linkable();
    await play.linked(["description"]);
    const calls = sandbox.calls.length;
    await play.world.run((ctx) =>
      ctx.db.insert("connectors", { name: "collate", state: "off", reason: "Invoices", updatedAt: DAWN }),
    );
    await play.readNow();
    expect(sandbox.calls).toHaveLength(calls);
    expect(await codeOf(play.people.gwen.mutation(readLink, { domainId: play.domainId }))).toBe("connector-off");
    expect((await play.page()).catalogue?.isOn).toBe(false);
  });
});

describe("[D5] only data governance links", () => {
  test("who owns the domain reads the link, and neither makes nor ends nor reads one", async () => {
    const play = await linkable();
    await play.linked(["description"]);
    const { ada } = play.people;
    const { domainId } = play;
    expect((await ada.query(api.domains.queries.get, { domainId }))?.catalogue?.fullName).toBe("Sales");
    expect(await codeOf(ada.mutation(link, { domainId, fullName: "Other", leads: [] }))).toBe("not-allowed");
    expect(await codeOf(ada.mutation(unlink, { domainId }))).toBe("not-allowed");
    expect(await codeOf(ada.mutation(readLink, { domainId }))).toBe("not-allowed");
    expect((await play.row()).catalogue).toEqual({ fullName: "Sales", leads: ["description"] });
  });

  test("each link and its end stand in the audit trail, and what was taken over stays", async () => {
    const play = await linkable();
    await play.linked(["description"]);
    await play.people.gwen.mutation(unlink, { domainId: play.domainId });
    await play.people.gwen.mutation(unlink, { domainId: play.domainId });
    expect((await play.events("domain.linked")).map(({ actor }) => actor.personId)).toEqual([play.people.gwen.id]);
    expect(await play.events("domain.unlinked")).toHaveLength(1);
    expect((await play.row()).description).toBe("From the catalogue");
    expect(await play.world.rows("catalogueReadings")).toEqual([]);
    await play.change("gwen", { description: "Mine again" });
    expect((await play.row()).description).toBe("Mine again");
  });

  test("no domain is linked without a catalogue, without a name, to another’s, in the archive, or for experts it inherits", async () => {
    const play = await linkable();
    const { world, domainId } = play;
    await play.put({ name: "Returns", catalogue: { fullName: "Other", leads: [] } });
    expect(await codeOf(play.link([], "  "))).toBe("invalid-form");
    expect(await codeOf(play.link([], "oTHER"))).toBe("invalid-form");
    await world.run((ctx) => ctx.db.patch(domainId, { inherits: ["experts"] }));
    expect(await codeOf(play.link(["experts"]))).toBe("invalid-form");
    await world.run((ctx) => ctx.db.patch(domainId, { status: "archived" }));
    expect(await codeOf(play.link([]))).toBe("wrong-state");
    await world.run(async (ctx) => {
      await ctx.db.patch(domainId, { status: "active" });
      const [health] = await ctx.db.query("connectorHealth").collect();
      if (health) await ctx.db.patch(health._id, { isConnected: false });
    });
    expect(await codeOf(play.link([]))).toBe("connector-off");
    expect((await play.row()).catalogue).toBe(undefined);
  });
});
