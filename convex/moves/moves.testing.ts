/** Somebody was moved, and what they look after is decided about. */

import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { NOTHING_MORE } from "../core/domains/table";
import { aCompany, type Company } from "../people/suspending.testing";
import { aPendingStep, submitted, tasksNow } from "../process/requests.testing";
import type { TestPerson } from "../testing/world.testing";

const { get, impact } = api.moves.queries;
const { decide } = api.moves.mutations;
export const reason = "They work elsewhere now";

/** Fay managed Ada, who owns Orders, is deputy of Stock and is asked to decide; now Bea manages her. Cleo takes over. */
export async function afterTheMove(before?: (company: Company) => Promise<unknown>) {
  const company = await aCompany();
  await before?.(company);
  const { world, ada, una, kim, fay } = company;
  const [bea, cleo, dan] = [await world.person("bea"), await world.person("cleo"), await world.person("dan")];
  const things = await world.run(async (ctx) => {
    await ctx.db.patch(ada.id, { managerId: fay.id });
    const domain = (name: string, ownerIds: Id<"people">[], deputyIds: Id<"people">[]) =>
      ctx.db.insert("dataDomains", {
        ...NOTHING_MORE,
        key: name.toLowerCase(),
        name,
        description: "",
        ownerIds,
        deputyIds,
        databases: [],
        roles: [],
        sensitivity: "internal",
        status: "active",
        updatedAt: 0,
      });
    const request = await submitted(ctx, dan.id, [{ type: "approve_access" }]);
    const [task] = await tasksNow(ctx, request);
    if (!task) throw new Error("No approval");
    await aPendingStep(ctx, task, [ada.id], { rule: { kind: "role", role: "finops" } });
    const seat = await ctx.db.query("approvalSeats").first();
    if (!seat) throw new Error("No seat");
    return {
      orders: await domain("Orders", [ada.id], [cleo.id]),
      stock: await domain("Stock", [cleo.id], [ada.id]),
      requestId: request._id,
      seatId: seat._id,
    };
  });
  await una.stepUp();
  await una.mutation(api.people.mutations.move, { personId: ada.id, areaId: null, managerId: bea.id, reason });
  await company.confirm(kim);
  const review = async (who: TestPerson) => await who.query(get, { personId: ada.id });
  const reviewAt = (await world.rows("moveReviews"))[0]?.at ?? 0;
  const put = async (
    by: TestPerson,
    domainId: Id<"dataDomains">,
    to: TestPerson | null,
    shownHash?: string,
    shownAt = 0,
  ) => {
    await by.stepUp();
    const duty = { kind: "domain" as const, id: domainId, shownAt, shownHash };
    return await by.mutation(decide, { personId: ada.id, reviewAt, duty, toId: to?.id ?? null, reason });
  };
  const hand = async (by: TestPerson, domainId: Id<"dataDomains">, to: TestPerson | null, shownAt = 0) => {
    const seen = to && (await by.query(impact, { personId: ada.id, domainId, toId: to.id }));
    return await put(by, domainId, to, seen?.shownHash, shownAt);
  };
  const seat = async (by: TestPerson, to: TestPerson | null) =>
    await by.mutation(decide, {
      personId: ada.id,
      reviewAt,
      duty: { kind: "seat", id: things.seatId },
      toId: to?.id ?? null,
      reason,
    });
  const ownersOf = async (domainId: Id<"dataDomains">) =>
    (await world.rows("dataDomains")).find(({ _id }) => _id === domainId);
  const timeIsOver = async () => {
    const [open] = await world.rows("moveReviews");
    await world.run(async (ctx) => {
      if (open) await ctx.db.patch(open._id, { endsAt: world.now() });
    });
  };
  return { ...company, ...things, bea, cleo, dan, review, put, hand, seat, ownersOf, timeIsOver };
}
