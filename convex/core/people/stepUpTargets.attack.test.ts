/** A password that was given for one of two things, of which the other is then tried, wherever one is asked for. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { aCase } from "../../approvals/approvals.testing";
import { aFinanceCase } from "../../areas/deciding.testing";
import { anOffice } from "../../impersonation/impersonation.testing";
import { MINUTE_MS } from "../../lib/pure/time";
import { aCompany, type Company } from "../../people/suspending.testing";
import { seenOf } from "../../process/confirming/proposing";
import { aRemovingCompany } from "../../removals/removing.testing";
import { codeOf, endWorld, refusalBy, type TestPerson } from "../../testing/world.testing";

afterEach(endWorld);

const reason = "Asked for by everybody";

/** Two things of one kind that this person may do, each with the password. */
interface Scene {
  readonly world: Company["world"];
  readonly by: TestPerson;
  readonly one: () => Promise<unknown>;
  readonly other: () => Promise<unknown>;
  /** Nobody has both at once, so whoever tries the other has done the one. */
  readonly isOneDone?: boolean;
}

const prove = (world: Scene["world"], { token }: TestPerson, asked: string) =>
  world.internal(internal.people.internal.recordStepUp, {
    tokenIdentifier: token.tokenIdentifier ?? "",
    sessionId: String(token.sid),
    for: asked,
  });

/** Every place that asks for the password for one of several things, by its file and the call in it. */
const SCENES: Readonly<Record<string, () => Promise<Scene>>> = {
  'approvals/mutations.ts "approvals.breakGlass", input.approvalId': async () => {
    const play = await aCase();
    const requestId = await play.another();
    const second = (await play.world.rows("approvals")).find((row) => row.requestId === requestId)?._id ?? "";
    const glass = (approvalId: string) => () =>
      play.sue.mutation(api.approvals.mutations.breakGlass, { approvalId, reason });
    return { world: play.world, by: play.sue, one: glass(play.approvalId), other: glass(second) };
  },
  'config/mutations.ts "config.set", key': async () => {
    const { world, sam } = await aCompany();
    const set = (key: string) => () =>
      sam.mutation(api.config.mutations.set, { key, value: 2, reason, shownVersion: 0 });
    return { world, by: sam, one: set("invitations.reminderDays"), other: set("support.remindDays") };
  },
  'impersonation/mutations.ts "impersonation.start", wish.personId': async () => {
    const { world, sam, ada, bea } = await anOffice();
    const start = (person: TestPerson) => () =>
      sam.mutation(api.impersonation.mutations.start, { personId: person.id, reason, minutes: 30 });
    return { world, by: sam, one: start(ada), other: start(bea) };
  },
  'impersonation/mutations.ts "impersonation.act", sessionId': async () => {
    const { world, sam, ada, begin, stop } = await anOffice();
    const act = (sessionId: Awaited<ReturnType<typeof begin>>) => () =>
      sam.mutation(api.impersonation.mutations.act, { sessionId, reason });
    const first = await begin();
    const other = async () => {
      await act(first)();
      await stop(first);
      await prove(world, sam, `impersonation.start:${ada.id}`);
      const wish = { personId: ada.id, reason, minutes: 30 };
      const second = await sam.mutation(api.impersonation.mutations.start, wish);
      sam.shows(second);
      return await act(second)();
    };
    return { world, by: sam, one: act(first), other, isOneDone: true };
  },
  'people/mutations.ts "people.file", hash': async () => {
    const { world, sam, adam, gina } = await aCompany();
    await world.run((ctx) => ctx.db.insert("businessAreas", { name: "Legal", code: "LEG", costCentre: "1" }));
    const load = (person: TestPerson) => async () => {
      const text = `email,business_area,last_day\n${person.token.email},,10/03/2026`;
      const { hash } = await sam.query(api.people.queries.previewImport, { text });
      return await sam.mutation(api.people.mutations.importFile, { text, hash });
    };
    return { world, by: sam, one: load(adam), other: load(gina) };
  },
  "people/mutations.ts change.kind, stepUpTarget(change)": async () => {
    const { world, sam, ada } = await aCompany();
    const give = (role: "admin" | "finops") => () =>
      sam.mutation(api.people.mutations.changeRoles, { personId: ada.id, roles: ["staff", role], reason });
    return { world, by: sam, one: give("finops"), other: give("admin") };
  },
  "process/confirming/door.ts change.kind, stepUpTarget(change)": async () => {
    const play = await aFinanceCase();
    const { name, code, costCentre, updatedAt } = await play.row();
    const save = (owner: TestPerson) => () =>
      play.sue.mutation(api.areas.mutations.save, {
        ...{ areaId: play.financeId, shownAt: updatedAt, saveKey: owner.id, reason, name, code, costCentre },
        ...{ ownerId: owner.id, deputyId: null, approverId: null, budget: null },
      });
    return { world: play.world, by: play.sue, one: save(play.zoe), other: save(play.cleo) };
  },
  'proposals/mutations.ts "proposal.confirm", proposal._id': async () => {
    const { world, sam, una, ada, fay, give } = await aCompany();
    await give(sam, ada, "admin");
    await give(sam, fay, "governance");
    const [first, second] = (await world.rows("proposals")).map(({ _id }) => _id);
    const confirm =
      (proposalId = "") =>
      async () => {
        const proposal = (await world.rows("proposals")).find(({ _id }) => _id === proposalId);
        const seen = proposal && (await world.run((ctx) => seenOf(ctx, proposal.change, proposal)));
        const shownHash = seen?.shownHash ?? "";
        return await una.mutation(api.proposals.mutations.confirm, { proposalId, shownHash });
      };
    return { world, by: una, one: confirm(first), other: confirm(second) };
  },
  "removals/mutations.ts change.kind, stepUpTarget(change)": async () => {
    const { world, sam, ada, fay, adam, look } = await aRemovingCompany();
    const remove = (person: TestPerson) => async () => {
      const userEmail = String(person.token.email);
      const shownHash = (await look(sam, person, adam))?.shownHash ?? "";
      const form = { userEmail, successorId: adam.id, reason, typed: userEmail, shownHash };
      return await sam.mutation(api.removals.mutations.remove, form);
    };
    return { world, by: sam, one: remove(ada), other: remove(fay) };
  },
};

