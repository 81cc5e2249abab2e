/** Whom a request will ask later is said by name, on its own page and on that of the task. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { endWorld } from "../testing/world.testing";
import { aCase, approve, type Play } from "./approvals.testing";

afterEach(endWorld);

const GOVERNANCE = { title: "Data use", rule: { kind: "role", role: "governance" } } as const;

const expectedOf = async (play: Play) => {
  const { tasks } = await play.rita.query(api.requests.queries.get, { request: play.requestId });
  return tasks.flatMap(({ approval }) => approval?.steps.map(({ expected }) => expected) ?? []);
};

test("steps to come name whom they would ask, never a party to the request; open ones have their seats", async () => {
  const play = await aCase({ requester: "gwen", steps: [{}, { title: "Budget" }, GOVERNANCE] });
  const { tasks } = await play.gwen.query(api.requests.queries.get, { request: play.requestId });
  expect(tasks[0]?.approval?.steps.map(({ expected }) => expected)).toEqual([
    [],
    ["Ada Tester", "Bob Tester", "Cleo Tester"],
    [],
  ]);
});

test("the approval's own page names them, too, and nobody for steps that are open or over", async () => {
  const play = await aCase({ requester: "gwen", steps: [{}, { title: "Budget" }, GOVERNANCE] });
  const page = await play.gwen.query(api.approvals.queries.get, { approvalId: play.approvalId });
  expect(page?.steps.map(({ expected }) => expected)).toEqual([[], ["Ada Tester", "Bob Tester", "Cleo Tester"], []]);
});

test("where the policy wants distinct people, whoever approved is not named again", async () => {
  const play = await aCase({ steps: [{}, {}, { title: "Last" }], policy: { distinctSteps: true } });
  await approve(play, "ada");
  expect(await expectedOf(play)).toEqual([[], [], ["Bob Tester", "Cleo Tester"]]);
});

test("a request that is over names nobody any more", async () => {
  const play = await aCase({ steps: [{}, { title: "Budget" }] });
  await play.ada.mutation(api.approvals.mutations.decide, {
    ...(await play.shown()),
    verdict: "reject",
    comment: "Too much",
  });
  expect(await expectedOf(play)).toEqual([[], []]);
});

test("the page of an approval's task shows its steps and what was decided", async () => {
  const play = await aCase({ steps: [{ quorum: { kind: "count", count: 2 } }, GOVERNANCE] });
  await approve(play, "ada");
  const [task] = await play.world.rows("requestTasks");
  const { approval } = await play.rita.query(api.tasks.queries.get, { taskId: task!._id });
  expect(approval).toMatchObject({
    id: play.approvalId,
    steps: [
      { approved: 1, decisions: [{ by: "Ada Tester", comment: "Fine" }], expected: [] },
      { title: "Data use", expected: ["Gwen Tester"] },
    ],
  });
});
