/** Whoever asked and whom it is for are notified of each decision once: in the inbox and by mail. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { DAWN, endWorld } from "../testing/world.testing";
import { aCase, approve, type Play, type Scene } from "./approvals.testing";

afterEach(endWorld);

const { decide, askInfo, takeBack, delegate, breakGlass } = api.approvals.mutations;

/** A decision, what rita, who asked, is notified of, and whether ben, whom it is for, is as well. */
interface Decision {
  readonly of: string;
  readonly scene?: Scene;
  readonly make: (play: Play) => Promise<unknown>;
  readonly told: readonly (readonly [title: string, body?: string])[];
  readonly isForBoth: boolean;
}

const decides = async (play: Play, who: "ada" | "zoe", verdict: "approve" | "reject") =>
  play[who].mutation(decide, { ...(await play.shown()), verdict, comment: "Too expensive" });

const DECISIONS: readonly Decision[] = [
  {
    of: "an approval",
    make: (play) => approve(play, "ada"),
    told: [["Ada Tester approved REQ-101: Approve cost"]],
    isForBoth: true,
  },
  {
    of: "a rejection",
    make: (play) => decides(play, "ada", "reject"),
    told: [["Ada Tester rejected REQ-101", "Too expensive"]],
    isForBoth: true,
  },
  {
    of: "a question, which whoever asked answers",
    make: async (play) => play.ada.mutation(askInfo, { ...(await play.shown()), comment: "Which report?" }),
    told: [["Ada Tester has a question about REQ-101", "Which report?"]],
    isForBoth: false,
  },
  {
    of: "an approval that was taken back",
    scene: { policy: { holdSeconds: 600 } },
    make: async (play) => {
      await approve(play, "ada");
      await play.bob.mutation(takeBack, { approvalId: play.approvalId, reason: "Wrong warehouse" });
    },
    told: [
      ["Ada Tester approved REQ-101: Approve cost"],
      ["The approval of REQ-101 was taken back", "Wrong warehouse"],
    ],
    isForBoth: true,
  },
  ...(["approve", "reject"] as const).map((verdict) => ({
    of: `what a delegate decides, and for whom: ${verdict}`,
    make: async (play: Play) => {
      const days = { startsAt: DAWN - HOUR_MS, endsAt: DAWN + 2 * DAY_MS };
      await play.ada.mutation(delegate, { toId: play.zoe.id, ...days, reason: "On leave" });
      await decides(play, "zoe", verdict);
    },
    told: [
      verdict === "approve"
        ? (["Zoe Tester, standing in for Ada Tester, approved REQ-101: Approve cost"] as const)
        : (["Zoe Tester, standing in for Ada Tester, rejected REQ-101", "Too expensive"] as const),
    ],
    isForBoth: true,
  })),
  {
    of: "an end without any decision",
    make: async (play) => {
      for (let day = 0; day < 4; day += 1) {
        await play.world.advance(DAY_MS);
        await play.tick();
      }
    },
    told: [["REQ-101 expired: nobody decided in time", "It counts as denied. You can submit it again."]],
    isForBoth: true,
  },
  {
    of: "a break-glass approval",
    make: async (play) => {
      await play.sue.stepUp();
      await play.sue.mutation(breakGlass, { approvalId: play.approvalId, reason: "The month ends tonight" });
    },
    told: [["REQ-101 was approved by break-glass", "The month ends tonight"]],
    isForBoth: true,
  },
];

test.each(DECISIONS)("[A10] who asked is notified once of $of", async ({ scene, make, told, isForBoth }) => {
  const play = await aCase(scene);
  const { rita, ben } = play;
  await make(play);
  await play.world.advance(DAY_MS + HOUR_MS);
  await play.world.internal(internal.notifications.internal.mailDue, {});
  const notices = await play.world.rows("notifications");
  const mails = await play.world.rows("mailOutbox");
  const noticesOf = ({ id }: typeof rita) =>
    notices
      .filter(({ recipientId }) => recipientId === id)
      .map(({ title, body, count }) => [title, ...(body === undefined ? [] : [body]), count]);
  expect(noticesOf(rita)).toEqual(told.map((words) => [...words, 1]));
  expect(noticesOf(ben)).toEqual(isForBoth ? told.map((words) => [...words, 1]) : []);
  const letters = mails.filter(({ personId }) => personId === rita.id);
  expect(letters).toHaveLength(1);
  for (const words of told.flat()) if (words !== undefined) expect(letters[0]?.text.split(words)).toHaveLength(2);
});
