/** What the backend decided reaches the sign-in store, once each, also where one account fails. */

import { describe, expect, test } from "vitest";
import type { MailEnd } from "./mail/port.ts";
import { type ShutOutWatchOptions, watchShutOuts } from "./shut-out-watch.ts";

const row = (id: string) => ({ id, tokenIdentifier: null, email: `${id}@ao.com`, at: 7 });

function aWatch(failing = new Set<string>()) {
  const due = [row("ada"), row("bea")];
  const links = [{ id: "link", email: "cleo@ao.com" }];
  const mailed: string[] = [];
  const locked = [{ id: "lock", email: "dan@ao.com" }];
  const unlocked: string[] = [];
  const ended: string[] = [];
  const warnings: string[] = [];
  const watch = watchShutOuts({
    backend: {
      kind: "embedded",
      query: async (path) =>
        path.endsWith("shutOuts")
          ? [...due]
          : path.endsWith("waitingUnlocks")
            ? [...locked]
            : /orders$|waitingMails$/i.test(path)
              ? []
              : [...links],
      mutation: async (path, args) => {
        if (path.endsWith("unlockDone")) return locked.splice(0, 1);
        if (path.endsWith("takeResetLink")) return links.splice(0, 1).length === 1;
        const index = due.findIndex(({ id }) => id === args?.["id"]);
        return due.splice(index, 1);
      },
    },
    carryOut: async () => ({ account: "disabled", sessions: 0, links: 0 }),
    mailCorrection: async () => undefined,
    openInvited: async () => ({ found: "waiting", mailed: Promise.resolve("kept") }),
    unlock: (email) => void unlocked.push(email),
    sendPasswordLink: async (email) => void mailed.push(email),
    shutOut: async ({ email }) => {
      if (failing.has(email)) throw new Error("the store is busy");
      ended.push(email);
    },
    log: { warn: (message) => void warnings.push(message) },
  });
  return { watch, due, ended, warnings, mailed, unlocked };
}

test("everybody who was shut out is ended in the sign-in store, and asked about no more", async () => {
  const { watch, due, ended } = aWatch();
  await watch.endDue();
  await watch.endDue();
  await watch.close();
  expect([ended, due]).toEqual([["ada@ao.com", "bea@ao.com"], []]);
});

test("a link to a new password that was asked for is mailed once", async () => {
  const { watch, mailed } = aWatch();
  await watch.endDue();
  await watch.endDue();
  await watch.close();
  expect(mailed).toEqual(["cleo@ao.com"]);
});

test("wrong passwords are forgotten once", async () => {
  const { watch, unlocked } = aWatch();
  await watch.endDue();
  await watch.endDue();
  await watch.close();
  expect(unlocked).toEqual(["dan@ao.com"]);
});

test("what failed is said and tried again, and holds up nobody else", async () => {
  const failing = new Set(["ada@ao.com"]);
  const { watch, due, ended, warnings, mailed, unlocked } = aWatch(failing);
  await watch.endDue();
  expect(warnings).toEqual(["ending the sessions of somebody who was shut out (ada) failed: the store is busy"]);
  expect([ended, due.map(({ id }) => id)]).toEqual([["bea@ao.com"], ["ada"]]);
  expect([mailed, unlocked]).toEqual([["cleo@ao.com"], ["dan@ao.com"]]);
  failing.clear();
  await watch.endDue();
  await watch.close();
  expect(ended).toEqual(["bea@ao.com", "ada@ao.com"]);
});

