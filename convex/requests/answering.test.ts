/** The answer to a question, as those who asked, decide or are mentioned hear of it. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { MINUTE_MS } from "../lib/pure/time";
import { aPendingStep, stepNow, submitted, taskAt } from "../process/requests.testing";
import { askRequester } from "../process/settling/requestMoves";
import { aWorld, codeOf, DAWN, endWorld, type TestPerson } from "../testing/world.testing";

afterEach(endWorld);

const { answer } = api.requests.mutations;

/** Ada's request, in which Bea asked something; Carl decides beside her, Eve has nothing to do with it. */
async function aQuestion() {
  const world = await aWorld();
  const [ada, bea, carl, eve] = [
    await world.person("ada"),
    await world.person("bea"),
    await world.person("carl"),
    await world.person("eve"),
  ];
  const { _id: requestId } = await world.run(async (ctx) => {
    const request = await submitted(ctx, ada.id, [{ type: "approve_access", assigneeId: bea.id }]);
    await aPendingStep(ctx, await taskAt(ctx, request, 0), [bea.id, carl.id], { activatedAt: DAWN });
    return await askRequester(stepNow(ctx), request, { question: "Which table?", askedById: bea.id });
  });
  await world.advance(MINUTE_MS);
  const told = async ({ id }: TestPerson) =>
    (await world.rows("notifications")).filter(({ recipientId }) => recipientId === id).map(({ kind }) => kind);
  const read = async (who: TestPerson) =>
    (await who.query(api.requests.queries.questions, { request: requestId })).map(
      ({ by, body, isAnswer }) => `${by} ${isAnswer ? "answered" : "asked"}: ${body}`,
    );
  return { world, ada, bea, carl, eve, requestId, told, read };
}

test("everybody who decides reads question and answer, and nobody else does", async () => {
  const { ada, bea, carl, eve, requestId, read } = await aQuestion();
  expect(await read(carl)).toEqual(["Bea Tester asked: Which table?"]);
  await ada.mutation(answer, { requestId, body: "Orders" });
  for (const who of [ada, bea, carl])
    expect(await read(who)).toEqual(["Bea Tester asked: Which table?", "Ada Tester answered: Orders"]);
  expect(await codeOf(read(eve))).toBe("not-found");
});

test("who asked is told once, as the one who asked; the others that something was written", async () => {
  const { ada, bea, carl, requestId, told } = await aQuestion();
  await ada.mutation(answer, { requestId, body: "Orders" });
  expect([await told(bea), await told(carl)]).toEqual([["request.answered"], ["comment.added"]]);
});

test("somebody mentioned in an answer is brought in and told", async () => {
  const { ada, eve, requestId, told, read } = await aQuestion();
  await ada.mutation(answer, { requestId, body: "Orders, as @Eve Tester knows", mentionIds: [eve.id] });
  expect(await told(eve)).toEqual(["comment.mentioned"]);
  expect(await read(eve)).toHaveLength(2);
});
