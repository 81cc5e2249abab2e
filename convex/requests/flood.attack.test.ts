/** Somebody writes faster than anybody reads: every comment is a notice to everybody who takes part. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { MINUTE_MS } from "../lib/pure/time";
import { stepNow, submitted } from "../process/requests.testing";
import { askRequester } from "../process/settling/requestMoves";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";

afterEach(endWorld);

/** What a call is refused with. */
const refusalOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: { readonly data?: unknown }) => error.data,
  );

/** Two requests of Ada's, and how many comments she wrote in the first so many minutes ago. */
async function aWriter() {
  const world = await aWorld();
  const [ada, bea] = [await world.person("ada"), await world.person("bea")];
  const make = () =>
    world.run(async (ctx) => (await submitted(ctx, ada.id, [{ type: "manual_check", assigneeId: bea.id }]))._id);
  const [one, two] = [await make(), await make()];
  const wrote = (count: number, minutesAgo: number) =>
    world.run(async (ctx) => {
      for (let index = 0; index < count; index += 1) {
        await ctx.db.insert("requestComments", {
          requestId: one,
          authorId: ada.id,
          visibility: "public",
          body: "Hi",
          mentionIds: [],
          attachments: [],
          isAnswer: false,
          createdAt: DAWN - minutesAgo * MINUTE_MS,
        });
      }
    });
  const say = (who = ada, requestId = two) =>
    who.mutation(api.requests.mutations.comment, { requestId, body: "Hi", visibility: "public" });
  return { world, ada, bea, one, two, wrote, say };
}

test("the eleventh comment of a minute is refused, whichever request it is for, and taken a minute later", async () => {
  const { world, bea, one, two, say } = await aWriter();
  for (let index = 0; index < 10; index += 1) await say(undefined, index % 2 === 0 ? one : two);
  expect(await refusalOf(say())).toMatchObject({
    code: "rate-limited",
    message: "You wrote 10 comments within a minute. Wait 1 minute, then send this one.",
  });
  expect(await world.rows("requestComments")).toHaveLength(10);
  await say(bea);
  await world.advance(MINUTE_MS);
  await say();
});

test("so is the sixty-first of an hour, however slowly they came, and those taken back count", async () => {
  const { world, wrote, say } = await aWriter();
  await wrote(59, 20);
  await say();
  expect(await refusalOf(say())).toMatchObject({
    code: "rate-limited",
    message: "You wrote 60 comments within an hour. Wait 40 minutes, then send this one.",
  });
  await world.run(async (ctx) => {
    for await (const { _id } of ctx.db.query("requestComments")) await ctx.db.patch(_id, { deletedAt: DAWN });
  });
  expect(await codeOf(say())).toBe("rate-limited");
});

test("an answer is one of them, and a refused one leaves the question open", async () => {
  const { world, ada, bea, two, wrote } = await aWriter();
  await world.run(async (ctx) => {
    const request = await ctx.db.get(two);
    if (request) await askRequester(stepNow(ctx), request, { question: "Which tables?", askedById: bea.id });
  });
  await wrote(10, 0);
  expect(await codeOf(ada.mutation(api.requests.mutations.answer, { requestId: two, body: "All" }))).toBe(
    "rate-limited",
  );
  expect((await world.rows("requests")).find(({ _id }) => _id === two)?.openQuestion).toBeDefined();
});
