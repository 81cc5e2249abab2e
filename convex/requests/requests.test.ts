import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { SYSTEM } from "../core/audit/model";
import { createDraft } from "../core/requests/model";
import { stepNow, submitted } from "../process/requests.testing";
import { archiveRequest, cancelRequest } from "../process/settling/requestMoves";
import { aWorld, endWorld } from "../testing/world.testing";

afterEach(endWorld);

test("one sees one's own requests, drafts included, newest first, and nobody else's", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  const bea = await world.person("bea");
  await world.run((ctx) => submitted(ctx, ada.id, [{ type: "manual_check" }], "First"));
  await world.run((ctx) => submitted(ctx, bea.id, [{ type: "manual_check" }], "Not Ada's"));
  const draft = {
    typeId: "t",
    templateVersion: 1,
    title: "Draft",
    requesterId: ada.id,
    beneficiaryId: bea.id,
    form: {},
    risk: "low" as const,
  };
  await world.run((ctx) => createDraft(ctx, draft, { ...SYSTEM, at: Date.now() }));
  expect(
    (await ada.query(api.requests.queries.mine, {})).rows.map(({ key, title, status }) => `${key} ${title} ${status}`),
  ).toEqual(["REQ-103 Draft Draft", "REQ-101 First In progress"]);
});

test("a request that was put away is no longer listed", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  await world.run(async (ctx) => {
    const request = await submitted(ctx, ada.id, [{ type: "manual_check" }]);
    await archiveRequest(stepNow(ctx), await cancelRequest(stepNow(ctx), request, "Postponed"));
  });
  expect((await ada.query(api.requests.queries.mine, {})).rows).toEqual([]);
});

test("equal forms have equal fingerprints, edited ones do not", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  const hashOf = (form: Record<string, unknown>) =>
    world.run(async (ctx) => {
      const draft = {
        typeId: "t",
        templateVersion: 1,
        title: "T",
        requesterId: ada.id,
        beneficiaryId: ada.id,
        form,
        risk: "low" as const,
      };
      return (await createDraft(ctx, draft, { ...SYSTEM, at: Date.now() })).formHash;
    });
  expect(await hashOf({ a: 1, b: [2] })).toBe(await hashOf({ b: [2], a: 1 }));
  expect(await hashOf({ a: 1 })).not.toBe(await hashOf({ a: 2 }));
});
