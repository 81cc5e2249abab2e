/**
 * Whoever corrects a colleague's address could read the new mailbox and have a password mailed there: nobody takes an
 * account by it (U17).
 */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { CORRECTION_LINK_MS } from "../core/emails/rules";
import { DAY_MS } from "../lib/pure/time";
import { aCompany } from "../people/suspending.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";

afterEach(endWorld);

const NEW = "ada.king@ao.com";
const { correct, stop, keep } = api.emails.mutations;
const { confirm, keep: keepByMail, waitingMails, takeMail } = internal.emails.internal;

async function aCorrection(env: Record<string, string> = {}) {
  const company = await aCompany(env);
  const { world, ada, adam, row } = company;
  const ask = (by: TestPerson = adam, { id }: TestPerson = ada, email = NEW) =>
    by.mutation(correct, { personId: id, email, reason: "It was mistyped" });
  const confirmed = async (person: TestPerson = ada, email = NEW) => {
    const { tokenIdentifier = "" } = await row(person);
    return (await world.internal(confirm, { tokenIdentifier, email }))?.code ?? null;
  };
  const mails = async () => {
    const due = await world.internalQuery(waitingMails, {});
    const taken: string[] = [];
    for (const { id, mail } of due) if (await world.internal(takeMail, { id, mail })) taken.push(mail);
    return taken;
  };
  const patch = (person: TestPerson, fields: Partial<Doc<"people">>) =>
    world.run((ctx) => ctx.db.patch(person.id, fields));
  const email = async (person: TestPerson = ada) => (await row(person)).email;
  const told = async (title: string) => (await world.rows("notifications")).filter((one) => one.title.includes(title));
  return { ...company, ask, confirmed, mails, patch, email, told };
}

describe("a colleague's address that is corrected (U17)", () => {
  test("changes once the new mailbox confirms it, a day later at the earliest; the person stays who they are", async () => {
    const { world, ada, adam, ask, confirmed, mails, email, row, told, noticesOf } = await aCorrection();
    const before = await row(ada);
    expect(await ask()).toMatchObject({ state: "done" });
    expect(await noticesOf(ada)).toEqual([
      expect.stringContaining(`Adam Tester is changing your email address to ${NEW}`),
    ]);
    expect(await mails()).toEqual(["tell"]);
    expect(await mails()).toEqual([]);
    await world.advance(DAY_MS - 1);
    expect([await mails(), await confirmed(), await email()]).toEqual([[], "fixed", "ada@ao.com"]);
    await world.advance(1);
    expect(await mails()).toEqual(["confirm"]);
    expect(await mails()).toEqual([]);
    expect([await confirmed(), await email()]).toEqual([null, NEW]);
    const { _id, roles, tokenIdentifier } = before;
    expect(await row(ada)).toMatchObject({ _id, roles, tokenIdentifier, mailbox: NEW });
    expect(await confirmed()).toBe("fixed");
    expect(await told(`Ada Tester now uses ${NEW}`)).not.toEqual([]);
    const actions = (await world.rows("auditEvents")).filter(({ action }) => action.startsWith("person.email"));
    expect(actions).toMatchObject([
      { action: "person.emailCorrecting", actor: { personId: adam.id }, targets: [{ id: ada.id }] },
      { action: "person.emailCorrected", actor: { personId: adam.id } },
    ]);
  });

  test("is over a week after the new mailbox got its link", async () => {
    const { world, ask, confirmed, email } = await aCorrection();
    await ask();
    await world.advance(DAY_MS + CORRECTION_LINK_MS);
    expect([await confirmed(), await email()]).toEqual(["fixed", "ada@ao.com"]);
    await ask();
  });

  test.each(["their person", "their old mailbox", "another admin"])(
    "is stopped by %s, and stays stopped",
    async (who) => {
      const { world, ada, gina, ask, confirmed, mails, email, row, told } = await aCorrection();
      await ask();
      await world.advance(DAY_MS);
      const { tokenIdentifier = "" } = await row(ada);
      if (who === "their person") await ada.mutation(keep, {});
      else if (who === "another admin") await gina.mutation(stop, { personId: ada.id });
      else expect(await world.internal(keepByMail, { tokenIdentifier })).toBe(true);
      expect([await mails(), await confirmed(), await email()]).toEqual([[], "fixed", "ada@ao.com"]);
      expect(await world.internal(keepByMail, { tokenIdentifier })).toBe(false);
      expect(await codeOf(ada.mutation(keep, {}))).toBe("wrong-state");
      expect(await told("Ada Tester keeps ada@ao.com")).not.toEqual([]);
      expect((await world.rows("auditEvents")).map(({ action }) => action)).toContain("person.emailKept");
    },
  );

  test("mails nothing that was stopped meanwhile, nor to the new mailbox before its time", async () => {
    const { world, ada, ask } = await aCorrection();
    await ask();
    const [due] = await world.internalQuery(waitingMails, {});
    if (!due) throw new Error("Nothing is to be mailed");
    expect(await world.internal(takeMail, { id: due.id, mail: "confirm" })).toBe(false);
    await ada.mutation(keep, {});
    expect(await world.internal(takeMail, { id: due.id, mail: "tell" })).toBe(false);
  });

  test("is one at a time, and the page says so before anybody asks", async () => {
    const { ada, adam, ask } = await aCorrection();
    const whyNot = async () =>
      (await adam.query(api.people.queries.moves, { personId: ada.id }))?.whyNotCorrectEmail as unknown;
    expect(await whyNot()).toBeNull();
    await ask();
    expect(await whyNot()).toMatchObject({
      code: "duplicate",
      message: expect.stringContaining("Stop that") as string,
    });
    expect(await codeOf(ask(undefined, ada, "ada.byron@ao.com"))).toBe("duplicate");
    await ada.mutation(keep, {});
    expect(await whyNot()).toBeNull();
  });

  test("is shown to its person and those who look after people", async () => {
    const { ada, adam, ask } = await aCorrection();
    const own = () => ada.query(api.emails.queries.own, {});
    expect(await own()).toBeNull();
    await ask();
    expect(await own()).toMatchObject({ email: NEW, by: "Adam Tester", reason: "It was mistyped" });
    expect(await adam.query(api.emails.queries.ofPerson, { personId: ada.id })).toMatchObject({ email: NEW });
    expect(await codeOf(ada.query(api.emails.queries.ofPerson, { personId: ada.id }))).toBe("not-allowed");
  });
});

