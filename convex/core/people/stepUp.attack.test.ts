/** Somebody at an open browser that is not theirs, or with a stolen token, tries what asks for the password again. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { aCase, type Play } from "../../approvals/approvals.testing";
import { impersonate } from "../../approvals/attacks.testing";
import { MINUTE_MS } from "../../lib/pure/time";
import { aCompany } from "../../people/suspending.testing";
import { codeOf, endWorld, tokenOf } from "../../testing/world.testing";

afterEach(endWorld);

const { breakGlass } = api.approvals.mutations;
const { changeRoles } = api.people.mutations;
const { recordStepUp, endSession } = internal.people.internal;
const order = (play: Play) => ({ approvalId: play.approvalId, reason: "Month end fails" });
/** The password of a session's person is reported as right, for what is named. */
const prove = (play: Play, name: string, asked: string, sessionId = `session-of-${name}`) =>
  play.world.internal(recordStepUp, { tokenIdentifier: `https://portal.test|${name}`, sessionId, for: asked });
const glassOf = (play: Play) => `approvals.breakGlass:${play.approvalId}`;

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
    await prove(play, "sue", glassOf(play));
    await play.world.advance(5 * MINUTE_MS);
    expect(await codeOf(play.sue.mutation(breakGlass, order(play)))).toBe("step-up-required");
  });

  test("the password given in another session, or by another person, does not count", async () => {
    const play = await aCase();
    await prove(play, "sam", glassOf(play));
    await prove(play, "sue", glassOf(play), "another-session");
    expect(await codeOf(play.sue.mutation(breakGlass, order(play)))).toBe("step-up-required");
    const withoutSession = play.world.as(tokenOf("sue", { sid: "" }));
    expect(await codeOf(withoutSession.mutation(breakGlass, order(play)))).toBe("step-up-required");
  });

  test("a session that changed hands keeps nothing of what its earlier person proved", async () => {
    const play = await aCase();
    await prove(play, "sam", glassOf(play), "session-of-sue");
    expect(await codeOf(play.sue.mutation(breakGlass, order(play)))).toBe("step-up-required");
  });

  test("never while impersonating, however fresh the password", async () => {
    const play = await aCase();
    await impersonate(play, "ada", "act");
    await play.sam.stepUp();
    expect(await codeOf(play.sam.mutation(breakGlass, order(play)))).toBe("not-while-impersonating");
  });
});

describe("a password given for one thing", () => {
  test("does not count for another purpose", async () => {
    const play = await aCase();
    await prove(play, "sue", `proposal.confirm:${play.approvalId}`);
    expect(await codeOf(play.sue.mutation(breakGlass, order(play)))).toBe("step-up-required");
    await prove(play, "sue", glassOf(play));
    expect(await play.sue.mutation(breakGlass, order(play))).toMatchObject({ state: "Approved" });
  });

  test("does not count for another target, or for all of them", async () => {
    const play = await aCase();
    await prove(play, "sue", "approvals.breakGlass:another");
    await prove(play, "sue", "approvals.breakGlass:");
    expect(await codeOf(play.sue.mutation(breakGlass, order(play)))).toBe("step-up-required");
  });

  test("does not count for another change of the same person", async () => {
    const { world, sam, ada } = await aCompany();
    const roles = (role: "admin" | "finops") => ({
      personId: ada.id,
      roles: ["staff" as const, role],
      reason: "Asked",
    });
    const refusal = await sam.mutation(changeRoles, roles("finops")).catch((error: unknown) => error);
    const { for: asked, message } = (refusal as { data: { for: string; message: string } }).data;
    expect([asked.startsWith(`person.roles:${ada.id}/`), message]).toEqual([
      true,
      "Enter your password again to change somebody's roles. It is valid only for this, for 5 minutes.",
    ]);
    const tokenIdentifier = sam.token.tokenIdentifier ?? "";
    await world.internal(recordStepUp, { tokenIdentifier, sessionId: "session-of-sam", for: asked });
    expect(await codeOf(sam.mutation(changeRoles, roles("admin")))).toBe("step-up-required");
    expect(await sam.mutation(changeRoles, roles("finops"))).toMatchObject({ state: "proposed" });
  });

  test("counts for what was asked before, too, while it is fresh", async () => {
    const play = await aCase();
    await prove(play, "sue", glassOf(play));
    await prove(play, "sue", "config.hours:");
    expect(await play.sue.mutation(breakGlass, order(play))).toMatchObject({ state: "Approved" });
  });

  test.each(["anything:else", "review.remove:1", "config.set", "", `config.set:${"x".repeat(300)}`])(
    "that the portal never asks for proves nothing (%#)",
    async (asked) => {
      const play = await aCase();
      expect(await codeOf(prove(play, "sue", asked))).toBe("invalid-input");
      expect(await play.world.rows("stepUps")).toEqual([]);
    },
  );
});

test("the proof is written down with what it was for, and is not taken for strangers, suspended people or ended sessions", async () => {
  const play = await aCase();
  await prove(play, "sue", glassOf(play));
  const events = (await play.world.rows("auditEvents")).filter(({ action }) => action === "session.steppedUp");
  expect(events).toMatchObject([
    { actor: { personId: play.sue.id }, context: { for: "use break-glass approval", about: play.approvalId } },
  ]);
  const refused = (name: string) => codeOf(prove(play, name, glassOf(play)));
  expect(await refused("nobody")).toBe("not-linked");
  await play.world.run((ctx) => ctx.db.patch(play.sam.id, { status: "suspended" }));
  expect(await refused("sam")).toBe("not-active");
  await play.world.internal(endSession, { sessionId: "session-of-sue", expiresAt: play.world.now() + MINUTE_MS });
  expect(await refused("sue")).toBe("session-revoked");
});
