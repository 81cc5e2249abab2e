/** Somebody lost the right to read what a mail tells while it lay in the outbox. */

import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { MINUTE_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";
import { adasMails } from "./notices.testing";

afterEach(endWorld);

const { claim, mailDue } = internal.notifications.internal;
const WITHDRAWN = { status: "failed", error: expect.stringContaining("Withdrawn") as string };

test("a mail to somebody who was suspended before it left, at the first try or a later one, does not leave [N2]", async () => {
  for (const isTried of [false, true]) {
    const { world, ada, tellAda, after, mails } = await adasMails();
    const adam = await world.person("adam", { roles: ["staff", "admin"] });
    await tellAda({ title: "Bea approved it", body: "All yours", because: "You asked for it" });
    await after(2 * MINUTE_MS);
    const [mail] = await mails();
    if (isTried) {
      expect(await world.internal(claim, { portalUrl: "https://portal.test" })).toHaveLength(1);
      const end = { id: mail!._id, result: "failed", error: "451 later" } as const;
      await world.internal(internal.notifications.internal.settle, end);
    }
    await adam.mutation(api.people.mutations.suspend, { personId: ada.id, reason: "Left" });
    await world.advance(60 * MINUTE_MS);
    const claimed = await world.internal(claim, { portalUrl: "https://portal.test" });
    expect(claimed.filter(({ to }) => to === mail!.to)).toEqual([]);
    expect((await mails())[0]).toMatchObject(WITHDRAWN);
    expect((await mails())[0]?.nextAttemptAt).toBeUndefined();
    await endWorld();
  }
});

test("a mail about a ticket does not leave to whoever is out of it by then, and does to the others [S5]", async () => {
  const { world, key, join, fay, adam, ada, answer } = await aSupport();
  await join(key, fay);
  await answer(adam, key, "It loads again.");
  await world.advance(2 * MINUTE_MS);
  await world.internal(mailDue, {});
  const ticketMails = async () => (await world.rows("mailOutbox")).filter(({ kind }) => kind === "ticket");
  expect(await ticketMails()).toHaveLength(2);
  await world.run(async (ctx) => {
    for (const row of await ctx.db.query("ticketParticipants").collect())
      if (row.personId === fay.id) await ctx.db.delete(row._id);
  });
  const claimed = await world.internal(claim, { portalUrl: "https://portal.test" });
  expect(claimed.filter(({ kind }) => kind === "ticket").map(({ to }) => to)).toEqual(["ada@ao.com"]);
  const [withdrawn] = (await ticketMails()).filter(({ personId }) => personId !== ada.id);
  expect(withdrawn).toMatchObject(WITHDRAWN);
});
