/** Somebody at an open browser that is not theirs, or with a stolen token, tries what asks for the password again. */

import { afterEach, describe, expect, test } from "vitest";
import { codeOf, endWorld, tokenOf } from "../../../e2e/support/functions-world";
import { api, internal } from "../../_generated/api";
import { aCase, type Play } from "../../approvals/approvals.testing";
import { impersonate } from "../../approvals/attacks.testing";
import { MINUTE_MS } from "../../lib/pure/time";

afterEach(endWorld);

const { breakGlass } = api.approvals.mutations;
const { recordStepUp, endSession } = internal.people.internal;
const order = (play: Play) => ({ approvalId: play.approvalId, reason: "Month end fails" });

describe("breaking the glass", () => {
  test("needs the password given again, and nothing happens without it", async () => {
    const play = await aCase();
    expect(await codeOf(play.sue.mutation(breakGlass, order(play)))).toBe("step-up-required");
    expect((await play.look()).decisions).toEqual([]);
    await play.sue.stepUp();
    expect(await play.sue.mutation(breakGlass, order(play))).toMatchObject({ state: "Approved" });
  });

  test("five minutes later the password counts no longer", async () => {
    const play = await aCase();
    await play.sue.stepUp();
    await play.world.advance(5 * MINUTE_MS);
    expect(await codeOf(play.sue.mutation(breakGlass, order(play)))).toBe("step-up-required");
  });

  test("the password given in another session, or by another person, does not count", async () => {
    const play = await aCase();
    await play.sam.stepUp();
    await play.world.internal(recordStepUp, {
      tokenIdentifier: play.sue.token.tokenIdentifier ?? "",
      sessionId: "another-session",
    });
    expect(await codeOf(play.sue.mutation(breakGlass, order(play)))).toBe("step-up-required");
    const withoutSession = play.world.as(tokenOf("sue", { sid: "" }));
    expect(await codeOf(withoutSession.mutation(breakGlass, order(play)))).toBe("step-up-required");
  });

  test("a session that changed hands keeps nothing of what its earlier person proved", async () => {
    const play = await aCase();
    await play.world.internal(recordStepUp, {
      tokenIdentifier: play.sam.token.tokenIdentifier ?? "",
      sessionId: "session-of-sue",
    });
    expect(await codeOf(play.sue.mutation(breakGlass, order(play)))).toBe("step-up-required");
  });

  test("never while impersonating, however fresh the password", async () => {
    const play = await aCase();
    await impersonate(play, "ada", "act");
    await play.sam.stepUp();
    expect(await codeOf(play.sam.mutation(breakGlass, order(play)))).toBe("not-while-impersonating");
  });
});

test("the proof is written down, and is not taken for strangers, suspended people or ended sessions", async () => {
  const play = await aCase();
  await play.sue.stepUp();
  const events = (await play.world.rows("auditEvents")).filter(({ action }) => action === "session.steppedUp");
  expect(events).toMatchObject([{ actor: { personId: play.sue.id } }]);
  const refused = (name: string) =>
    codeOf(
      play.world.internal(recordStepUp, {
        tokenIdentifier: `https://portal.test|${name}`,
        sessionId: `session-of-${name}`,
      }),
    );
  expect(await refused("nobody")).toBe("not-linked");
  await play.world.run((ctx) => ctx.db.patch(play.sam.id, { status: "suspended" }));
  expect(await refused("sam")).toBe("not-active");
  await play.world.internal(endSession, { sessionId: "session-of-sue", expiresAt: play.world.now() + MINUTE_MS });
  expect(await refused("sue")).toBe("session-revoked");
});
