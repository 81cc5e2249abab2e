/** A file of invitations as a way past the second person, the limits or the rules of a single one. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { codeOf, endWorld } from "../testing/world.testing";
import { INVITE_FILE } from "./files.testing";
import { anInvitingCompany } from "./inviting.testing";

afterEach(endWorld);

const { inviteFile } = api.invitations.mutations;
const { files, previewFile } = api.invitations.queries;

async function aCompanyWithFile() {
  const company = await anInvitingCompany();
  const { gina, world } = company;
  const { hash } = await gina.query(previewFile, { text: INVITE_FILE });
  const run = async () => {
    for (let turn = 0; turn < 10; turn++) await world.advance(0);
    await company.settle();
  };
  const invited = async () => (await world.rows("people")).filter(({ status }) => status === "invited");
  return { ...company, hash, run, invited };
}

test.each(["ada", "fay"] as const)(
  "%s neither looks at what a file would do, sends it, nor reads who did",
  async (who) => {
    const { [who]: eve, hash } = await aCompanyWithFile();
    await eve.stepUp();
    expect(await codeOf(eve.query(previewFile, { text: INVITE_FILE }))).toBe("not-allowed");
    expect(await codeOf(eve.mutation(inviteFile, { text: INVITE_FILE, hash }))).toBe("not-allowed");
    expect(await codeOf(eve.query(files, {}))).toBe("not-allowed");
  },
);

test("without the password, or as something else than was shown, nothing is proposed", async () => {
  const { world, gina, hash } = await aCompanyWithFile();
  expect(await codeOf(gina.mutation(inviteFile, { text: INVITE_FILE, hash }))).toBe("step-up-required");
  await gina.stepUp();
  const other = INVITE_FILE.replace("grace@", "mallory@");
  expect(await codeOf(gina.mutation(inviteFile, { text: other, hash }))).toBe("changed-meanwhile");
  expect(await world.rows("proposals")).toEqual([]);
});

test("a second file while one waits, or the same one twice at once, is one proposal", async () => {
  const { world, gina, sam, hash } = await aCompanyWithFile();
  await gina.stepUp();
  await sam.stepUp();
  const send = () => gina.mutation(inviteFile, { text: INVITE_FILE, hash });
  const sent = await Promise.allSettled([send(), send()]);
  expect(sent.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await codeOf(sam.mutation(inviteFile, { text: INVITE_FILE, hash }))).toBe("duplicate");
  expect(await world.rows("proposals")).toHaveLength(1);
});

test("whoever loses the role before it is confirmed brings nobody in, and after it nobody more", async () => {
  const { gina, sam, hash, run, invited, confirm, setRoles, world } = await aCompanyWithFile();
  await gina.stepUp();
  await gina.mutation(inviteFile, { text: INVITE_FILE, hash });
  await setRoles(gina);
  expect(await codeOf(confirm(sam))).toBe("not-eligible");
  await setRoles(gina, "governance");
  await confirm(sam);
  await setRoles(gina);
  await run();
  expect(await invited()).toEqual([]);
  expect(await world.rows("inviteFiles")).toMatchObject([
    { done: 2, skipped: [{ reason: "Gina Tester can no longer invite anybody." }, {}] },
  ]);
});

test("no client marks a request of its own as confirmed by a file", async () => {
  const { world, gina, hash, confirm, sam, areaId } = await aCompanyWithFile();
  await gina.stepUp();
  await gina.mutation(inviteFile, { text: INVITE_FILE, hash });
  await confirm(sam);
  const [file] = await world.rows("inviteFiles");
  const form = {
    businessArea: areaId,
    otherAreaReason: "New",
    email: "m@ao.com",
    firstName: "Mal",
    lastName: "Lory",
    role: "staff",
  };
  const sent = { typeKey: "portal-invite", form, submitKey: "mine", inviteFileId: file?._id };
  await expect(gina.mutation(api.requests.mutations.submit, sent as never)).rejects.toThrow();
  expect((await world.rows("requests")).filter(({ form: { email } }) => email === "m@ao.com")).toEqual([]);
});
