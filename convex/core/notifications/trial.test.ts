import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { MINUTE_MS } from "../../lib/pure/time";
import { aWorld, codeOf, endWorld } from "../../testing/world.testing";
import { KINDS } from "./rules";

afterEach(endWorld);

const { sendTest } = api.notifications.mutations;

test("every kind can be tried on oneself: one notification and one mail, to nobody else", async () => {
  const world = await aWorld();
  const sofia = await world.person("sofia", { roles: ["staff", "superAdmin"] });
  await world.person("ada");
  const kinds = Object.keys(KINDS);
  for (const kind of kinds) {
    await sofia.mutation(sendTest, { kind });
    await world.advance(3 * MINUTE_MS);
  }
  expect(new Set((await world.rows("notifications")).map(({ kind, recipientId }) => `${kind} ${recipientId}`))).toEqual(
    new Set(kinds.map((kind) => `${kind} ${sofia.id}`)),
  );
  const mails = await world.rows("mailOutbox");
  expect(mails).toHaveLength(kinds.length);
  for (const mail of mails)
    expect(mail).toMatchObject({
      to: "sofia@ao.com",
      kind: "test",
      text: expect.stringContaining("Why you get this: "),
    });
});

test("an unknown kind, and a thirty-first mail within the hour, are refused", async () => {
  const world = await aWorld();
  const sofia = await world.person("sofia", { roles: ["staff", "superAdmin"] });
  expect(await codeOf(sofia.mutation(sendTest, { kind: "weather" }))).toBe("invalid-input");
  for (let number = 1; number <= 30; number += 1) await sofia.mutation(sendTest, { kind: "comment.added" });
  expect(await codeOf(sofia.mutation(sendTest, { kind: "comment.added" }))).toBe("too-early");
});
