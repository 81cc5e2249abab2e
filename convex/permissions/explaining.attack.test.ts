/** Why somebody can or cannot: answered by the rules, and no way to find out what one may not see (U6). */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { aCase } from "../approvals/approvals.testing";
import { publishedVersion } from "../core/catalog/model";
import { MINUTE_MS } from "../lib/pure/time";
import type { Question } from "../pages/permissions/explaining";
import { submitted } from "../process/requests.testing";
import { aWorld, codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

async function anOffice() {
  const world = await aWorld();
  const [ada, bea] = [await world.person("ada"), await world.person("bea")];
  const adam = await world.person("adam", { roles: ["staff", "admin"] });
  const gina = await world.person("gina", { roles: ["staff", "governance"] });
  const sue = await world.person("sue", { status: "suspended" });
  const request = await world.run((ctx) => submitted(ctx, ada.id, [{ type: "manual_check" }]));
  const ask = (by: typeof ada, who: typeof ada | Question["who"], what: Question["what"]) =>
    by.mutation(api.permissions.mutations.explain, {
      who: "id" in who ? { kind: "person", personId: who.id } : who,
      what,
    });
  return { world, ada, bea, adam, gina, sue, request, ask };
}
const users = { kind: "page", name: "users" } as const;

describe("the answer (U6)", () => {
  test("names the rule, what is missing and who could give it", async () => {
    const { ask, adam, bea, sue } = await anOffice();
    expect(await ask(adam, bea, users)).toEqual({
      answer: "no",
      rule: expect.stringContaining("“Users” is for admins") as string,
      missing: [expect.stringContaining("Bea Tester lacks the role") as string],
      givenBy: ["A super admin proposes the role, and a second one confirms it."],
    });
    expect(await ask(adam, adam, users)).toMatchObject({ answer: "yes", missing: [] });
    expect(await ask(adam, sue, users)).toMatchObject({ answer: "no", missing: ["Sue Tester is suspended."] });
    const madeUp: Question["who"] = { kind: "madeUp", roles: ["governance"] };
    expect(await ask(adam, madeUp, users)).toMatchObject({ answer: "yes" });
    expect(await ask(adam, madeUp, { kind: "button", name: "people.changeRoles" })).toMatchObject({ answer: "no" });
  });

  test("about a request follows who is part of it", async () => {
    const { ask, adam, ada, bea, request } = await anOffice();
    const about = { kind: "request", name: request.key } as const;
    expect([(await ask(adam, ada, about)).answer, (await ask(adam, bea, about)).answer]).toEqual(["yes", "no"]);
    expect((await ask(adam, { kind: "madeUp", roles: [] }, about)).answer).toBe("no");
  });

  test("about an approval is the guard's own", async () => {
    const { adam, people, approvalId } = await aCase();
    const ask = ({ id }: typeof adam) =>
      adam.mutation(api.permissions.mutations.explain, {
        who: { kind: "person", personId: id },
        what: { kind: "approval", name: approvalId },
      });
    expect((await ask(people.ada)).answer).toBe("yes");
    expect(await ask(people.rita)).toMatchObject({
      answer: "no",
      missing: [expect.stringContaining("must not decide: Made the request.") as string],
    });
    expect((await ask(adam)).missing).toEqual([
      expect.stringContaining("is not an approver in the open step.") as string,
    ]);
  });
});

describe("is no oracle (U6)", () => {
  test("what the asker may not see answers as what does not exist, to the letter", async () => {
    const { ask, gina, ada, adam, request } = await anOffice();
    const unknown = await ask(gina, ada, { kind: "request", name: "REQ-99999" });
    expect(await ask(gina, ada, { kind: "request", name: request.key })).toEqual(unknown);
    expect(await ask(gina, adam, { kind: "approval", name: "nothing" })).toEqual(unknown);
    expect(await ask(gina, ada, { kind: "requestType", name: "no-such-type" })).toEqual(unknown);
    expect(await ask(gina, ada, { kind: "page", name: "constructor" })).toEqual(unknown);
    expect(await ask(gina, ada, { kind: "button", name: "__proto__" })).toEqual(unknown);
    expect(await ask(gina, { kind: "person", personId: "nobody" }, users)).toEqual(unknown);
  });

  test("a request type that is for others answers so, too; super admins, who publish it, are told whom it is for", async () => {
    const { world, ask, gina, ada } = await anOffice();
    const una = await world.person("una", { roles: ["staff", "superAdmin"] });
    await world.internal(internal.catalog.internal.install, {});
    await world.run(async (ctx) => {
      const { version } = (await publishedVersion(ctx, "warehouse"))!;
      await ctx.db.patch(version._id, { definition: { ...version.definition, audience: ["finops"] } });
    });
    const unknown = await ask(gina, ada, { kind: "requestType", name: "no-such-type" });
    expect(await ask(gina, ada, { kind: "requestType", name: "warehouse" })).toEqual(unknown);
    expect(await ask(una, ada, { kind: "requestType", name: "warehouse" })).toMatchObject({ answer: "no" });
  });

  test("every question is written down without its answer, and nothing else is; the 31st waits", async () => {
    const { world, ask, adam, bea } = await anOffice();
    const before = (await world.rows("auditEvents")).length;
    for (let turn = 0; turn < 30; turn++) await ask(adam, bea, users);
    expect(await codeOf(ask(adam, bea, users))).toBe("rate-limited");
    const asked = (await world.rows("auditEvents")).slice(before);
    expect(asked).toHaveLength(30);
    expect(asked[0]).toMatchObject({
      action: "access.explained",
      actor: { personId: adam.id },
      targets: [{ id: bea.id }],
      context: { kind: "page", name: "users" },
    });
    await world.advance(10 * MINUTE_MS);
    await ask(adam, bea, users);
  });

  test("is not open to everybody", async () => {
    const { ask, ada, bea } = await anOffice();
    expect(await codeOf(ask(ada, bea, users))).toBe("not-allowed");
  });
});