test.each(Object.entries(SCENES))("a password for one thing does none of the others: %s", async (_place, scene) => {
  const { world, by, one, other, isOneDone = false } = await scene();
  // Nobody has their password at hand any more.
  await world.advance(6 * MINUTE_MS);
  const { code, for: asked } = await refusalBy(one());
  expect(code).toBe("step-up-required");
  await prove(world, by, String(asked));
  expect(await codeOf(other())).toBe("step-up-required");
  if (!isOneDone) await one();
});

/** A place that asks, with its purpose and target. */
const CALL = /requireStepUp\(\s*(?:\w+\.)*ctx,\s*[\w.()]+,\s*([^;]*?),?\s*\);/g;

test("no other place asks for the password for one of several things", () => {
  const sources = import.meta.glob<string>("../../**/*.ts", { query: "?raw", import: "default", eager: true });
  const places = Object.entries(sources).flatMap(([path, text]) =>
    path.includes(".test.") || path.endsWith("/stepUp.ts")
      ? []
      : [...text.matchAll(CALL)].map(([, call = ""]) => `${path.replace("../../", "")} ${call}`),
  );
  // None is written in a way that is not understood here.
  const calls = Object.entries(sources).flatMap(([path, text]) =>
    path.includes(".test.") || path.endsWith("/stepUp.ts") ? [] : (text.match(/requireStepUp\(/g) ?? []),
  );
  expect(places).toHaveLength(calls.length);
  const ofSeveral = places.filter((place) => place.includes(", "));
  expect(ofSeveral.toSorted()).toEqual(Object.keys(SCENES).toSorted());
});
