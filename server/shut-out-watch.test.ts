/** What the backend decided reaches the sign-in store, once each, also where one account fails. */

import { expect, test } from "vitest";
import { watchShutOuts } from "./shut-out-watch.ts";

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
    openInvited: async () => "waiting",
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

test("what failed is said and tried again", async () => {
  const failing = new Set(["ada@ao.com"]);
  const { watch, due, ended, warnings } = aWatch(failing);
  await watch.endDue();
  expect(warnings).toEqual(["sessions of people who were shut out could not be ended: the store is busy"]);
  expect(due).toHaveLength(2);
  failing.clear();
  await watch.endDue();
  await watch.close();
  expect(ended).toEqual(["ada@ao.com", "bea@ao.com"]);
});
