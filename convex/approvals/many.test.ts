/** Approvals that many people are asked to decide, over and over. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { MAX_SEATS, SEAT_LIMIT } from "../core/approvals/rules/limits";
import { MINUTE_MS } from "../lib/pure/time";
import { itemsOf } from "../notifications/notices.testing";
import { edited } from "../process/requests.testing";
import { endWorld } from "../testing/world.testing";
import { aCase } from "./approvals.testing";

afterEach(endWorld);

test("with as many approvers as a rule may name and many edits, whoever is asked now sees it, decides, and nobody is asked any more", async () => {
  const play = await aCase();
  for (let index = 4; index <= SEAT_LIMIT; index += 1)
    await play.world.person(`f${index}`, { roles: ["staff", "finops"] });
  const requestId = await play.another();
  const seats = async () => (await play.world.rows("approvalSeats")).filter((seat) => seat.requestId === requestId);
  while ((await seats()).length <= MAX_SEATS) {
    await play.world.advance(MINUTE_MS);
    const reason = `A size for the time being, as of ${play.world.now()}`;
    await play.world.run((ctx) => edited(ctx, requestId, { reason }, play.rita.id));
  }
  const approval = (await play.world.rows("approvals")).find((row) => row.requestId === requestId)!;
  const asks = async () =>
    (await itemsOf(play.ada)).filter(
      ({ kind, approvalId, settled }) => kind === "approval.asked" && approvalId === approval._id && settled === null,
    );
  expect(await asks()).toHaveLength(1);
  await play.ada.mutation(api.approvals.mutations.decide, {
    approvalId: approval._id,
    verdict: "approve",
    comment: "",
  });
  expect((await seats()).filter(({ isPending }) => isPending)).toEqual([]);
});