describe("an address is not corrected (U17)", () => {
  test("by colleagues, of oneself by any account, or of whoever is above", async () => {
    const { world, ada, adam, fay, gina, sam, ask } = await aCorrection();
    const twin = await world.person("adam.two", { email: "Adam+2@ao.com" });
    expect(await codeOf(ask(fay, ada))).toBe("not-allowed");
    for (const [by, whom] of [
      [adam, adam],
      [adam, twin],
      [adam, gina],
      [gina, sam],
    ] as const)
      expect(await codeOf(ask(by, whom))).toBe("not-eligible");
  });

  test.each([
    "fay@ao.com",
    "Fay+x@ao.com",
    "adam+ada@ao.com",
    "ada@ao.com",
    "ada@elsewhere.com",
    "ada@evil-ao.com",
    "ada@@ao.com",
    "no address",
  ])("to %s", async (email) => {
    const { world, ada, ask } = await aCorrection();
    expect(await codeOf(ask(undefined, ada, email))).toBe("invalid-input");
    expect(await world.rows("emailCorrections")).toEqual([]);
  });

  test("to another domain the settings let sign up", async () => {
    const { ada, ask } = await aCorrection({ TEST_ADDRESSES: "ada@test.example" });
    expect(await codeOf(ask(undefined, ada, "ada@test.example"))).toBe("invalid-input");
  });

  test.each(["suspended", "removed", "invited"] as const)("of somebody %s", async (status) => {
    const { ada, ask, patch } = await aCorrection();
    await patch(ada, { status });
    expect(await codeOf(ask())).toBe("wrong-state");
  });

  test("of a protected account", async () => {
    const { ask } = await aCorrection({ PROTECTED_ACCOUNTS: "Ada+ops@ao.com" });
    expect(await codeOf(ask())).toBe("not-eligible");
  });

  test("without a reason", async () => {
    const { ada, adam } = await aCorrection();
    expect(await codeOf(adam.mutation(correct, { personId: ada.id, email: NEW, reason: " " }))).toBe("reason-required");
  });
});

describe("what was right when it was asked for is judged again when the new mailbox confirms (U17)", () => {
  async function asked() {
    const company = await aCorrection();
    await company.ask();
    await company.world.advance(DAY_MS);
    return company;
  }

  test.each([
    ["its person was suspended", "ada", { status: "suspended" }],
    ["its person has another address by now", "ada", { email: "ada.byron@ao.com", mailbox: "ada.byron@ao.com" }],
    ["whoever asked was suspended", "adam", { status: "suspended" }],
    ["whoever asked lost the role", "adam", { roles: ["staff"], isElevated: false }],
    ["somebody has that mailbox by now", "fay", { email: NEW, mailbox: NEW }],
  ] as const)("and nothing changes where %s", async (_what, who, fields) => {
    const company = await asked();
    await company.patch(company[who], fields as unknown as Partial<Doc<"people">>);
    const before = await company.email();
    expect([await company.confirmed(), await company.email()]).toEqual(["fixed", before]);
  });

  test("and nothing changes where its person rose to more than staff meanwhile, by whomever it was asked for", async () => {
    const { world, ada, gina, ask, confirmed, patch, email } = await aCorrection();
    await ask(gina);
    await world.advance(DAY_MS);
    await patch(ada, { roles: ["staff", "finops"], isElevated: true });
    expect([await confirmed(), await email()]).toEqual(["fixed", "ada@ao.com"]);
  });

  test("and nothing changes for another address or another person", async () => {
    const { fay, confirmed, email } = await asked();
    expect([await confirmed(undefined, "ada.byron@ao.com"), await confirmed(fay)]).toEqual(["fixed", "fixed"]);
    expect([await email(), await email(fay)]).toEqual(["ada@ao.com", "fay@ao.com"]);
  });
});

test("more than staff takes a second person before anything is mailed (U5)", async () => {
  const { world, adam, gina, sam, ask, confirm: agree, mails } = await aCorrection();
  expect(await codeOf(ask(gina, adam, "adam.king@ao.com"))).toBe("step-up-required");
  await gina.stepUp();
  expect(await ask(gina, adam, "adam.king@ao.com")).toMatchObject({ state: "proposed" });
  expect([await mails(), await world.rows("emailCorrections")]).toEqual([[], []]);
  await agree(sam);
  expect(await world.rows("emailCorrections")).toMatchObject([{ byId: gina.id, confirmedById: sam.id }]);
  expect(await mails()).toEqual(["tell"]);
});
