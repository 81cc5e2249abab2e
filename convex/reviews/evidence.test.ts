/** What a reviewer reads beside an access: who approved it, and what its removal would send. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { Call } from "../lib/pure/plan";
import { aPendingStep } from "../process/requests.testing";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aPassing } from "./passing.testing";
import { aReview } from "./reviews.testing";

afterEach(endWorld);

/** A review of one access, whose task is changed before it is looked at. */
async function reviewed(changes: Partial<Doc<"requestTasks">> = {}) {
  const review = await aReview();
  const { world, grant, rows, fay, reviewId } = review;
  await world.run((ctx) => ctx.db.patch(grant.taskId, changes));
  const row = async () => (await rows(fay, reviewId))[0];
  return { ...review, row, statements: async () => (await row())?.statements };
}

const sql = (statement: string): Call => ({ kind: "sql", statement, role: "PORTAL" });

test.each<[string, Partial<Doc<"requestTasks">>, string[] | null]>([
  [
    "of a role, with names nothing can be hidden in",
    { type: "grant_role", input: { user: "ADA", role: 'X" TO USER "EVE' } },
    ['REVOKE ROLE "X"" TO USER ""EVE" FROM USER "ADA"'],
  ],
  [
    "of a user",
    { type: "create_person", input: { user: "ADA", email: "ada@ao.com" } },
    ['ALTER USER "ADA" SET DISABLED = TRUE'],
  ],
  [
    "by taking the work back, from the last step to the first",
    {
      type: "create_schema",
      plan: {
        steps: [
          { title: "1", call: sql("CREATE SCHEMA A"), changes: [], undo: [sql("DROP SCHEMA A")] },
          {
            title: "2",
            call: sql("GRANT B"),
            changes: [],
            undo: [sql("REVOKE B"), { kind: "http", method: "DELETE", path: "/b", body: null, role: "" }],
          },
        ],
      },
    },
    ["REVOKE B", "DELETE /b", "DROP SCHEMA A"],
  ],
  ["where people do it", { type: "manual_check" }, null],
  ["where nothing was done", { type: "create_schema", plan: { steps: [] } }, null],
  ["where a name is missing", { type: "grant_role", input: { user: "ADA" } }, null],
  ["where a name is none", { type: "grant_role", input: { user: "ADA", role: "A\nB" } }, null],
  ["of a type nobody knows any more", { type: "gone" }, null],
])("what the removal %s sends is read before it is decided [AR12]", async (_what, changes, expected) => {
  const { statements } = await reviewed(changes);
  expect(await statements()).toEqual(expected);
});

test("what is printed names the newest event about the review, to who sees all of it [AR12]", async () => {
  const { world, gina, fay, eve, pass, reviewId } = await aPassing();
  const lastFor = async (by: TestPerson) => (await by.query(api.reviews.queries.get, { reviewId }))?.lastEvent;
  const newest = async () => {
    const about = (await world.rows("auditEvents")).filter(({ targets }) => targets.some(({ id }) => id === reviewId));
    const { sequence, hash } = about.at(-1) ?? {};
    return { sequence, hash };
  };
  const before = await lastFor(gina);
  expect(before).toEqual(await newest());
  await pass(fay, eve);
  expect(await lastFor(gina)).toEqual(await newest());
  expect(await lastFor(gina)).not.toEqual(before);
  expect(await lastFor(eve)).toBeNull();
});

test("who approved the access is named, and neither who refused it nor who approved another form of it [AR12]", async () => {
  const { world, adam, fay, kim, una, grant, row } = await reviewed();
  const decided = (by: TestPerson, verdict: "approve" | "reject", hash?: string) =>
    world.run(async (ctx) => {
      const [task, request] = [await ctx.db.get(grant.taskId), await ctx.db.get(grant.requestId)];
      if (!task || !request) throw new Error("No request");
      const step = await ctx.db.get(await aPendingStep(ctx, task, [fay.id]));
      if (!step) throw new Error("No step");
      const { _id: stepId, approvalId, requestId } = step;
      const formHash = hash ?? request.formHash ?? "0";
      await ctx.db.patch(requestId, { formHash: request.formHash ?? "0" });
      const at = { comment: "", at: Date.now() };
      await ctx.db.insert("approvalDecisions", {
        approvalId,
        requestId,
        stepId,
        decidedById: by.id,
        verdict,
        formHash,
        ...at,
      });
    });
  expect((await row())?.approvedBy).toEqual([]);
  await decided(una, "approve");
  await decided(una, "approve");
  await decided(kim, "reject");
  await decided(adam, "approve", "another");
  expect((await row())?.approvedBy).toEqual(["Una Tester"]);
});
