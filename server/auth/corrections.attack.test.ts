/** Mails about an address that a colleague corrects: the old mailbox can always stop it, the new one confirms (U17). */

import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../convex/lib/pure/time.ts";
import { ada, verifiedAda } from "./testing.ts";

const NEW = "ada.king@ao.com";
const broken = { status: 400, body: { code: "link_invalid" } };

async function corrected() {
  const world = await verifiedAda();
  const browser = world.browser();
  await browser.post("sign-in", ada);
  const { iss, sub } = await world.claimsOf(browser);
  const tokenIdentifier = `${iss}|${sub}`;
  const mail = async (what: "tell" | "confirm") => {
    const before = world.mails.length;
    await world.mailCorrection({ mail: what, tokenIdentifier, email: NEW, endsAt: world.clock.now + 7 * DAY_MS });
    return world.mails.slice(before).map((one) => ({
      ...one,
      token: new URL(one.link ?? "").searchParams.get("token") ?? "",
    }));
  };
  const post = (path: string, token: string | undefined) => world.browser().post(path, { token });
  const enters = async (email: string) =>
    (await world.browser("10.0.0.9").post("sign-in", { email, password: ada.password })).body.status === "complete";
  return { world, browser, tokenIdentifier, mail, post, enters };
}

describe("an address a colleague corrects (U17)", () => {
  test("is told to the old mailbox alone at first; both get a link later, and the new one's makes it theirs", async () => {
    const { world, browser, tokenIdentifier, mail, post, enters } = await corrected();
    expect((await mail("tell")).map(({ to, kind }) => [to, kind])).toEqual([["ada@ao.com", "email-correcting"]]);
    const [old, fresh] = await mail("confirm");
    expect([old?.to, fresh?.to, fresh?.kind]).toEqual(["ada@ao.com", NEW, "correct-email"]);
    expect(await enters("ada@ao.com")).toBe(true);
    expect(await post("correct-email", fresh?.token)).toMatchObject({ body: { ok: true, email: NEW } });
    expect(world.changedEmails).toEqual([{ tokenIdentifier, email: NEW }]);
    expect(await world.claimsOf(browser)).toMatchObject({ email: NEW });
    expect(world.lastMail()).toMatchObject({ to: "ada@ao.com", kind: "email-changed" });
    expect([await enters(NEW), await enters("ada@ao.com")]).toEqual([true, false]);
    expect(await post("correct-email", fresh?.token)).toMatchObject(broken);
    expect(await post("keep-email", old?.token)).toMatchObject(broken);
  });

  test("stays where the old mailbox says so, with either of its links; the new one's is worth nothing then", async () => {
    for (const which of ["first", "second"] as const) {
      const { world, tokenIdentifier, mail, post, enters } = await corrected();
      const [first] = await mail("tell");
      const [second, fresh] = await mail("confirm");
      const stop = which === "first" ? first : second;
      const look = { token: stop?.token, purpose: "keep-email" };
      expect(await world.browser().post("open-link", look)).toMatchObject({ status: 200 });
      expect(world.keptEmails).toEqual([]);
      expect(await post("keep-email", stop?.token)).toMatchObject({ status: 200 });
      expect(world.keptEmails).toEqual([tokenIdentifier]);
      expect(await post("correct-email", fresh?.token)).toMatchObject(broken);
      expect([await enters(NEW), await enters("ada@ao.com")]).toEqual([false, true]);
    }
  });

  test("is not confirmed by the link of another purpose, late, or for whoever was shut out", async () => {
    const { world, mail, post, enters } = await corrected();
    const [old, fresh] = await mail("confirm");
    expect(await post("correct-email", old?.token)).toMatchObject(broken);
    expect(await post("change-email", fresh?.token)).toMatchObject(broken);
    expect(await post("keep-email", fresh?.token)).toMatchObject(broken);
    expect(await post("reset-password", fresh?.token)).toMatchObject({ status: 400 });
    world.closed.add("ada@ao.com");
    expect(await post("correct-email", fresh?.token)).toMatchObject(broken);
    world.closed.clear();
    world.clock.now += 7 * DAY_MS;
    expect(await post("correct-email", fresh?.token)).toMatchObject(broken);
    expect([world.changedEmails, await enters("ada@ao.com")]).toEqual([[], true]);
  });

  test("is not one that another account proved meanwhile, nor one the backend stopped", async () => {
    const { world, tokenIdentifier, mail, post } = await corrected();
    const [, taken] = await mail("confirm");
    world.keptEmails.push(tokenIdentifier);
    expect(await post("correct-email", taken?.token)).toMatchObject(broken);
    world.keptEmails.length = 0;
    await world.provision({ email: NEW, password: "Kings-own-1pass" });
    const [, fresh] = await mail("confirm");
    expect(await post("correct-email", fresh?.token)).toMatchObject(broken);
    expect(world.changedEmails).toEqual([]);
  });

  test("mails nothing about an account of another sign-in, or none", async () => {
    const { world, tokenIdentifier: own } = await corrected();
    const before = world.mails.length;
    for (const tokenIdentifier of [null, own.replace("auth|", "other|").slice(1), own.replace("auth|", "auti|")])
      await world.mailCorrection({ mail: "tell", tokenIdentifier, email: NEW, endsAt: world.clock.now + DAY_MS });
    expect(world.mails).toHaveLength(before);
  });
});
