/**
 * Every path that can move an approval against every invariant it could break. A path is how somebody
 * gets to decide; an attack prepares a world in which that decision must not be made. Each cell runs for
 * real: the path's own functions on the whole backend, and afterwards the rows are looked at.
 */

import { afterAll, afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { loadRequest } from "../core/requests/model";
import { tasksOf } from "../core/tasks/model";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import * as deciding from "../process/approving/decide";
import { stepNow } from "../process/requests.testing";
import { completeTask } from "../process/settling/model";
import { cancelRequest } from "../process/settling/requestMoves";
import { resolveTask } from "../process/settling/taskMoves";
import { codeOf, endWorld } from "../testing/world.testing";
import { aCase, type CastName, type Play, type Scene } from "./approvals.testing";
import {
  edit,
  editAs,
  editImpersonating,
  impersonate,
  leave,
  offerType,
  promote,
  record,
  suspend,
} from "./attacks.testing";

afterEach(endWorld);

const { decide, decideMany, delegate, reassign, breakGlass, takeBack } = api.approvals.mutations;

/** What came of an attempt: refused with a code, or done. */
type Outcome = string;
const attempt = async (call: Promise<unknown>): Promise<Outcome> =>
  codeOf(call).catch((error: Error) => (error.message === "The call was allowed" ? "done" : `error: ${error.message}`));

/** How somebody who must not gets to decide. Answers what the path said. */
interface Path {
  readonly name: string;
  /** What a world needs for the path; the seats stay the finops people's. */
  readonly scene?: Scene;
  readonly tries: (play: Play, who: CastName) => Promise<Outcome>;
}

const plain =
  (play: Play, who: CastName, verdict: "approve" | "reject" = "approve") =>
  async () =>
    play.people[who].mutation(decide, { ...(await play.shown()), verdict, comment: "It is needed" });

/** Somebody arranges who stands in for bob, who is absent. */
const arrange = (play: Play, who: CastName, to: CastName) =>
  play.people[who].mutation(delegate, {
    fromId: play.bob.id,
    toId: play.people[to].id,
    startsAt: Date.UTC(2026, 2, 2, 8),
    endsAt: Date.UTC(2026, 2, 20),
    reason: "Ill",
  });

const PATHS: readonly Path[] = [
  { name: "the screen", tries: async (play, who) => attempt(plain(play, who)()) },
  { name: "rejecting on the screen", tries: async (play, who) => attempt(plain(play, who, "reject")()) },
  {
    name: "a bulk decision",
    tries: async (play, who) => {
      const results = play.people[who].mutation(decideMany, {
        typeKey: "test",
        items: [await play.shown()],
        verdict: "approve",
        comment: "",
      });
      try {
        const [one] = await results;
        return (one?.refusal as { code: string } | null)?.code ?? "done";
      } catch {
        return await attempt(results);
      }
    },
  },
  {
    name: "a delegation",
    tries: async (play, who) => {
      const window = { startsAt: Date.UTC(2026, 2, 2, 8), endsAt: Date.UTC(2026, 2, 20), reason: "On leave" };
      if (who !== "cleo") await attempt(play.cleo.mutation(delegate, { toId: play.people[who].id, ...window }));
      return await attempt(plain(play, who)());
    },
  },
  {
    name: "a delegation they arrange for themselves",
    tries: async (play, who) => {
      await attempt(arrange(play, who, who));
      return await attempt(plain(play, who)());
    },
  },
  {
    name: "a delegation arranged by an admin",
    tries: async (play, who) => {
      await attempt(arrange(play, "adam", who));
      return await attempt(plain(play, who)());
    },
  },
  {
    name: "an escalation",
    scene: { steps: [{ escalateTo: { kind: "role", role: "finops" }, escalateAfterHours: 1 }] },
    tries: async (play, who) => {
      await play.world.advance(HOUR_MS);
      await play.tick();
      return await attempt(plain(play, who)());
    },
  },
  {
    name: "a seat handed over by an admin",
    tries: async (play, who) => {
      await attempt(
        play.adam.mutation(reassign, {
          approvalId: play.approvalId,
          toId: play.people[who].id,
          reason: "manual",
          comment: "Please",
        }),
      );
      return await attempt(plain(play, who)());
    },
  },
  {
    name: "a seat handed over by a colleague",
    tries: async (play, who) => {
      const seat = (await play.look()).seats.find(({ personId, isPending }) => personId === play.cleo.id && isPending);
      if (who !== "cleo" && seat)
        await attempt(
          play.cleo.mutation(reassign, {
            approvalId: play.approvalId,
            seatId: seat._id,
            toId: play.people[who].id,
            reason: "manual",
            comment: "Please",
          }),
        );
      return await attempt(plain(play, who)());
    },
  },
  {
    name: "a seat they name themselves for",
    tries: async (play, who) => {
      await attempt(
        play.people[who].mutation(reassign, {
          approvalId: play.approvalId,
          toId: play.people[who].id,
          reason: "manual",
          comment: "Mine",
        }),
      );
      return await attempt(plain(play, who)());
    },
  },
  {
    name: "a seat an admin takes from its holder",
    tries: async (play, who) => {
      for (const by of ["adam", who] as const) {
        const seat = (await play.look()).seats.find(({ personId, isPending }) => personId === play.bob.id && isPending);
        await attempt(
          play.people[by].mutation(reassign, {
            approvalId: play.approvalId,
            seatId: seat?._id,
            toId: play.people[who].id,
            reason: "outOfOffice",
            comment: "Ill",
          }),
        );
      }
      return await attempt(plain(play, who)());
    },
  },
  {
    name: "the admin tools for tasks",
    tries: async (play, who) => {
      const move = (step: "complete" | "resolve") =>
        play.world.run(async (ctx) => {
          const [task] = await tasksOf(ctx, play.requestId);
          const person = await ctx.db.get(play.people[who].id);
          if (!task || !person) throw new Error("Nothing to move");
          if (step === "complete") await completeTask(stepNow(ctx), task, { note: person.firstName });
          else await resolveTask(stepNow(ctx), task, "Manual", "None");
        });
      const outcomes = [await attempt(move("complete")), await attempt(move("resolve"))];
      return outcomes.find((outcome) => outcome === "done") ?? outcomes[0] ?? "done";
    },
  },
  {
    name: "the scheduler",
    tries: async (play, who) =>
      attempt(
        play.world.run(async (ctx) => {
          const person = await ctx.db.get(play.people[who].id);
          if (person)
            await deciding.decide(stepNow(ctx), {
              approvalId: play.approvalId,
              verdict: "approve",
              comment: "",
              decider: { person, isImpersonating: false },
            });
        }),
      ),
  },
  {
    name: "an impersonation, looking",
    tries: async (play, who) => (
      await impersonate(play, who, "view"),
      attempt(play.sam.mutation(decide, { ...(await play.shown()), verdict: "approve", comment: "" }))
    ),
  },
  {
    name: "an impersonation, acting",
    tries: async (play, who) => (
      await impersonate(play, who, "act"),
      attempt(play.sam.mutation(decide, { ...(await play.shown()), verdict: "approve", comment: "" }))
    ),
  },
  {
    name: "a replayed message",
    tries: async (play, who) => {
      const shown = await play.shown();
      const send = () => attempt(play.people[who].mutation(decide, { ...shown, verdict: "approve", comment: "" }));
      await send();
      return await send();
    },
  },
  {
    name: "editing the answers first",
    tries: async (play, who) => {
      await offerType(play);
      // Only the requester gets that far; nobody else's edit changes anything.
      const edits = await attempt(editAs(play, who));
      if ((await play.look()).request.requesterId !== play.people[who].id) expect(edits).not.toBe("done");
      return await attempt(plain(play, who)());
    },
  },
  {
    name: "break-glass",
    tries: async (play, who) => {
      await promote(play, who);
      // Whoever may not enter at all cannot prove anything either; the rest gives the password again.
      await play.people[who].stepUp().catch(() => undefined);
      return await attempt(play.people[who].mutation(breakGlass, { approvalId: play.approvalId, reason: "Urgent" }));
    },
  },
  {
    name: "taking back",
    tries: async (play, who) =>
      attempt(play.people[who].mutation(takeBack, { approvalId: play.approvalId, reason: "No" })),
  },
];

/** A world in which `who` must not decide, and what must still be true of it. */
interface Attack {
  readonly invariant: string;
  readonly name: string;
  readonly who: CastName;
  readonly scene?: Scene;
  readonly prepare?: (play: Play) => Promise<unknown>;
  /** Paths on which what is attempted is allowed, or means something else. */
  readonly allowedOn?: readonly string[];
  /** The clock has not run since: the rows still hold what the guard must not trust. */
  readonly isBeforeClock?: boolean;
}

const ATTACKS: readonly Attack[] = [
  { invariant: "A1", name: "the requester", who: "ada", scene: { requester: "ada" } },
  { invariant: "A1", name: "the beneficiary", who: "ada", scene: { beneficiary: "ada" } },
  { invariant: "A1", name: "the last editor of the form", who: "ada", prepare: (play) => edit(play, "ada") },
  {
    invariant: "A1",
    name: "an impersonator who edited the answers as the requester",
    who: "ada",
    prepare: (play) => editImpersonating(play, "ada", "rita"),
  },
  {
    invariant: "A1",
    name: "an impersonator of the requester",
    who: "ada",
    prepare: (play) => record(play, "ada", "rita"),
  },
  {
    invariant: "A1",
    name: "an impersonator of the beneficiary",
    who: "ada",
    prepare: (play) => record(play, "ada", "ben"),
  },
  {
    invariant: "A1",
    name: "who looked through the eyes of somebody who is asked beside them",
    who: "ada",
    prepare: (play) => record(play, "ada", "bob"),
  },
  {
    invariant: "A1",
    name: "whom an admin chooses to decide about their own request",
    who: "zoe",
    scene: { requester: "adam" },
    allowedOn: ["a delegation", "a seat handed over by a colleague", "break-glass"],
  },
  {
    invariant: "A1",
    name: "whom an admin chooses to decide about what is for them",
    who: "zoe",
    scene: { beneficiary: "adam" },
    allowedOn: ["a delegation", "a seat handed over by a colleague", "break-glass"],
  },
  {
    invariant: "A2",
    name: "a human who decided this step already",
    who: "ada",
    scene: { steps: [{ quorum: { kind: "count", count: 3 } }] },
    prepare: (play) => plain(play, "ada")(),
    // Taking back needs an approved approval, and the glass is another kind of decision than the seat's.
    allowedOn: ["break-glass"],
  },
  {
    invariant: "A2",
    name: "a human who decided an earlier step",
    who: "ada",
    scene: { steps: [{}, { quorum: { kind: "count", count: 2 } }], policy: { distinctSteps: true } },
    prepare: (play) => plain(play, "ada")(),
  },
  {
    invariant: "A3",
    name: "one person where two are needed",
    who: "cleo",
    scene: { requester: "ada", beneficiary: "bob", steps: [{ quorum: { kind: "count", count: 2 } }] },
    allowedOn: [
      "the screen",
      "rejecting on the screen",
      "a bulk decision",
      "a delegation",
      "an escalation",
      "a seat handed over by an admin",
      "a seat handed over by a colleague",
      "a delegation they arrange for themselves",
      "a delegation arranged by an admin",
      "a seat they name themselves for",
      "a seat an admin takes from its holder",
      "the scheduler",
      "editing the answers first",
      "break-glass",
      "a replayed message",
    ],
  },
  {
    invariant: "A4",
    name: "time that passed",
    who: "ada",
    prepare: async (play) => (await play.world.advance(30 * DAY_MS), await play.tick()),
  },
  {
    invariant: "A5",
    name: "somebody who only has the link",
    who: "zoe",
    allowedOn: ["a delegation", "a seat handed over by a colleague", "break-glass"],
  },
  {
    invariant: "A5",
    name: "governance that does not see the request",
    who: "gwen",
    allowedOn: ["a delegation", "a seat handed over by a colleague", "break-glass"],
  },
  {
    invariant: "A1",
    name: "an admin who has no seat",
    who: "adam",
    allowedOn: ["a delegation", "a seat handed over by a colleague", "break-glass"],
  },
  {
    invariant: "A6",
    name: "an approver after the request was cancelled",
    who: "ada",
    prepare: (play) =>
      play.world.run(
        async (ctx) => void (await cancelRequest(stepNow(ctx), await loadRequest(ctx, play.requestId), "Not needed")),
      ),
  },
  {
    invariant: "A7",
    name: "an approver after a rejection",
    who: "ada",
    prepare: (play) => plain(play, "bob", "reject")(),
  },
  {
    invariant: "A8",
    name: "an approver who was suspended",
    who: "ada",
    prepare: (play) => leave(play, "ada", "suspended"),
  },
  {
    invariant: "A8",
    name: "an approver who was suspended a moment ago",
    who: "ada",
    prepare: (play) => suspend(play, "ada", "suspended"),
    isBeforeClock: true,
  },
  {
    invariant: "A8",
    name: "an approver who was removed",
    who: "ada",
    prepare: (play) => leave(play, "ada", "removed"),
  },
  {
    invariant: "A9",
    name: "nobody, by a policy that does not cover it",
    who: "ada",
    scene: {
      requester: "ada",
      risk: "high",
      form: { durationDays: 3 },
      policy: { autoApprove: { policyId: "short", version: 1, maxDurationDays: 30 } },
    },
  },
];

const cells = ATTACKS.flatMap((attack) =>
  PATHS.map((path) => ({ attack, path, invariant: attack.invariant, who: attack.name, by: path.name })),
);
let ran = 0;

describe("path by invariant: nobody who must not decides, and what was decided stands [A7]", () => {
  test.each(cells)("$invariant holds against $who, by $by", async ({ attack, path }) => {
    const play = await aCase(merged(attack.scene, path.scene));
    await attack.prepare?.(play);
    const before = await play.look();
    const outcome = await path.tries(play, attack.who);
    const after = await play.look();
    const isAllowed = attack.allowedOn?.includes(path.name) ?? false;
    if (!isAllowed) {
      expect(outcome).not.toBe("done");
      expect(outcome).not.toMatch(/^error/);
      // Nobody who must not decided anything, and what was decided before stands (A7).
      expect(after.decisions.map(({ _id }) => _id)).toEqual(before.decisions.map(({ _id }) => _id));
    }
    expectInvariants(attack, before, after, path);
    ran += 1;
  });

  afterAll(() => {
    process.stdout.write(
      `approval matrix: ${PATHS.length} paths x ${ATTACKS.length} attacks = ${cells.length} cells, ${ran} ran\n`,
    );
    expect(ran).toBe(cells.length);
  });
});

type Look = Awaited<ReturnType<Play["look"]>>;

/** What is true of the rows whatever was tried. */
function expectInvariants(attack: Attack, before: Look, after: Look, path: Path): void {
  const parties = new Set<Id<"people">>([
    after.request.requesterId,
    after.request.beneficiaryId,
    after.request.lastEditorId ?? after.request.requesterId,
  ]);
  for (const decision of after.decisions) {
    // A1 of the rows: no party to the request ever stands behind a decision.
    if (decision.at >= (after.request.submittedAt ?? 0) && decision.formHash === after.request.formHash)
      expect(parties.has(decision.decidedById as Id<"people">)).toBe(false);
    expect(decision.decidedByPolicy).toBeUndefined();
  }
  expect(
    before.decisions.every((old) =>
      after.decisions.some((now) => now._id === old._id && now.verdict === old.verdict && now.comment === old.comment),
    ),
  ).toBe(true);
  const approving = new Set(
    after.decisions.filter(({ verdict }) => verdict === "approve").map(({ decidedById }) => decidedById),
  );
  const broke = after.decisions.some(({ verdict }) => verdict === "breakGlass");
  if (after.approval.state === "Approved" && !broke)
    expect(approving.size).toBeGreaterThanOrEqual(Math.max(...after.steps.map(({ required }) => required ?? 1)));
  if (attack.invariant === "A3" && !broke) expect(after.approval.state).not.toBe("Approved");
  if (attack.invariant === "A4") expect([after.approval.state, after.decisions.length]).toEqual(["Expired", 0]);
  // A6: approval and task end together.
  const ended = after.approval.state !== "Pending";
  expect(ended, `${path.name}: approval ${after.approval.state}, task ${after.tasks[0]}`).toBe(
    after.tasks[0] !== "Running",
  );
  if (ended) expect(after.asked).toEqual([]);
  // A8: nobody who is not active is asked once the clock has run.
  if (attack.invariant === "A8" && !attack.isBeforeClock) expect(after.asked).not.toContain(attack.who);
}

function merged(a: Scene = {}, b: Scene = {}): Scene {
  const steps = (a.steps ?? [{}]).map((step) => ({ ...b.steps?.[0], ...step }));
  return { ...b, ...a, steps };
}
