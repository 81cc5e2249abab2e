/** Whoever was removed tries to come in by what they had; whoever is brought back finds nothing of it (U14). */

import { describe, expect, test } from "vitest";
import { ada, nobodyInvited, verifiedAda } from "./testing.ts";

type World = Awaited<ReturnType<typeof verifiedAda>>;

const NOTHING = { sessions: 0, links: 0 };
const order = (world: World, errand: "disable" | "delete" | "enable" | "read") =>
  world.carryOut({ errand, tokenIdentifier: null, email: "ada@ao.com" });

describe("a disabled sign-in", () => {
  test("opens by nothing: no password, no session, no mailed link, although the backend would let them in", async () => {
    const world = await verifiedAda();
    const [laptop, phone] = [world.browser(), world.browser()];
    await laptop.post("sign-in", ada);
    await world.browser().post("request-password-reset", { email: "ada@ao.com" });
    const { token } = world.lastMail();
    expect(await order(world, "disable")).toEqual({ account: "disabled", ...NOTHING });
    expect((await laptop.get("token")).body).toEqual({ userId: null, token: null });
    await phone.post("sign-in", ada);
    expect((await phone.get("token")).body.token).toBeNull();
    expect(await phone.post("reset-password", { token, newPassword: "Another-1pass" })).toMatchObject({ status: 400 });
    expect(await order(world, "read")).toEqual({ account: "disabled", ...NOTHING });
  });

  test("ends a session that was taken before, also one that the store still holds", async () => {
    const world = await verifiedAda();
    const browser = world.browser();
    await browser.post("sign-in", ada);
    await order(world, "disable");
    await order(world, "enable");
    expect((await browser.get("token")).body.token).toBeNull();
  });

  test("makes no session at all: enabled again, a try from meanwhile is worth nothing", async () => {
    const world = await verifiedAda();
    await order(world, "disable");
    const browser = world.browser();
    await browser.post("sign-in", ada);
    expect(await order(world, "read")).toMatchObject({ sessions: 0 });
  });

  test("is closed to a session whose sign-in was under way when it was disabled", async () => {
    const gate = { wait: Promise.resolve(), asked: () => undefined as void };
    const accountStateOf = async () => {
      gate.asked();
      await gate.wait;
      return "open" as const;
    };
    const backend = { ...nobodyInvited, recordStepUp: () => Promise.resolve(), accountStateOf };
    const world = await verifiedAda({ backend });
    const [asked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    Object.assign(gate, { wait: opened.promise, asked: asked.resolve });
    const browser = world.browser();
    const trying = browser.post("sign-in", ada);
    await asked.promise;
    await order(world, "disable");
    opened.resolve();
    await trying;
    expect((await browser.get("token")).body.token).toBeNull();
  });

  test("is disabled twice like once, and enabled with nothing from before", async () => {
    const world = await verifiedAda();
    await order(world, "disable");
    expect(await order(world, "disable")).toEqual({ account: "disabled", ...NOTHING });
    expect(await order(world, "enable")).toEqual({ account: "enabled", ...NOTHING });
    const browser = world.browser();
    await browser.post("sign-in", ada);
    expect((await browser.get("token")).body.token).not.toBeNull();
  });

  test("is enabled for whom the server's own settings make the first super admin, and for whoever is invited again", async () => {
    const world = await verifiedAda();
    await order(world, "disable");
    await world.provisioning.enable("Ada@ao.com");
    expect(await order(world, "read")).toMatchObject({ account: "enabled" });
    await order(world, "disable");
    const { firstName, lastName, email } = ada;
    const again = { firstName, lastName, email, expiresAt: world.clock.now + 1000, isReminder: false };
    expect(await world.openInvited({ ...again, isReturn: true })).toBe("waiting");
    expect(await order(world, "read")).toMatchObject({ account: "enabled" });
  });
});

describe("a deleted sign-in", () => {
  test("is gone with its sessions, and its password opens nothing", async () => {
    const world = await verifiedAda();
    await world.browser().post("sign-in", ada);
    expect(await order(world, "delete")).toEqual({ account: "none", ...NOTHING });
    expect(await order(world, "delete")).toEqual({ account: "none", ...NOTHING });
    const browser = world.browser();
    await browser.post("sign-in", ada);
    expect((await browser.get("token")).body.token).toBeNull();
  });

  test("takes nobody else with it: another account stays as it is", async () => {
    const world = await verifiedAda();
    await world.provision({ email: "bea@ao.com", password: ada.password });
    await order(world, "delete");
    const browser = world.browser();
    await browser.post("sign-in", { ...ada, email: "bea@ao.com" });
    expect((await browser.get("token")).body.token).not.toBeNull();
  });

  test("is reported as it is read, also where nobody has an account of the address", async () => {
    const world = await verifiedAda();
    const nobody = { tokenIdentifier: "https://elsewhere.invalid|ada", email: "nobody@ao.com" };
    for (const errand of ["disable", "enable", "read", "delete"] as const)
      expect(await world.carryOut({ errand, ...nobody })).toEqual({ account: "none", ...NOTHING });
  });
});
