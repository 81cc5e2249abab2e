/** The people of a request and what they say, for tests of its conversation. */

import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { aPendingStep, submitted, tasksNow } from "../process/requests.testing";
import { aWorld, DAWN, type TestPerson } from "../testing/world.testing";

/** Ada asks; Bea decides; Cleo works on it; Dan is an admin; Eve has nothing to do with it. */
export async function aCast() {
  const world = await aWorld();
  const ada = await world.person("ada");
  const bea = await world.person("bea");
  const cleo = await world.person("cleo");
  const dan = await world.person("dan", { roles: ["staff", "admin"] });
  const eve = await world.person("eve");
  const requestId = await world.run(async (ctx) => {
    const request = await submitted(ctx, ada.id, [
      { type: "approve_access", assigneeId: bea.id },
      { type: "manual_check", assigneeId: cleo.id },
      { type: "manual_check", title: "Drop the old one", isIrreversible: true },
    ]);
    const [approval] = await tasksNow(ctx, request);
    if (approval) await aPendingStep(ctx, approval, [bea.id], { activatedAt: DAWN });
    return request._id;
  });
  const say = (
    who: TestPerson,
    body: string,
    more: { visibility?: "public" | "internal"; mentionIds?: Id<"people">[]; uploadIds?: Id<"requestUploads">[] } = {},
  ) => who.mutation(api.requests.mutations.comment, { requestId, body, visibility: "public", ...more });
  const read = async (who: TestPerson) =>
    (await who.query(api.requests.queries.comments, { request: requestId })).comments;
  const notices = async (who: TestPerson) =>
    (await world.rows("notifications"))
      .filter(({ recipientId, closedAt }) => recipientId === who.id && closedAt === undefined)
      .map(({ kind }) => kind)
      .toSorted();
  return { world, ada, bea, cleo, dan, eve, requestId, say, read, notices };
}
