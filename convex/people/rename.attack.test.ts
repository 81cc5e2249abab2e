/** Somebody takes another name, to be taken for somebody else where people decide by names; and help that goes too far. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { MINUTE_MS } from "../lib/pure/time";
import { itemsOf } from "../notifications/notices.testing";
import { aWorld, codeOf, endWorld, type TestPerson } from "../testing/world.testing";

afterEach(endWorld);

const rename = (who: TestPerson, firstName: string, lastName: string) =>
  who.mutation(api.people.mutations.saveProfile, { firstName, lastName });

test("the admins are told the old and the new name, and nobody else is", async () => {
  const world = await aWorld();
  const [mal, eve] = [await world.person("mal"), await world.person("eve")];
  const admin = await world.person("anna", { roles: ["staff", "admin"] });
  const sam = await world.person("sam", { roles: ["staff", "superAdmin"] });
  await rename(mal, "Anna", "Tester");
  for (const who of [admin, sam]) {
    expect(await itemsOf(who)).toMatchObject([
      { kind: "person.renamed", title: "Mal Tester is now called Anna Tester", to: `/admin/users/${mal.id}` },
    ]);
  }
  for (const who of [mal, eve]) expect(await itemsOf(who)).toEqual([]);
  expect(await world.rows("auditEvents")).toMatchObject([
    { action: "person.profileSaved", changes: [{ field: "firstName", before: "Mal", after: "Anna" }] },
  ]);
});

test("an admin who takes another name is told to the others; a name saved unchanged is told to nobody", async () => {
  const world = await aWorld();
  const [anna, otto] = [
    await world.person("anna", { roles: ["staff", "admin"] }),
    await world.person("otto", { roles: ["staff", "admin"] }),
  ];
  await rename(anna, " Anna ", "Tester");
  expect(await itemsOf(otto)).toEqual([]);
  await rename(anna, "Hanna", "Tester");
  expect(await itemsOf(otto)).toMatchObject([{ title: "Anna Tester is now called Hanna Tester" }]);
  expect(await itemsOf(anna)).toEqual([]);
});

describe("a name that is corrected", () => {
  const correct = (by: TestPerson, { id }: TestPerson) =>
    by.mutation(api.people.mutations.correctName, { personId: id, firstName: "Eva", lastName: "Tester" });

  test("is told to its person and the other admins, with who corrected it", async () => {
    const world = await aWorld();
    const eve = await world.person("eve");
    const [anna, otto] = [
      await world.person("anna", { roles: ["staff", "admin"] }),
      await world.person("otto", { roles: ["staff", "admin"] }),
    ];
    await correct(anna, eve);
    expect(await itemsOf(eve)).toMatchObject([
      { title: "Your name in the portal is now Eva Tester", isCritical: true },
    ]);
    expect(await itemsOf(otto)).toMatchObject([{ body: "Anna Tester corrected the name of eve@ao.com." }]);
    expect(await itemsOf(anna)).toEqual([]);
    expect(await world.rows("auditEvents")).toMatchObject([
      { action: "person.nameCorrected", actor: { personId: anna.id }, targets: [{ id: eve.id }] },
    ]);
  });

  test("is never one's own, by another account either, nor that of somebody above", async () => {
    const world = await aWorld();
    const anna = await world.person("anna", { roles: ["staff", "admin"] });
    const twin = await world.person("anna.two", { email: "Anna+2@ao.com" });
    const sam = await world.person("sam", { roles: ["staff", "superAdmin"] });
    for (const whom of [anna, twin, sam]) expect(await codeOf(correct(anna, whom))).toBe("not-eligible");
    expect((await world.rows("people")).map(({ firstName }) => firstName)).not.toContain("Eva");
  });
});

describe("a sign-in that is unlocked", () => {
  const unlock = (by: TestPerson, { id }: TestPerson) => by.mutation(api.people.mutations.unlock, { personId: id });

  test("[U18] is told to its person, happens once in ten minutes, and is carried out once", async () => {
    const world = await aWorld();
    const [eve, anna] = [await world.person("eve"), await world.person("anna", { roles: ["staff", "admin"] })];
    await unlock(anna, eve);
    expect(await codeOf(unlock(anna, eve))).toBe("rate-limited");
    expect(await itemsOf(eve)).toMatchObject([{ title: "Anna Tester unlocked your sign-in", to: "/profile" }]);
    const { waitingUnlocks, unlockDone } = internal.people.internal;
    const [waiting] = await world.internalQuery(waitingUnlocks, {});
    expect(waiting).toMatchObject({ email: "eve@ao.com" });
    if (waiting) await world.internal(unlockDone, { id: waiting.id });
    expect(await world.internalQuery(waitingUnlocks, {})).toEqual([]);
    await world.advance(10 * MINUTE_MS);
    await unlock(anna, eve);
    expect(await world.internalQuery(waitingUnlocks, {})).toHaveLength(1);
    expect(await world.rows("auditEvents")).toMatchObject([
      { action: "person.unlocked", actor: { personId: anna.id }, targets: [{ id: eve.id }] },
      { action: "person.unlocked" },
    ]);
  });

  test("[U18] is never one's own, nor of somebody above, nor of somebody who may not sign in", async () => {
    const world = await aWorld();
    const anna = await world.person("anna", { roles: ["staff", "admin"] });
    const twin = await world.person("anna.two", { email: "Anna+2@ao.com" });
    const sam = await world.person("sam", { roles: ["staff", "superAdmin"] });
    const out = await world.person("out", { status: "suspended" });
    for (const whom of [anna, twin, sam]) expect(await codeOf(unlock(anna, whom))).toBe("not-eligible");
    expect(await codeOf(unlock(anna, out))).toBe("wrong-state");
    expect(await world.rows("unlocks")).toEqual([]);
  });
});

describe("a link to a new password", () => {
  const send = (by: TestPerson, { id }: TestPerson) =>
    by.mutation(api.people.mutations.sendResetLink, { personId: id });

  test("goes to the person's own address, once in ten minutes, and is mailed once", async () => {
    const world = await aWorld();
    const [eve, anna] = [await world.person("eve"), await world.person("anna", { roles: ["staff", "admin"] })];
    await send(anna, eve);
    expect(await codeOf(send(anna, eve))).toBe("rate-limited");
    const { waitingResetLinks, takeResetLink } = internal.people.internal;
    const [link] = await world.internalQuery(waitingResetLinks, {});
    expect(link).toMatchObject({ email: "eve@ao.com" });
    if (link) expect(await world.internal(takeResetLink, { id: link.id })).toBe(true);
    if (link) expect(await world.internal(takeResetLink, { id: link.id })).toBe(false);
    expect(await world.internalQuery(waitingResetLinks, {})).toEqual([]);
    await world.advance(10 * MINUTE_MS);
    await send(anna, eve);
    expect((await world.rows("auditEvents")).map(({ action }) => action)).toEqual([
      "person.resetLinkSent",
      "person.resetLinkSent",
    ]);
  });

  test("is not sent to oneself, to somebody above, or to somebody who is suspended", async () => {
    const world = await aWorld();
    const anna = await world.person("anna", { roles: ["staff", "admin"] });
    const sam = await world.person("sam", { roles: ["staff", "superAdmin"] });
    const out = await world.person("out", { status: "suspended" });
    for (const [whom, code] of [
      [anna, "not-eligible"],
      [sam, "not-eligible"],
      [out, "wrong-state"],
    ] as const)
      expect(await codeOf(send(anna, whom))).toBe(code);
    expect(await world.rows("resetLinks")).toEqual([]);
  });
});
