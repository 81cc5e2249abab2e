/** Many people invited by one file: one word of a second person, a request for each. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { submitted } from "../process/requests.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { INVITE_FILE } from "./files.testing";
import { anInvitingCompany } from "./inviting.testing";

afterEach(endWorld);

const { inviteFile } = api.invitations.mutations;
const { files, previewFile } = api.invitations.queries;

async function aCompanyWithFile() {
  const company = await anInvitingCompany();
  const { world } = company;
  const send = async (by: TestPerson, text = INVITE_FILE, hash?: string) => {
    await by.stepUp();
    const seen = hash ?? (await by.query(previewFile, { text })).hash;
    return await by.mutation(inviteFile, { text, hash: seen });
  };
  /** The portal invites until nothing is left to do. */
  const run = async () => {
    for (let turn = 0; turn < 60; turn++) await world.advance(0);
    await company.settle();
  };
  const invited = async () => (await world.rows("people")).filter(({ status }) => status === "invited");
  return { ...company, send, run, invited };
}

/** A file of that many strangers. */
function many(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `p${index}@ao.com,Person,Number ${letters(index)},PRC`);
  return `email,first_name,last_name,business_area\n${rows.join("\n")}\n`;
}

/** Names have no digits. */
function letters(index: number): string {
  return String(index).replaceAll(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
}

describe("a file of invitations (U13)", () => {
  test("invites nobody until a second person confirms it; then each by a request of their own, as staff", async () => {
    const { world, gina, sam, send, run, invited, open, confirm } = await aCompanyWithFile();
    expect(await send(gina)).toMatchObject({ state: "proposed", proposed: 2, skipped: [] });
    await run();
    expect(await invited()).toEqual([]);
    expect(await open()).toMatchObject({
      title: "Invite 2 people as Staff",
      lines: [
        { field: "Grace Hopper", after: "grace@ao.com, Pricing" },
        { field: "Alan Turing", after: "alan@ao.com, Pricing" },
      ],
    });
    expect(await codeOf(confirm(gina))).toBe("not-eligible");
    await confirm(sam);
    await run();
    expect(await invited()).toMatchObject([
      { email: "grace@ao.com", roles: ["staff"] },
      { email: "alan@ao.com", roles: ["staff"] },
    ]);
    expect(await world.rows("requests")).toMatchObject([
      { typeId: "portal-invite", requesterId: gina.id, form: { reason: expect.stringContaining("Sam") } },
      { typeId: "portal-invite", requesterId: gina.id },
    ]);
    expect(await gina.query(files, {})).toMatchObject([
      { people: 2, done: 2, skipped: [], invitedBy: "Gina Tester", confirmedBy: "Sam Tester", endedAt: world.now() },
    ]);
  });

  test("tells whoever brought it once, not once for each", async () => {
    const { world, gina, sam, send, run, confirm, signIn, settle, noticesOf } = await aCompanyWithFile();
    await send(gina);
    await confirm(sam);
    await run();
    await signIn();
    await settle();
    expect((await world.rows("requests")).map(({ status }) => status)).toEqual(["Completed", "Completed"]);
    expect(await noticesOf(gina)).toEqual([
      "Invite 2 people as Staff: was confirmed by Sam Tester",
      "Your file was processed: 2 of 2 people invited",
    ]);
  });

  test("of 120 goes past what one person may do in an hour, and leaves that to them", async () => {
    const { world, gina, sam, send, run, invited, confirm, invite } = await aCompanyWithFile();
    const setting = { key: "invitations.perHour", value: 2, version: 1, reason: "Fewer", setAt: world.now() };
    await world.run((ctx) => ctx.db.insert("configVersions", { ...setting, byIds: [sam.id] }));
    await invite(gina, { email: "one@ao.com" });
    await send(gina, many(120));
    await confirm(sam);
    await run();
    expect(await invited()).toHaveLength(121);
    await invite(gina, { email: "two@ao.com" });
    await send(gina, `${many(1)}`.replace("p0@", "q0@"));
    await confirm(sam);
    await run();
    expect(await invited()).toHaveLength(123);
    await expect(invite(gina, { email: "three@ao.com" })).rejects.toThrow("an hour. Try again later.");
  });

  test("leaves out whoever is here, and does nothing twice", async () => {
    const { gina, sam, send, run, invited, confirm } = await aCompanyWithFile();
    const text = `${INVITE_FILE}ada@ao.com,Ada,Byron,PRC\n`;
    expect((await gina.query(previewFile, { text })).rows).toMatchObject([
      { row: 2, does: "create", detail: "grace@ao.com, Pricing" },
      { row: 3, does: "create" },
      { row: 4, does: "nothing", detail: "ada@ao.com, Pricing", changes: "Ada Tester already has an account" },
    ]);
    expect(await send(gina, text)).toMatchObject({ proposed: 2, skipped: [{ row: 4, name: "Ada Byron" }] });
    await confirm(sam);
    await run();
    expect(await send(gina, text)).toMatchObject({ state: "done", proposed: 0, skipped: [{}, {}, {}] });
    expect(await invited()).toHaveLength(2);
  });

  test("skips whoever was invited by hand meanwhile, and says so", async () => {
    const { gina, sam, send, run, invited, invite, confirm } = await aCompanyWithFile();
    await send(gina);
    await invite(gina, { email: "grace@ao.com", firstName: "Grace", lastName: "Hopper" });
    await confirm(sam);
    await run();
    expect(await invited()).toHaveLength(2);
    expect(await gina.query(files, {})).toMatchObject([
      { done: 2, skipped: [{ row: 2, name: "Grace Hopper", reason: expect.stringContaining("already been invited") }] },
    ]);
  });

  test("leaves out whoever was asked for before, while that is open, and names the request", async () => {
    const { world, gina } = await aCompanyWithFile();
    await world.run(async (ctx) => {
      const request = await submitted(ctx, gina.id, [{ type: "approve_access" }]);
      await ctx.db.patch(request._id, { targetKey: `portal-invite|${gina.id}|grace@ao.com` });
    });
    const { rows } = await gina.query(previewFile, { text: INVITE_FILE });
    expect(rows.map(({ changes }) => changes)).toEqual([expect.stringMatching(/^REQ-\d+ asks for the same/), null]);
  });

  test("goes on where it stopped, and no row is done again", async () => {
    const { world, gina, sam, send, run, invited, confirm } = await aCompanyWithFile();
    await send(gina, many(25));
    await confirm(sam);
    await world.internal(internal.invitations.internal.inviteNext, {});
    await world.internal(internal.invitations.internal.inviteNext, {});
    await run();
    expect(await invited()).toHaveLength(25);
    expect(await world.rows("requests")).toHaveLength(25);
  });

  test("with one wrong row does nothing, and every problem names its row and column", async () => {
    const { world, gina, areaId, send } = await aCompanyWithFile();
    const merged = { name: "Gone", code: "GON", costCentre: "1", mergedIntoId: areaId };
    await world.run((ctx) => ctx.db.insert("businessAreas", merged));
    const text = [
      "email,first_name,last_name,business_area",
      "grace@elsewhere.org,Grace,Hopper,PRC",
      "alan@ao.com,,Turing,NONE",
      "kay@ao.com,Kay,Mc,PRC",
      "Kay+list@ao.com,Kay,Mc,",
      "joan@ao.com,Joan,Clarke,GON",
    ].join("\n");
    expect((await gina.query(previewFile, { text })).problems).toEqual([
      { row: 2, column: "email", message: "Email must be @ao.com domain" },
      { row: 3, column: "first_name", message: expect.any(String) },
      { row: 3, column: "business_area", message: "No business area has this code or name." },
      { row: 5, column: "email", message: "Row 4 has the same mailbox." },
      { row: 5, column: "business_area", message: "Business area selection is required" },
      { row: 6, column: "business_area", message: "No business area has this code or name." },
    ]);
    expect(await codeOf(send(gina, text, ""))).toBe("invalid-input");
  });

  test("takes 500 rows and not 501, and no column it does not know", async () => {
    const { gina } = await aCompanyWithFile();
    const preview = (text: string) => gina.query(previewFile, { text });
    expect((await preview(many(500))).problems).toEqual([]);
    expect((await preview(many(501))).problems).toMatchObject([{ message: expect.stringContaining("at most 500") }]);
    const roles = "email,first_name,last_name,business_area,role\na@ao.com,A,B,PRC,superAdmin\n";
    expect((await preview(roles)).problems).toMatchObject([{ column: "role" }]);
  });

  test("takes effect after the wait where nobody is there to confirm it", async () => {
    const { world, gina, una, kim, send, run, turn, invited, setRoles } = await aCompanyWithFile();
    for (const who of [una, kim]) await setRoles(who);
    await send(gina);
    await world.advance(DAY_MS);
    await turn();
    await run();
    expect(await invited()).toHaveLength(2);
  });
});
