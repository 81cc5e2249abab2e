/** One human has two accounts of one mailbox, from before the check at sign-up, and wants to count twice. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { createApproval } from "../core/approvals/model";
import { createTask } from "../core/tasks/model";
import { mailboxOf } from "../lib/pure/mailbox";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aCase, approve, type CastName, type Play } from "./approvals.testing";

afterEach(endWorld);

/** The second account turns out to be the first one's human. */
async function isTwin(play: Play, second: CastName, first: CastName): Promise<void> {
  const email = `${first}+second@ao.com`;
  await play.world.run((ctx) => ctx.db.patch(play.people[second].id, { email, mailbox: mailboxOf(email) }));
}

/** The same case as it is opened when the portal knows the two accounts. */
async function openedWithTwin(play: Play, second: CastName, first: CastName): Promise<Play> {
  await isTwin(play, second, first);
  const requestId = await play.another();
  const approval = (await play.world.rows("approvals")).find((row) => row.requestId === requestId);
  if (!approval) throw new Error("The request waits for approval");
  return { ...play, requestId, approvalId: approval._id };
}

const reasonsOf = async (play: Play) =>
  (await play.world.rows("approvalSteps"))
    .find(({ approvalId }) => approvalId === play.approvalId)
    ?.exclusions.map(({ reason }) => reason);
const seated = async (play: Play) =>
  (await play.world.rows("approvalSeats"))
    .filter(({ approvalId }) => approvalId === play.approvalId)
    .map(({ personId }) => personId);

test("whoever broke the glass on one approval is not asked about the next, where people have to be distinct (A2)", async () => {
  const play = await aCase({ policy: { distinctSteps: true } });
  const { approval, request } = await play.look();
  const nextId = await play.world.run(async (ctx) => {
    const at = play.world.now();
    const taskId = await createTask(ctx, request._id, { type: "approve_access", order: 1 }, at);
    const rule = { kind: "role", role: "superAdmin" } as const;
    const policy = { ...approval.policy, steps: approval.policy.steps.map((step) => ({ ...step, rule })) };
    const { typeKey, formHash } = approval;
    return await createApproval(ctx, { taskId, requestId: request._id, typeKey, formHash, policy }, at);
  });
  await play.sue.stepUp();
  await play.sue.mutation(api.approvals.mutations.breakGlass, {
    approvalId: play.approvalId,
    reason: "Month end fails",
  });
  const asked = (await play.world.rows("approvalSeats")).filter(({ approvalId }) => approvalId === nextId);
  expect(asked.map(({ personId }) => personId)).toEqual([play.sam.id]);
  const word = { approvalId: nextId, verdict: "approve", comment: "Fine" } as const;
  expect(await codeOf(play.sue.mutation(api.approvals.mutations.decide, word))).toBe("not-eligible");
});

describe("the second account", () => {
  test.each(["rita", "ben"] as const)(
    "of %s, a party to the request, decides nothing and gets no seat",
    async (party) => {
      const play = await aCase();
      await isTwin(play, "ada", party);
      expect(await codeOf(approve(play, "ada"))).toBe("not-eligible");
      expect((await play.look()).approval.state).toBe("Pending");
      expect(await seated(await openedWithTwin(play, "ada", party))).toEqual([play.bob.id, play.cleo.id]);
    },
  );

  test("of somebody who approved does not make it two", async () => {
    const play = await aCase({ steps: [{ quorum: { kind: "count", count: 2 } }] });
    await isTwin(play, "bob", "ada");
    await approve(play, "ada");
    expect(await codeOf(approve(play, "bob"))).toBe("already-decided");
    expect((await play.look()).approval.state).toBe("Pending");
    await approve(play, "cleo");
    expect((await play.look()).approval.state).toBe("Approved");
  });

  test("whose approval is there from before counts with the first one's as one", async () => {
    const play = await aCase({ steps: [{ quorum: { kind: "count", count: 3 } }] });
    await approve(play, "ada");
    await approve(play, "bob");
    await isTwin(play, "bob", "ada");
    await approve(play, "cleo");
    expect((await play.look()).approval.state).toBe("Pending");
  });

  test("has no seat of its own, and “all of them” does not wait for it", async () => {
    const play = await aCase({ steps: [{ quorum: { kind: "all" } }] });
    const opened = await openedWithTwin(play, "bob", "ada");
    expect(await seated(opened)).toEqual([play.ada.id, play.cleo.id]);
    expect(await reasonsOf(opened)).toContain("Is an approver with another account");
  });

  test("decides no later step where the policy wants distinct people", async () => {
    const play = await aCase({
      policy: { distinctSteps: true },
      steps: [
        { rule: { kind: "role", role: "finops" } },
        { rule: { kind: "role", role: "governance" }, fallback: { kind: "role", role: "admin" } },
      ],
    });
    await isTwin(play, "gwen", "ada");
    await approve(play, "ada");
    expect((await play.look()).asked).toEqual(["adam"]);
    expect(await codeOf(approve(play, "gwen"))).toBe("not-found");
  });

  test("that had its seat in the later step before is refused, too", async () => {
    const play = await aCase({
      policy: { distinctSteps: true },
      steps: [{ rule: { kind: "role", role: "finops" } }, { rule: { kind: "role", role: "governance" } }],
    });
    await approve(play, "ada");
    await isTwin(play, "gwen", "ada");
    expect(await codeOf(approve(play, "gwen"))).toBe("not-eligible");
  });

  test("is not named by the first one to decide alone", async () => {
    const play = await aCase({ steps: [{ fallback: { kind: "role", role: "governance" } }] });
    await isTwin(play, "gwen", "adam");
    const name = play.adam.mutation(api.approvals.mutations.reassign, {
      approvalId: play.approvalId,
      toId: play.gwen.id,
      reason: "manual",
      comment: "Please",
    });
    expect(await codeOf(name)).toBe("not-eligible");
  });

  test("stands in for nobody who has a seat already by the first one", async () => {
    const play = await aCase({ steps: [{ quorum: { kind: "all" } }] });
    await isTwin(play, "zoe", "ada");
    await play.bob.mutation(api.approvals.mutations.delegate, {
      toId: play.zoe.id,
      startsAt: play.world.now(),
      endsAt: play.world.now() + DAY_MS,
      reason: "Leave",
    });
    expect((await play.look()).asked).toEqual(["ada", "bob", "cleo"]);
  });

  test("does not review a break-glass approval of the first one", async () => {
    const play = await aCase();
    await isTwin(play, "sam", "sue");
    await play.sue.stepUp();
    await play.sue.mutation(api.approvals.mutations.breakGlass, {
      approvalId: play.approvalId,
      reason: "The close stands still",
    });
    expect(
      await codeOf(
        play.sam.mutation(api.approvals.mutations.review, {
          approvalId: play.approvalId,
          isJustified: true,
          comment: "Fine",
        }),
      ),
    ).toBe("not-eligible");
    await play.gwen.mutation(api.approvals.mutations.review, {
      approvalId: play.approvalId,
      isJustified: true,
      comment: "Fine",
    });
  });
});
