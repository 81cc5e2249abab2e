/** The owner of a business area wants an invited second account of their own, and to be the one who approves it. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { mailboxOf } from "../lib/pure/mailbox";
import { codeOf, endWorld } from "../testing/world.testing";
import { anInvitingCompany } from "./inviting.testing";

afterEach(endWorld);

async function asked(by: "ada" | "owner", email = "olga.more@ao.com") {
  const company = await anInvitingCompany();
  await company.submit(company[by], { email });
  await company.settle();
  const approvals = await company.world.rows("approvals");
  const decide = () =>
    company.owner.mutation(api.approvals.mutations.decide, {
      approvalId: approvals[0]!._id,
      verdict: "approve",
      comment: "",
    });
  const seated = async () => (await company.world.rows("approvalSeats")).map(({ personId }) => personId);
  return { ...company, decide, seated };
}

describe("the owner of the area does not bring in their own second mailbox:", () => {
  test.each(["ada", "owner"] as const)("no other spelling of theirs is invited, asked by %s", async (by) => {
    const company = await anInvitingCompany();
    expect(await codeOf(company.submit(company[by], { email: "olga+2@ao.com" }))).toBe("invalid-form");
    expect(await company.world.rows("requests")).toEqual([]);
  });

  test("what they ask for themselves somebody else decides", async () => {
    const { owner, decide, seated, rowOf } = await asked("owner");
    expect(await seated()).not.toContain(owner.id);
    expect(await codeOf(decide())).toBe("not-eligible");
    expect(await rowOf("olga.more@ao.com")).toBeUndefined();
  });

  test("an address that turns out to be theirs after it was sent opens no second account, whoever approved it", async () => {
    const { world, owner, decide, seated, settle, rowOf, task } = await asked("ada");
    expect(await seated()).toEqual([owner.id]);
    const mailbox = mailboxOf("olga.more@ao.com");
    await world.run((ctx) => ctx.db.patch(owner.id, { email: "olga.more+own@ao.com", mailbox }));
    await decide();
    await settle();
    expect(await rowOf("olga.more@ao.com")).toBeUndefined();
    expect(await task("open_account")).toMatchObject({ status: "Failed" });
  });
});
