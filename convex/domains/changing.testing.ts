/** Orders is open, ada owns it and bob is her deputy; rita's request for ben waits for its owners. */

import type { FunctionArgs } from "convex/server";
import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { aCase, type CastName } from "../approvals/approvals.testing";
import { shapeOf } from "../core/domains/saving";
import { type DataDomain, NOTHING_MORE } from "../core/domains/table";
import { seenOf } from "../process/confirming/proposing";
import { DAWN, type TestPerson } from "../testing/world.testing";

const { save, setState, importFile } = api.domains.mutations;
const { impact } = api.domains.queries;

/** A domain as a row, open unless it says otherwise. */
export function aDomain(fields: Partial<DataDomain> & Pick<DataDomain, "name">): DataDomain {
  return {
    ...NOTHING_MORE,
    key: fields.name.toLowerCase().replaceAll(" ", "-"),
    description: "",
    ownerIds: [],
    deputyIds: [],
    databases: [],
    roles: [],
    sensitivity: "internal",
    status: "active",
    updatedAt: DAWN,
    ...fields,
  };
}

/** Sue, sam and una are super admins, gwen and gus look after the data, and time passes only where the test says so. */
export async function anOrdersCase(fields: Partial<DataDomain> = {}, env: Record<string, string> = {}) {
  const play = await aCase(
    {
      steps: [{ rule: { kind: "domainOwner", field: "domain" }, fallback: { kind: "role", role: "superAdmin" } }],
      form: { domain: "orders" },
    },
    env,
  );
  const { world, requestId } = play;
  const una = await world.person("una", { roles: ["staff", "superAdmin"] });
  const gus = await world.person("gus", { roles: ["staff", "governance"] });
  const people = { ...play.people, una, gus };
  const put = (one: Partial<DataDomain> & Pick<DataDomain, "name">) =>
    world.run((ctx) => ctx.db.insert("dataDomains", aDomain(one)));
  const domainId = await put({ name: "Orders", ownerIds: [play.ada.id], deputyIds: [play.bob.id], ...fields });
  await world.run(async (ctx) => {
    await ctx.db.patch(requestId, { domainKey: "orders" });
    await ctx.db.insert("dutyChanges", { domainKey: "orders", byIds: [], at: 0, seatedUntil: 0 });
  });
  const settle = async () => {
    await play.tick();
    await world.advance(0);
  };
  await settle();
  // The case opened before there was a domain: whoever was asked instead is asked no more.
  await world.run(async (ctx) => {
    for (const seat of await ctx.db.query("approvalSeats").collect())
      if (seat.personId === play.sue.id || seat.personId === play.sam.id) await ctx.db.delete(seat._id);
  });
  const row = async (id: Id<"dataDomains"> = domainId): Promise<Doc<"dataDomains">> => {
    const found = (await world.rows("dataDomains")).find(({ _id }) => _id === id);
    if (!found) throw new Error("No such domain");
    return found;
  };
  const deeds = deedsIn({ world, people, domainId, row, settle });
  return {
    ...play,
    people,
    una,
    gus,
    domainId,
    put,
    row,
    settle,
    ...deeds,
    asked: async () => (await play.look()).asked,
    noticesOf: async (name: Name) =>
      (await world.rows("notifications"))
        .filter(({ recipientId }) => recipientId === people[name].id)
        .map(({ title }) => title),
  };
}

type Name = CastName | "una" | "gus";
type World = Awaited<ReturnType<typeof aCase>>["world"];

/** What people do about a domain, each with what they were shown. */
function deedsIn({
  world,
  people,
  domainId,
  row,
  settle,
}: {
  readonly world: World;
  readonly people: Readonly<Record<Name, TestPerson>>;
  readonly domainId: Id<"dataDomains">;
  readonly row: (id: Id<"dataDomains">) => Promise<Doc<"dataDomains">>;
  readonly settle: () => Promise<void>;
}) {
  const as = async (name: Name) => {
    await people[name].stepUp();
    return people[name];
  };
  const open = async () => {
    const found = (await world.rows("proposals")).findLast(({ state }) => state === "open");
    if (!found) throw new Error("No proposal is open");
    return found;
  };
  const reason = "They left";
  const seen = async (by: Name, wish: FunctionArgs<typeof impact>["wish"], id: Id<"dataDomains"> = domainId) =>
    (await people[by].query(impact, { domainId: id, wish }))?.shownHash ?? "";
  /** The open proposal as it is shown now, with what hangs on it. */
  const shownNow = async () => {
    const proposal = await open();
    return await world.run(async (ctx) => await seenOf(ctx, proposal.change, proposal));
  };
  let number = 0;
  const formOf = async (id: Id<"dataDomains">): Promise<FunctionArgs<typeof save>> => {
    const { status: _, allRoles: _all, ...said } = shapeOf(await row(id));
    number += 1;
    return { ...said, domainId: id, shownAt: (await row(id)).updatedAt, saveKey: `form ${number}`, reason };
  };
  return {
    open,
    /** Somebody saves a domain with something changed, as their form shows it. */
    change: async (by: Name, change: Partial<FunctionArgs<typeof save>>, id: Id<"dataDomains"> = domainId) => {
      const form = { ...(await formOf(id)), ...change };
      const { parentId = null, inherits = [] } = form;
      const shownHash = "parentId" in change ? await seen(by, { parentId, inherits }, id) : undefined;
      return await (await as(by)).mutation(save, { shownHash, ...form });
    },
    move: async (by: Name, to: DataDomain["status"], id: Id<"dataDomains"> = domainId, shownHash?: string) =>
      (await as(by)).mutation(setState, {
        domainId: id,
        shownHash: shownHash ?? (await seen(by, { to }, id)),
        to,
        reason,
      }),
    seen,
    shownNow,
    load: async (by: Name, text: string) => {
      const { hash } = await people[by].query(api.domains.queries.previewImport, { text });
      return (await as(by)).mutation(importFile, { text, hash });
    },
    confirm: async (by: Name, seenHash?: string) => {
      const { _id } = await open();
      const shownHash = seenHash ?? (await shownNow()).shownHash;
      await (await as(by)).mutation(api.proposals.mutations.confirm, { proposalId: _id, shownHash });
      await settle();
    },
    turn: async () => {
      await world.internal(internal.proposals.internal.turn, {});
      await settle();
    },
  };
}
