/** Files somebody else uploaded, or uploaded for something else, named by somebody who wants them. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { HOUR_MS, MINUTE_MS } from "../../lib/pure/time";
import { aPendingStep, submitted, tasksNow } from "../../process/requests.testing";
import { aWorld, codeOf, DAWN, endWorld, type TestPerson } from "../../testing/world.testing";

afterEach(endWorld);

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

/** Ada asks twice; Bea decides both, so each may write in either request. */
async function aCast() {
  const world = await aWorld();
  const ada = await world.person("ada");
  const bea = await world.person("bea");
  const aRequest = () =>
    world.run(async (ctx) => {
      const request = await submitted(ctx, ada.id, [{ type: "approve_access", assigneeId: bea.id }]);
      const [approval] = await tasksNow(ctx, request);
      if (approval) await aPendingStep(ctx, approval, [bea.id], { activatedAt: DAWN });
      return request._id;
    });
  const requestId = await aRequest();
  const otherId = await aRequest();
  const ticketFor = async (who: TestPerson, request = requestId) =>
    (await who.mutation(api.requests.mutations.generateUploadUrl, { requestId: request })).ticketId;
  const take = (
    who: TestPerson,
    ticketId: Id<"requestUploadTickets">,
    storageId: Id<"_storage">,
    request = requestId,
  ) => who.mutation(api.requests.mutations.takeUpFile, { requestId: request, ticketId, storageId, name: "plan.png" });
  const stored = async () =>
    (await world.run((ctx) => ctx.db.system.query("_storage").collect())).map(({ _id }) => _id);
  return { world, ada, bea, requestId, otherId, ticketFor, take, stored };
}

test("a ticket takes up one file, of the person and for the request it was given to", async () => {
  const { world, ada, bea, otherId, ticketFor, take } = await aCast();
  const adas = await ticketFor(ada);
  const file = await world.file(PNG);
  expect(await codeOf(take(bea, adas, file))).toBe("not-found");
  expect(await codeOf(take(ada, adas, file, otherId))).toBe("not-found");
  await take(ada, adas, file);
  expect(await codeOf(take(ada, adas, await world.file(PNG)))).toBe("not-found");
});

test("a file that was there before the ticket is not taken up with it", async () => {
  const { world, ada, bea, ticketFor, take } = await aCast();
  await ticketFor(ada);
  const adas = await world.file(PNG);
  expect(await codeOf(take(bea, await ticketFor(bea), adas))).toBe("not-found");
});

test("a file that belongs to an upload already is not taken up with another ticket", async () => {
  const { world, ada, bea, ticketFor, take } = await aCast();
  const [adas, beas] = [await ticketFor(ada), await ticketFor(bea)];
  const file = await world.file(PNG);
  await take(ada, adas, file);
  expect(await codeOf(take(bea, beas, file))).toBe("not-found");
});

test("a ticket is over after an hour, and nobody hoards them", async () => {
  const { world, ada, ticketFor, take } = await aCast();
  const ticket = await ticketFor(ada);
  const file = await world.file(PNG);
  await world.advance(HOUR_MS + 1);
  expect(await codeOf(take(ada, ticket, file))).toBe("not-found");
  for (let n = 0; n < 30; n++) await ticketFor(ada);
  expect(await codeOf(ticketFor(ada))).toBe("too-many");
});

test("old tickets and files nobody took up are swept, what was taken up and what is new stays", async () => {
  const { world, ada, ticketFor, take, stored } = await aCast();
  const ticket = await ticketFor(ada);
  await ticketFor(ada);
  const kept = await world.file(PNG);
  await world.file(PNG);
  await take(ada, ticket, kept);
  await world.advance(HOUR_MS - MINUTE_MS);
  await ticketFor(ada);
  const fresh = await world.file(PNG);
  await world.advance(2 * MINUTE_MS);
  await world.internal(internal.requests.internal.pruneTickets, {});
  expect(await stored()).toEqual([kept, fresh]);
  expect(await world.rows("requestUploadTickets")).toHaveLength(1);
  const actions = (await world.rows("auditEvents")).map(({ action }) => action);
  expect(actions.filter((action) => action === "request.uploadAllowed")).toHaveLength(3);
  expect(actions).toContain("request.strayFilesPruned");
});
