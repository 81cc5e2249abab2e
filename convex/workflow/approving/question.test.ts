/** A question to the requester, and the approvals of the request it is about. */
import { afterEach, describe, expect, test } from "vitest";
import { endWorld } from "../../../e2e/support/functions-world";
import { api } from "../../_generated/api";
import { aCase, approve } from "../../approvals/approvals.testing";
import { HOUR_MS } from "../../lib/pure/time";

afterEach(endWorld);

const { askInfo } = api.approvals.mutations;

describe("while a question is open", () => {
  test("the clock of a step that opens stands still, and runs its whole time from the answer on", async () => {
    const play = await aCase({ steps: [{}, { title: "Second", remindAfterHours: 2, escalateAfterHours: 12, expireAfterHours: 24 }] });
    await play.ada.mutation(askInfo, { ...(await play.shown()), comment: "Which warehouse?" });
    await approve(play, "bob");
    await play.world.advance(25 * HOUR_MS);
    await play.tick();
    expect(await play.look()).toMatchObject({ outcome: "Pending, Needs info, Running", active: { policy: { title: "Second" } } });
    expect((await play.look()).active).not.toHaveProperty("remindedAt");
    await play.rita.mutation(api.requests.mutations.answer, { requestId: play.requestId, body: "The one of Logistics." });
    await play.world.advance(23 * HOUR_MS);
    await play.tick();
    expect((await play.look()).outcome).toBe("Pending, Pending approval, Running");
    await play.world.advance(HOUR_MS);
    await play.tick();
    expect((await play.look()).outcome).toBe("Expired, Expired, timed_out");
  });
});
