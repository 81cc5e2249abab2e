/** The first-admin setting is a way in for whoever runs the server, and for nobody else. */

import { describe, expect, test } from "vitest";
import { ada, verifiedAda } from "./auth/testing.ts";
import { bootstrapSuperAdmin, inventedPeopleNote, namesFrom } from "./people.ts";

type World = Awaited<ReturnType<typeof verifiedAda>>;

/** A start of the portal whose settings name this address; the backend says whether they administer it. */
const start = ({ provisioning }: World, isSuperAdmin: boolean, email: string = ada.email) =>
  bootstrapSuperAdmin({
    backend: { mutation: () => Promise.resolve({ isSuperAdmin, email }) },
    provisioning,
    email,
  });

const email = "ada@ao.com";

const order = (world: World, errand: "disable" | "read") => world.carryOut({ errand, tokenIdentifier: null, email });

async function signsIn(world: World, { email, password }: { email: string; password: string }): Promise<boolean> {
  const browser = world.browser();
  await browser.post("sign-in", { email, password });
  return (await browser.get("token")).body.token !== null;
}

describe("a disabled account that the first-admin setting names", () => {
  test("stays shut while somebody else administers the portal: nothing is enabled, no password is printed", async () => {
    const world = await verifiedAda();
    await order(world, "disable");
    expect(await start(world, false)).toBeNull();
    expect(await order(world, "read")).toMatchObject({ account: "disabled" });
    expect(await signsIn(world, ada)).toBe(false);
  });

  test("is let in again where nobody does, by the password it has: that is neither replaced nor printed", async () => {
    const world = await verifiedAda();
    await order(world, "disable");
    expect(await start(world, true)).toBeNull();
    expect(await order(world, "read")).toMatchObject({ account: "enabled" });
    expect(await signsIn(world, ada)).toBe(true);
  });
});

test("an address without an account gets a password once, and another one at the next start: the old one is worth nothing", async () => {
  const world = await verifiedAda();
  const first = await start(world, true, "root@ao.com");
  const second = await start(world, true, "root@ao.com");
  if (!first || !second) throw new Error("No password was printed");
  expect(second.password).not.toBe(first.password);
  expect(await signsIn(world, first)).toBe(false);
  expect(await signsIn(world, second)).toBe(true);
});

test("a start without the demo says that invented people can still sign in, until the demo is cleared", async () => {
  const noteOf = (count: number) => inventedPeopleNote({ query: () => Promise.resolve(count) });
  expect(await noteOf(76)).toBe(
    "This folder still holds the demo: its 76 invented people can sign in with the demo's password until a super admin clears it (Seed Data).",
  );
  expect(await noteOf(0)).toBeNull();
});

test.each([
  ["jan.vries@ao.com", "Jan Vries"],
  ["ada_lovelace7@ao.com", "Ada Lovelace"],
  ["owner@ao.com", "Owner Admin"],
  ["42@ao.com", "First Admin"],
])("the first super admin with the address %s is greeted by a name of their own: %s", (address, name) => {
  const { firstName, lastName } = namesFrom(address);
  expect(`${firstName} ${lastName}`).toBe(name);
});
