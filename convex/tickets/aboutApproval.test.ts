/** A ticket about an approval (S12): named from its page, by whoever may open it, with what it waits for. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aCase, approve } from "../approvals/approvals.testing";
import { dateUtc, DAY_MS, HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";

afterEach(endWorld);

const { askInfo, decide } = api.approvals.mutations;

async function scene() {
  const play = await aCase();
  const ask = (by: TestPerson, ref = `approval:${play.approvalId}`) => by.query(api.tickets.queries.related, { ref });
  const create = (by: TestPerson) =>
    by.mutation(api.tickets.mutations.create, {
      title: "Nobody decides",
      description: "Since Monday",
      topic: "request",
      related: `approval:${play.approvalId}`,
    });
  const found = async (by: TestPerson, key: string) => (await by.query(api.tickets.queries.get, { key }))?.found;
  return { ...play, ask, create, found };
}

test("says whose decision it waits for, since when and until when, and keeps that for the agent [S12]", async () => {
  const { world, rita, adam, ask, create, found } = await scene();
  const [task] = await world.rows("requestTasks");
  const opened = world.now();
  const text = `“Approve cost” has been waiting for a decision by Ada Tester, Bob Tester or Cleo Tester since ${dateUtc(opened)}. Without a decision it expires on ${dateUtc(opened + 72 * HOUR_MS)}.`;
  expect(await ask(rita)).toMatchObject({
    kind: "approval",
    label: "An approval of REQ-101",
    findings: [
      { weight: "waiting", text, link: { to: `/approvals/REQ-101-${task?.number}`, label: "Open the approval" } },
    ],
  });
  const key = await create(rita);
  await world.advance(DAY_MS);
  expect(await found(adam, key)).toEqual([{ weight: "waiting", text }]);
});

test("is found by its readable name too, and by nobody who may not open it [S12]", async () => {
  const { world, rita, ada, zoe, ask, create } = await scene();
  const [task] = await world.rows("requestTasks");
  const address = `approval:REQ-101-${task?.number}`;
  expect(await ask(rita, address)).toMatchObject({ label: "An approval of REQ-101" });
  // Whoever decides may open it, a stranger may not.
  expect(await ask(ada)).toMatchObject({ kind: "approval" });
  for (const ref of [undefined, address, "approval:nothing", "approval:REQ-999-1"])
    expect(await ask(zoe, ref)).toBeNull();
  expect(await codeOf(create(zoe))).toBe("not-found");
});

test("says that its deadline is on hold, and how it ended [S12]", async () => {
  const play = await scene();
  const { rita, ada, ask, shown } = play;
  const says = async () => (await ask(rita))?.findings.map(({ weight, text }) => `${weight}: ${text}`);
  await ada.mutation(askInfo, { ...(await shown()), comment: "Which report?" });
  expect(await says()).toEqual([
    expect.stringMatching(/^waiting: .+\. The deadline is on hold until the requester answers a question\.$/),
  ]);
  const other = await scene();
  await approve(other, "ada");
  expect((await other.ask(other.rita))?.findings).toMatchObject([
    { weight: "fine", text: expect.stringMatching(/^“Approve cost” was approved on [\d/]+\.$/) as string },
  ]);
  const third = await scene();
  await third.ada.mutation(decide, { ...(await third.shown()), verdict: "reject", comment: "Too dear" });
  expect((await third.ask(third.rita))?.findings).toMatchObject([
    { weight: "problem", text: expect.stringMatching(/^“Approve cost” was rejected on [\d/]+\.$/) as string },
  ]);
});