test.each([
  ["people/internal:shutOuts", "shutOut"],
  ["people/internal:waitingResetLinks", "sendPasswordLink"],
  ["people/internal:waitingUnlocks", "unlock"],
  ["emails/internal:waitingMails", "mailCorrection"],
  ["invitations/internal:orders", "openInvited"],
  ["removals/internal:signInOrders", "carryOut"],
])("of %s, one account that fails holds up neither the next nor another errand", async (asked, errand) => {
  const common = { tokenIdentifier: null, at: 7, mail: "tell", endsAt: 9, kind: "invite", errand: "read" };
  const account = { ...common, firstName: "A", lastName: "B", expiresAt: 9, isReturn: false };
  const done: string[] = [];
  const warnings: string[] = [];
  const act =
    (name: string) =>
    ({ email }: { readonly email: string }) => {
      if (name === errand && email === "ada@ao.com") throw new Error("no answer");
      done.push(`${name} ${email}`);
    };
  const byEmail = (name: string) => (email: string) => act(name)({ email });
  const watch = watchShutOuts({
    backend: {
      kind: "remote",
      query: async (path) => {
        if (path === asked) return ["ada", "bea"].map((id) => ({ ...account, id, email: `${id}@ao.com` }));
        return [{ ...account, id: "cleo", email: "cleo@ao.com" }];
      },
      mutation: async () => true,
    },
    carryOut: async (order) => (act("carryOut")(order), { account: "disabled", sessions: 0, links: 0 }),
    mailCorrection: async (correction) => act("mailCorrection")(correction),
    openInvited: async (invited) => (
      act("openInvited")(invited),
      { found: "waiting", mailed: Promise.resolve("kept") }
    ),
    unlock: byEmail("unlock"),
    sendPasswordLink: async (email) => byEmail("sendPasswordLink")(email),
    shutOut: async (one) => act("shutOut")(one),
    log: { warn: (message) => void warnings.push(message) },
  });
  await watch.endDue();
  await watch.close();
  expect(done).toContain(`${errand} bea@ao.com`);
  expect(done.filter((line) => line.endsWith("cleo@ao.com"))).toHaveLength(5);
  expect(warnings).toEqual([expect.stringMatching(/\(ada\) failed: no answer$/)]);
});

test("an errand that cannot even be asked about holds up none of the others", async () => {
  const mailed: string[] = [];
  const warnings: string[] = [];
  const watch = watchShutOuts({
    backend: {
      kind: "remote",
      query: async (path) => {
        if (path.endsWith("shutOuts")) throw new Error("no such function");
        return path.endsWith("waitingResetLinks") ? [{ id: "link", email: "cleo@ao.com" }] : [];
      },
      mutation: async () => true,
    },
    carryOut: async () => ({ account: "disabled", sessions: 0, links: 0 }),
    mailCorrection: async () => undefined,
    openInvited: async () => ({ found: "waiting", mailed: Promise.resolve("kept") }),
    unlock: () => undefined,
    sendPasswordLink: async (email) => void mailed.push(email),
    shutOut: async () => undefined,
    log: { warn: (message) => void warnings.push(message) },
  });
  await watch.endDue();
  await watch.close();
  expect(mailed).toEqual(["cleo@ao.com"]);
  expect(warnings).toEqual(["ending the sessions of somebody who was shut out failed: no such function"]);
});

describe("an invitation", () => {
  type End = Awaited<ReturnType<ShutOutWatchOptions["openInvited"]>>;

  function anInvitation(opened: End) {
    const invited = { id: "nova", kind: "invite", email: "nova@ao.com", firstName: "Nova", lastName: "Newcomer" };
    const calls: [string, unknown][] = [];
    const watch = watchShutOuts({
      backend: {
        kind: "remote",
        query: async (path) => (path.endsWith(":orders") ? [{ ...invited, expiresAt: 9, isReturn: false }] : []),
        mutation: async (path, args) => (calls.push([path, args]), true),
      },
      carryOut: async () => ({ account: "disabled", sessions: 0, links: 0 }),
      mailCorrection: async () => undefined,
      openInvited: async () => opened,
      unlock: () => undefined,
      sendPasswordLink: async () => undefined,
      shutOut: async () => undefined,
      log: { warn: () => undefined },
    });
    return { watch, done: () => calls.flatMap(([path, args]) => (path.endsWith("orderDone") ? [args] : [])) };
  }

  test.each([
    ["sent", "waiting", "waiting"],
    ["kept", "waiting", "waiting"],
    ["bounced", "waiting", "mail-refused"],
    ["failed", "waiting", null],
    ["failed", "own-password", "own-password"],
  ] as const)("whose mail is %s while its account is %s is reported as %s", async (end, found, reported) => {
    const { watch, done } = anInvitation({ found, mailed: Promise.resolve(end) });
    await watch.endDue();
    await watch.close();
    expect(new Set(done().map((args) => JSON.stringify(args)))).toEqual(
      new Set(reported === null ? [] : [JSON.stringify({ id: "nova", found: reported })]),
    );
  });

  test("is not said to be out while its mail is under way, and nobody else waits for the mail server", async () => {
    const mail = Promise.withResolvers<MailEnd>();
    const { watch, done } = anInvitation({ found: "waiting", mailed: mail.promise });
    await watch.endDue();
    expect(done()).toEqual([]);
    mail.resolve("sent");
    await watch.close();
    expect(done()[0]).toEqual({ id: "nova", found: "waiting" });
  });
});
