import { afterEach, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { aWorld, endWorld } from "../testing/world.testing";
import { adasWorld } from "./notices.testing";

afterEach(endWorld);

const record = internal.notifications.internal.recordMail;
const mail = {
  to: "ada@ao.com",
  subject: "Verify",
  text: "Open https://portal.test/verify?t=1",
  kind: "verification",
  status: "sent" as const,
};

test("mail is listed newest first, failures with their error, and never more than asked for", async () => {
  const world = await aWorld();
  const sofia = await world.person("sofia", { roles: ["superAdmin"] });
  await world.internal(record, mail);
  await world.advance(1000);
  await world.internal(record, { ...mail, status: "failed", error: "Connection refused" });
  expect(await sofia.query(api.notifications.queries.listMail, {})).toMatchObject([
    { status: "failed", error: "Connection refused" },
    { status: "sent", error: null },
  ]);
  expect(await sofia.query(api.notifications.queries.listMail, { limit: 0 })).toHaveLength(1);
});

test("the audit trail names receiver and kind, never the text with its link", async () => {
  const world = await aWorld();
  await world.internal(record, mail);
  const [event] = await world.rows("auditEvents");
  expect(event).toMatchObject({
    action: "mail.recorded",
    targets: [{ label: "ada@ao.com" }],
    context: { kind: "verification" },
  });
  expect(JSON.stringify(event)).not.toContain("verify?t=1");
});

test.each([
  [450, 0],
  [0, 450],
])(
  "of %s old mails and %s notices all go in one turn, archived ones and old ones beside each other",
  async (mails, notices) => {
    const { world, ada, tellAda } = await adasWorld();
    await world.internal(record, mail);
    await tellAda();
    await world.run(async (ctx) => {
      const [letter, notice] = [await ctx.db.query("mailOutbox").first(), await ctx.db.query("notifications").first()];
      if (!letter || !notice) throw new Error("Nothing to copy");
      const { _id, _creationTime, ...fields } = letter;
      const { _id: _noticeId, _creationTime: _noticeTime, ...told } = notice;
      for (let each = 0; each < mails; each += 1) await ctx.db.insert("mailOutbox", fields);
      for (let each = 0; each < notices; each += 1)
        await ctx.db.insert("notifications", { ...told, dedupeKey: `${each}`, ...(each % 2 && { archivedAt: 1 }) });
    });
    await world.advance(2000 * DAY_MS);
    await tellAda({ kind: "comment.added" });
    await world.internal(internal.notifications.internal.prune, {});
    for (let turn = 0; turn < 5; turn += 1) await world.advance(1);
    expect(await world.rows("mailOutbox")).toEqual([]);
    expect((await world.rows("notifications")).map(({ recipientId, kind }) => [recipientId, kind])).toEqual([
      [ada.id, "comment.added"],
    ]);
  },
);

test("mail is forgotten after 30 days", async () => {
  const world = await aWorld();
  await world.internal(record, mail);
  await world.advance(30 * DAY_MS + 1);
  await world.internal(record, mail);
  await world.internal(internal.notifications.internal.prune, {});
  expect(await world.rows("mailOutbox")).toHaveLength(1);
});
