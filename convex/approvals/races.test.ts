import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { loadRequest } from "../core/requests/model";
import { stepNow } from "../process/requests.testing";
import { cancelRequest } from "../process/settling/requestMoves";
import { codeOf, endWorld } from "../testing/world.testing";
import { aCase, approve } from "./approvals.testing";

afterEach(endWorld);

const { decide, decideMany } = api.approvals.mutations;

describe("many at once", () => {
  test("each item has a result of its own; another type and high risk are left out", async () => {
    const play = await aCase();
    const high = await play.another({ risk: "high" });
    const plain = await play.another();
    const ids = await play.world.run(async (ctx) => {
      const all = await ctx.db.query("approvals").take(10);
      return {
        high: all.find(({ requestId }) => requestId === high)?._id ?? "",
        plain: all.find(({ requestId }) => requestId === plain)?._id ?? "",
      };
    });
    await approve(play, "bob");
    const items = [play.approvalId, ids.high, ids.plain, "nonsense"].map((approvalId) => ({ approvalId }));
    const results = await play.ada.mutation(decideMany, { typeKey: "test", items, verdict: "approve", comment: "" });
    expect(results.map(({ refusal, result }) => (refusal as { code: string } | null)?.code ?? result?.state)).toEqual([
      "already-decided",
      "not-eligible",
      "Approved",
      "not-found",
    ]);
    expect(
      await codeOf(
        play.ada.mutation(decideMany, {
          typeKey: "test",
          items: Array.from({ length: 51 }, () => items[0] ?? { approvalId: "" }),
          verdict: "approve",
          comment: "",
        }),
      ),
    ).toBe("too-many");
  });
});

describe("defined outcomes of races", () => {
  test("two approvers at the same instant: one decides, the other learns who and when", async () => {
    const play = await aCase();
    const shown = await play.shown();
    const both = await Promise.allSettled(
      ["ada", "bob"].map((name) =>
        play.people[name as "ada"].mutation(decide, { ...shown, verdict: "approve", comment: "" }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const lost = both.find((one) => one.status === "rejected") as PromiseRejectedResult;
    const won = both[0]?.status === "fulfilled" ? "Ada Tester" : "Bob Tester";
    expect((lost.reason as { data: object }).data).toMatchObject({
      code: "already-decided",
      by: won,
      at: Date.UTC(2026, 2, 2, 9),
    });
    expect((await play.look()).decisions).toHaveLength(1);
  });

  test("an approval and a rejection at the same instant: exactly one of them counts", async () => {
    const play = await aCase();
    const shown = await play.shown();
    const both = await Promise.allSettled([
      play.ada.mutation(decide, { ...shown, verdict: "approve", comment: "" }),
      play.bob.mutation(decide, { ...shown, verdict: "reject", comment: "No" }),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { approval, decisions } = await play.look();
    expect(decisions).toHaveLength(1);
    expect(approval.state).toBe(decisions[0]?.verdict === "approve" ? "Approved" : "Rejected");
  });

  test("the requester cancels while somebody approves: whichever came second is refused or ends it cleanly", async () => {
    const play = await aCase();
    const shown = await play.shown();
    const cancel = () =>
      play.world.run(
        async (ctx) => void (await cancelRequest(stepNow(ctx), await loadRequest(ctx, play.requestId), "Not needed")),
      );
    await Promise.allSettled([cancel(), play.ada.mutation(decide, { ...shown, verdict: "approve", comment: "" })]);
    const now = await play.look();
    expect(now.request.status).toBe("Cancelled");
    expect(["Cancelled", "Approved"]).toContain(now.approval.state);
    expect(now.asked).toEqual([]);
    expect(await codeOf(play.bob.mutation(decide, { ...shown, verdict: "approve", comment: "" }))).toMatch(
      /wrong-state|already-decided/,
    );
  });
});
