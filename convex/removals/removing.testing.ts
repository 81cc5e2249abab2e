/** Removing people in tests: as the form does it, with a sign-in that carries out what it is ordered to. */

import type { FunctionArgs } from "convex/server";
import { api, internal } from "../_generated/api";
import { NOTHING_MORE } from "../core/domains/table";
import type { SignInFound } from "../core/people/signInOrders";
import { aCompany, type Company } from "../people/suspending.testing";
import type { TestPerson } from "../testing/world.testing";

/** What is said where nothing hangs on it. */
export const reason = "Their last day was yesterday";

/** Who takes a kind over instead of the successor of the rest. */
type Successors = FunctionArgs<typeof api.removals.mutations.remove>["successors"];

/** Removing in this world, as the form does it. */
export function removalsIn(world: Company["world"]) {
  const emailOf = async ({ id }: TestPerson): Promise<string> =>
    (await world.rows("people")).find(({ _id }) => _id === id)?.email ?? "";
  const look = async (by: TestPerson, person: TestPerson, successor: TestPerson, successors?: Successors) =>
    await by.query(api.removals.queries.impact, {
      userEmail: await emailOf(person),
      successorId: successor.id,
      ...(successors && { successors }),
    });
  const remove = async (
    by: TestPerson,
    person: TestPerson,
    successor: TestPerson,
    sent: { typed?: string; shownHash?: string; successors?: Successors } = {},
  ) => {
    const userEmail = await emailOf(person);
    const shownHash = sent.shownHash ?? (await look(by, person, successor, sent.successors))?.shownHash ?? "";
    await by.stepUp();
    return await by.mutation(api.removals.mutations.remove, {
      userEmail,
      successorId: successor.id,
      ...(sent.successors && { successors: sent.successors }),
      reason,
      typed: sent.typed ?? userEmail,
      shownHash,
    });
  };
  return { look, remove };
}

/** A company of tests, with areas and domains to hand on and a sign-in beside it. */
export async function aRemovingCompany(env: Record<string, string> = {}) {
  const company = await aCompany(env);
  const { world } = company;
  const anAreaOf = (owner: TestPerson, deputy?: TestPerson) =>
    world.run((ctx) =>
      ctx.db.insert("businessAreas", {
        name: "Pricing",
        code: "PRC",
        costCentre: "47",
        ownerId: owner.id,
        ...(deputy && { deputyId: deputy.id }),
      }),
    );
  const aDomainOf = (owner: TestPerson) =>
    world.run((ctx) =>
      ctx.db.insert("dataDomains", {
        ...NOTHING_MORE,
        key: "orders",
        name: "Orders",
        description: "",
        ownerIds: [owner.id],
        deputyIds: [],
        databases: [],
        roles: [],
        sensitivity: "internal",
        status: "active",
        updatedAt: 0,
      }),
    );
  return { ...company, ...removalsIn(world), ...aSignInBeside(world), anAreaOf, aDomainOf };
}

/** What the sign-in service does beside the portal: accounts by address, enabled where nothing else was ordered. */
export function aSignInBeside(world: Company["world"]) {
  const accounts = new Map<string, SignInFound["account"]>();
  /** Errands that were carried out, as "disable ada@ao.com". */
  const carryOut = async (change: Partial<SignInFound> = {}): Promise<string[]> => {
    const done: string[] = [];
    for (const { _id, errand, email } of await world.rows("signInOrders")) {
      if (!(await world.internal(internal.removals.internal.takeSignInOrder, { id: _id }))) continue;
      if (errand !== "read") accounts.set(email, STATES[errand]);
      const found = { account: accounts.get(email) ?? ("enabled" as const), sessions: 0, links: 0, ...change };
      await world.internal(internal.removals.internal.signInOrderDone, { id: _id, found });
      done.push(`${errand} ${email}`);
    }
    await world.advance(0);
    return done;
  };
  /** What was sent is begun, and the sign-in does what it is asked until nothing is left to do. */
  const settle = async (): Promise<string[]> => {
    const done: string[] = [];
    for (let round = 0; round < 6; round++) {
      await world.internal(internal.workflow.internal.runMonitor, {});
      await world.advance(0);
      done.push(...(await carryOut()));
    }
    return done;
  };
  const taskOf = async (type: string) => (await world.rows("requestTasks")).findLast((task) => task.type === type);
  const requestOf = async (typeId: string) =>
    (await world.rows("requests")).findLast((request) => request.typeId === typeId);
  return { accounts, carryOut, settle, taskOf, requestOf };
}

const STATES = { disable: "disabled", delete: "none", enable: "enabled" } as const;
