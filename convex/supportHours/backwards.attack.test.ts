/** Other support hours than those of the moment make nothing late on time, nor the other way round. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { USUAL_HOURS } from "../core/supportHours/rules/hours";
import type { SupportHours } from "../core/supportHours/table";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";

afterEach(endWorld);

const targets = (first: number, solved: number) => ({
  ...USUAL_HOURS,
  targets: { ...USUAL_HOURS.targets, Medium: { first, solved } },
});
const DAYS = 24 * 60;
/** By which everything that was late would have been on time, and by which nothing would. */
const GENEROUS = targets(10 * DAYS, 10 * DAYS);
const STRICT = targets(15, 30);

test.each<[string, number, SupportHours, boolean]>([
  ["late", 6 * DAY_MS, GENEROUS, false],
  ["on time", HOUR_MS, STRICT, true],
])(
  "an answer and an end that were %s stay so, in the ticket and in the report [S18]",
  async (_, wait, hours, inTime) => {
    const { world, sam, adam, key, answer, resolve, ticketRow, events } = await aSupport();
    await world.advance(wait);
    await answer(adam, key);
    await resolve(adam, key);
    const before = await ticketRow(key);
    expect(before).toMatchObject({ isAnsweredInTime: inTime, isSolvedInTime: inTime });
    const from = world.now() - 20 * DAY_MS;
    const weeks = [from, from + 7 * DAY_MS, from + 14 * DAY_MS, from + 21 * DAY_MS];
    const report = () => adam.query(api.tickets.queries.report, { weeks });
    const reported = await report();

    await sam.stepUp();
    const change = { hours, shownVersion: 0, reason: "Other targets" };
    await sam.mutation(api.supportHours.mutations.set, change);
    await world.advance(0);
    expect(await ticketRow(key)).toEqual(before);
    expect(await report()).toEqual(reported);
    expect(await events("supportHours.set")).toMatchObject([{ context: { reason: "Other targets" } }]);
  },
);
