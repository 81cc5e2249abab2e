/** What somebody looks after is handed on after their move: by whom, to whom, and never around a second person. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { MOVE_REVIEW_MS } from "../core/people/moveReviews";
import { aGrant } from "../tasks/scenes.testing";
import { codeOf, endWorld } from "../testing/world.testing";
import { afterTheMove, reason } from "./moves.testing";

afterEach(endWorld);

describe("the review after a move [U10]", () => {
  test("lists domains and seats for both managers and admins, and leads each manager there once", async () => {
    const { world, ada, adam, bea, cleo, fay, review } = await afterTheMove();
    const domains = [
      { name: "Orders", isOwner: true },
      { name: "Stock", isOwner: false },
    ];
    expect(await review(bea)).toMatchObject({ whyNot: null, domains, seats: [], hiddenSeats: 1 });
    expect(await review(adam)).toMatchObject({ whyNot: null, domains, seats: [{ step: "Owner" }], hiddenSeats: 0 });
    expect(await review(fay)).toMatchObject({ whyNot: { code: "not-eligible" }, domains });
    expect(await review(ada)).toBeNull();
    expect(await review(cleo)).toBeNull();
    const told = (await world.rows("notifications")).filter(({ to }) => to === `/moves/${ada.id}`);
    expect(told.map(({ recipientId }) => recipientId).toSorted()).toEqual([bea.id, fay.id].toSorted());
  });

  test("hands a domain on as the new manager wishes, once a second person confirms it", async () => {
    const { adam, bea, cleo, dan, sam, gina, orders, stock, hand, confirm, ownersOf, review } = await afterTheMove();
    expect(await hand(bea, orders, dan)).toMatchObject({ state: "proposed" });
    expect(await ownersOf(orders)).not.toMatchObject({ ownerIds: [dan.id] });
    expect((await review(bea))?.domains[0]).toMatchObject({ waiting: "Hand on Orders to Dan Tester" });
    for (const none of [bea, adam]) expect(await codeOf(confirm(none))).toBe("not-allowed");
    await confirm(gina);
    expect(await ownersOf(orders)).toMatchObject({ ownerIds: [dan.id], deputyIds: [cleo.id] });
    await hand(bea, stock, dan);
    await confirm(sam);
    expect(await ownersOf(stock)).toMatchObject({ ownerIds: [cleo.id], deputyIds: [dan.id] });
    expect((await review(bea))?.decided).toMatchObject([
      { name: "Orders", to: "Dan Tester", by: "Bea Tester" },
      { name: "Stock", to: "Dan Tester" },
    ]);
  });

  test("hands a seat on as any other, to whom its step asks, and ends with the last decision", async () => {
    const { world, adam, bea, fay, dan, orders, stock, seatId, hand, seat, review } = await afterTheMove();
    expect(await codeOf(seat(adam, bea))).toBe("not-eligible");
    expect(await codeOf(seat(bea, fay))).toBe("not-found");
    await seat(adam, fay);
    expect(await codeOf(seat(adam, fay))).toBe("duplicate");
    const seats = await world.rows("approvalSeats");
    expect(seats.find(({ _id }) => _id === seatId)).toMatchObject({ isPending: false });
    expect(seats.find(({ personId }) => personId === fay.id)).toMatchObject({ isPending: true, source: "manual" });
    await hand(adam, orders, null);
    expect((await review(bea))?.endedAt).toBeNull();
    await hand(bea, stock, null);
    expect((await review(bea))?.endedAt).toEqual(expect.any(Number));
    expect(await codeOf(hand(bea, stock, dan))).toBe("too-late");
  });

  test("leaves what nobody decided about with them, and names it", async () => {
    const { world, ada, adam, bea, orders, dan, hand, review, ownersOf, events, timeIsOver } = await afterTheMove();
    await hand(bea, orders, null);
    const [open] = await world.rows("moveReviews");
    expect(open?.endsAt).toBe((open?.at ?? 0) + MOVE_REVIEW_MS);
    await timeIsOver();
    expect(await codeOf(hand(bea, orders, dan))).toBe("too-late");
    await world.internal(internal.moves.internal.turn, {});
    expect(await review(adam)).toMatchObject({ stays: ["Stock", "REQ-101 Access to the orders"], domains: [] });
    expect(await review(bea)).toMatchObject({ stays: ["Stock"], decided: [{ name: "Orders", to: null }] });
    expect(await ownersOf(orders)).toMatchObject({ ownerIds: [ada.id] });
    expect(await events("person.moveReviewEnded")).toMatchObject([
      { context: { stays: ["Stock", "REQ-101 Access to the orders"] } },
    ]);
  });
});

describe("the end of a review", () => {
  test("names the access nobody decided about, to those who see its request", async () => {
    const { world, ada, adam, bea, review, timeIsOver } = await afterTheMove();
    await aGrant({ world, personId: ada.id });
    await timeIsOver();
    await world.internal(internal.moves.internal.turn, {});
    expect((await review(adam))?.stays).toContain("Orders in dbt");
    expect((await review(bea))?.stays).toEqual(["Orders", "Stock"]);
  });

  test("comes with the next turn of the clock where nothing is left to decide, and not before", async () => {
    const { world, ada, adam, bea, orders, stock, seatId, hand, review } = await afterTheMove();
    const { _id } = await aGrant({ world, personId: ada.id });
    const turn = () => world.internal(internal.moves.internal.turn, {});
    await hand(bea, orders, null);
    await hand(bea, stock, null);
    await world.run((ctx) => ctx.db.patch(seatId, { isPending: false }));
    await turn();
    expect(await review(adam)).toMatchObject({ endedAt: null, accessLeft: 1 });
    await world.run((ctx) => ctx.db.patch(_id, { state: "Revoked" }));
    await turn();
    expect(await review(adam)).toMatchObject({ endedAt: world.now(), stays: [] });
  });
});

describe("nobody decides who gains by it or hangs on them [U10]", () => {
  test("not whoever was moved, by whatever account and role, nor strangers", async () => {
    const { world, ada, cleo, dan, orders, hand, review } = await afterTheMove();
    await world.run((ctx) => ctx.db.patch(ada.id, { roles: ["staff", "governance"] }));
    expect(await codeOf(hand(ada, orders, dan))).toBe("not-eligible");
    expect(await review(ada)).toBeNull();
    const twin = await world.person("ada.two", { email: "ada+two@ao.com", roles: ["staff", "admin"] });
    expect(await codeOf(hand(twin, orders, dan))).toBe("not-eligible");
    expect(await codeOf(hand(cleo, orders, dan))).toBe("not-eligible");
  });

  test("not who managed them before, admin or not", async () => {
    const { world, fay, orders, dan, hand } = await afterTheMove();
    expect(await codeOf(hand(fay, orders, dan))).toBe("not-eligible");
    await world.run((ctx) => ctx.db.patch(fay.id, { roles: ["staff", "superAdmin"] }));
    expect(await codeOf(hand(fay, orders, null))).toBe("not-eligible");
  });

  test("not whose word moved them, by whichever account", async () => {
    const { world, una, kim, orders, dan, hand, review } = await afterTheMove();
    const twin = await world.person("una.two", { email: "una+two@ao.com", roles: ["staff", "admin"] });
    for (const by of [una, kim, twin]) {
      expect(await review(by)).toMatchObject({ whyNot: { code: "not-eligible" } });
      expect(await codeOf(hand(by, orders, dan))).toBe("not-eligible");
      expect(await codeOf(hand(by, orders, null))).toBe("not-eligible");
    }
  });

  test("not who stands in for them, nor whom they just brought in", async () => {
    const { world, ada, adam, bea, orders, dan, hand } = await afterTheMove();
    await world.run(async (ctx) => {
      const at = world.now();
      await ctx.db.insert("delegations", {
        fromId: ada.id,
        toId: bea.id,
        startsAt: at,
        endsAt: at + MOVE_REVIEW_MS,
        reason: "Away",
        phase: "inEffect",
        createdById: ada.id,
      });
      await ctx.db.insert("sponsors", { personId: adam.id, sponsorId: ada.id, why: "invited", at });
    });
    expect(await codeOf(hand(bea, orders, dan))).toBe("not-eligible");
    expect(await codeOf(hand(adam, orders, dan))).toBe("not-eligible");
  });

  test("not whom they looked through the eyes of", async () => {
    const { world, ada, bea, orders, dan, hand } = await afterTheMove();
    const at = world.now();
    await world.run((ctx) =>
      ctx.db.insert("impersonationSessions", {
        realPersonId: ada.id,
        impersonatingUserId: bea.id,
        mode: "view",
        reason: "Support",
        impersonationStartedAt: at - 2,
        impersonationExpiresAt: at - 1,
        endedAt: at - 1,
      }),
    );
    expect(await codeOf(hand(bea, orders, dan))).toBe("not-eligible");
  });

  test("not about a seat held for somebody else", async () => {
    const { world, adam, fay, seatId, seat, review } = await afterTheMove();
    await world.run((ctx) => ctx.db.patch(seatId, { source: "delegation", fromPersonId: fay.id }));
    expect(await review(adam)).toMatchObject({ seats: [], hiddenSeats: 0 });
    expect(await codeOf(seat(adam, null))).toBe("not-found");
  });

  test("not to themselves, to whoever was moved, or to somebody who is not there", async () => {
    const { world, ada, bea, gina, orders, hand } = await afterTheMove();
    const gone = await world.person("gone", { status: "suspended" });
    for (const to of [bea, ada, gone]) expect(await codeOf(hand(bea, orders, to))).toBe("not-eligible");
    expect(await codeOf(hand(gina, orders, gina))).toBe("not-eligible");
  });

  test("not about something else than was shown", async () => {
    const { world, ada, bea, dan, kim, una, orders, stock, hand, confirm } = await afterTheMove();
    for (const to of [dan, null]) expect(await codeOf(hand(bea, orders, to, 1))).toBe("changed-meanwhile");
    await hand(bea, orders, dan);
    await world.run((ctx) => ctx.db.patch(orders, { databases: ["OTHER"], updatedAt: 5 }));
    expect(await codeOf(confirm(kim))).toBe("changed-meanwhile");
    await world.run((ctx) => ctx.db.patch(orders, { ownerIds: [kim.id], deputyIds: [] }));
    expect(await codeOf(confirm(una))).toBe("not-eligible");
    const [review] = await world.rows("moveReviews");
    await world.run(async (ctx) => {
      if (review) await ctx.db.patch(review._id, { at: review.at + 1 });
      await ctx.db.patch(ada.id, { managerId: bea.id });
    });
    expect(await codeOf(hand(bea, stock, null))).toBe("changed-meanwhile");
  });

  test("not who is party to a request about its seat, though they look after requests", async () => {
    const { world, adam, fay, requestId, seat } = await afterTheMove();
    await world.run((ctx) => ctx.db.patch(requestId, { beneficiaryId: adam.id }));
    expect(await codeOf(seat(adam, fay))).toBe("not-eligible");
  });

  test("not by a proposal of their own about the domain: the new manager has no other say in it", async () => {
    const { bea, orders } = await afterTheMove();
    await bea.stepUp();
    const state = { domainId: orders, shownHash: "", to: "archived" as const, reason };
    expect(await codeOf(bea.mutation(api.domains.mutations.setState, state))).toBe("not-found");
  });
});
