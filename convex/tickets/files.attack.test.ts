/** Files of tickets: named by somebody who wants them, uploaded for something else, swept by a stranger's sweep. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aSupportWithFiles } from "./files.testing";

afterEach(endWorld);

const m = api.tickets.mutations;

describe("a file of a ticket (S10)", () => {
  test("is its uploader's alone until it is sent, then its readers'", async () => {
    const { world, ada, adam, gina, kim, key, join, upload, open, waiting, reply } = await aSupportWithFiles();
    await join(key, gina);
    const eve = await world.person("eve");
    const file = await upload(ada, key);
    expect(await open(ada, file)).toMatchObject({ contentType: "image/png", size: 12 });
    for (const who of [adam, gina, kim, eve]) {
      expect(await codeOf(open(who, file))).toBe("not-found");
      expect(await waiting(who, key)).toEqual([]);
    }
    await ada.mutation(m.reply, { key, body: "See the picture", uploadIds: [file] });
    for (const who of [ada, adam, gina, kim]) expect(await open(who, file)).toMatchObject({ name: "screen.png" });
    expect(await codeOf(open(eve, file))).toBe("not-found");
    await reply(ada, key);
  });

  test("on an internal note is agents' alone, and for nobody else's list, page or question", async () => {
    const { world, ada, adam, kim, gina, key, join, upload, open, say, read } = await aSupportWithFiles();
    await join(key, gina);
    const file = await upload(adam, key, "secret-plan.png");
    await say(adam, key, { body: "Only us", visibility: "internal", uploadIds: [file] });
    expect(await open(kim, file)).toMatchObject({ name: "secret-plan.png" });
    for (const who of [ada, gina]) {
      expect(await codeOf(open(who, file))).toBe("not-found");
      expect(JSON.stringify(await read(who, key))).not.toContain("secret-plan");
    }
    // Who answers others, but has a part in this ticket, reads no note of it.
    await join(key, kim);
    expect(await codeOf(open(kim, file))).toBe("not-found");
    expect(JSON.stringify(await world.rows("auditEvents"))).not.toContain("secret-plan");
  });

  test("of a merged ticket is read by the readers of that part alone", async () => {
    const { world, ada, adam, key, create, merge, upload, open, read } = await aSupportWithFiles();
    const eve = await world.person("eve");
    const other = await create(eve);
    const [adas, eves] = [await upload(ada, key, "adas.png"), await upload(eve, other, "eves.png")];
    await ada.mutation(m.reply, { key, body: "Mine", uploadIds: [adas] });
    await eve.mutation(m.reply, { key: other, body: "Mine", uploadIds: [eves] });
    await merge(adam, other, key, true);
    expect(await codeOf(open(ada, eves))).toBe("not-found");
    expect(await codeOf(open(eve, adas))).toBe("not-found");
    expect(JSON.stringify(await read(ada, key))).not.toContain("eves.png");
    expect(JSON.stringify(await read(adam, key))).toContain("eves.png");
    for (const file of [adas, eves]) expect(await open(adam, file)).toMatchObject({ contentType: "image/png" });
  });

  test("is sent by its uploader alone, once, and only where it was uploaded", async () => {
    const { ada, adam, gina, key, join, create, upload, say } = await aSupportWithFiles();
    await join(key, gina);
    const other = await create(ada);
    const file = await upload(ada, key);
    const send = (to: string) => ada.mutation(m.reply, { key: to, body: "Here", uploadIds: [file] });
    expect(await codeOf(gina.mutation(m.reply, { key, body: "Mine", uploadIds: [file] }))).toBe("not-found");
    expect(await codeOf(say(adam, key, { uploadIds: [file] }))).toBe("not-found");
    expect(await codeOf(create(ada, { uploadIds: [file] }))).toBe("not-found");
    expect(await codeOf(send(other))).toBe("not-found");
    await send(key);
    expect(await codeOf(send(key))).toBe("not-found");
    expect(await codeOf(ada.mutation(m.dropFile, { uploadId: file }))).toBe("not-found");
  });

  test("is not sent before it was looked into, nor when it is not what its name says", async () => {
    const { ada, key, uploadUnchecked, upload, world, open, waiting, stored } = await aSupportWithFiles();
    const send = (uploadId: typeof unchecked) => ada.mutation(m.reply, { key, body: "Here", uploadIds: [uploadId] });
    const unchecked = await uploadUnchecked(ada, key);
    expect(await codeOf(send(unchecked))).toBe("too-early");
    expect(await codeOf(open(ada, unchecked))).toBe("not-found");
    await world.advance(0);
    await send(unchecked);
    const kept = await stored();
    for (const content of ["<svg onload=alert(1)>", "<!doctype html>", "MZ\x90\0"]) {
      const bad = await upload(ada, key, "picture.png", content);
      expect(await codeOf(send(bad))).toBe("invalid-input");
    }
    expect(await stored()).toEqual(kept);
    expect((await waiting(ada, key)).every(({ state, problem }) => state === "refused" && problem)).toBe(true);
  });

  test("cannot be uploaded, sent or dropped through somebody else's eyes, and an unsent one is not seen there", async () => {
    const { ada, sam, key, upload, open, waiting } = await aSupportWithFiles();
    const file = await upload(ada, key);
    await sam.stepUp();
    await sam.mutation(api.impersonation.mutations.start, {
      personId: ada.id,
      reason: "Look at what they see",
      minutes: 30,
    });
    expect(await waiting(sam, key)).toEqual([]);
    expect(await codeOf(open(sam, file))).toBe("not-found");
    const refused = "not-while-impersonating";
    expect(await codeOf(sam.mutation(m.generateUploadUrl, { key }))).toBe(refused);
    expect(await codeOf(sam.mutation(m.dropFile, { uploadId: file }))).toBe(refused);
    await ada.mutation(m.reply, { key, body: "Here", uploadIds: [file] });
    expect(await open(sam, file)).toMatchObject({ name: "screen.png" });
  });

  test("is not served once its reader has left the ticket", async () => {
    const { ada, gina, key, join, remove, upload, open } = await aSupportWithFiles();
    await join(key, gina);
    const file = await upload(gina, key);
    await gina.mutation(m.reply, { key, body: "Here", uploadIds: [file] });
    await remove(ada, key, gina);
    expect(await codeOf(open(gina, file))).toBe("not-found");
    expect(await open(ada, file)).toMatchObject({ name: "screen.png" });
  });

  test("is not served as the file of a request, nor the file of a request as that of a ticket", async () => {
    const { world, ada, key, upload, open } = await aSupportWithFiles();
    const file = await upload(ada, key);
    expect(await codeOf(ada.query(api.requests.queries.attachment, { file }))).toBe("not-found");
    for (const name of [ada.id, key, "", "none"]) expect(await codeOf(open(ada, name))).toBe("not-found");
    const [row] = await world.rows("ticketUploads");
    expect(await codeOf(open(ada, row?.storageId ?? ""))).toBe("not-found");
  });
});

describe("an upload for a ticket (S10)", () => {
  test("is taken up by whoever asked for its address, for that ticket, once, while the permit lasts", async () => {
    const { world, ada, adam, key, create, permit, take } = await aSupportWithFiles();
    const other = await create(ada);
    const early = await world.file("early");
    const adas = await permit(ada, key);
    const file = await world.file("late");
    expect(await codeOf(take(adam, key, adas, file))).toBe("not-found");
    expect(await codeOf(take(ada, other, adas, file))).toBe("not-found");
    expect(await codeOf(take(ada, null, adas, file))).toBe("not-found");
    expect(await codeOf(take(ada, key, adas, early))).toBe("not-found");
    const [second, third] = [await permit(ada, key), await permit(ada, key)];
    const last = await world.file("last");
    await take(ada, key, adas, file);
    expect(await codeOf(take(ada, key, adas, last))).toBe("not-found");
    // What another upload has, of whatever kind, is its own.
    expect(await codeOf(take(ada, key, second, file))).toBe("not-found");
    await world.advance(HOUR_MS + 1);
    expect(await codeOf(take(ada, key, third, last))).toBe("not-found");
  });

  test("is begun only where one may write", async () => {
    const { world, adam, key, create, permit, upload, waiting } = await aSupportWithFiles();
    const eve = await world.person("eve");
    expect(await codeOf(permit(eve, key))).toBe("not-found");
    expect(await codeOf(permit(eve, "TKT-0"))).toBe("not-found");
    await upload(eve, null);
    expect(await waiting(eve, null)).toHaveLength(1);
    for (const name of [key, "TKT-0"]) expect(await waiting(eve, name)).toEqual([]);
    // Whoever answers tickets reads one of theirs by another account, and writes nothing in it.
    const own = await create(adam);
    const twin = await world.person("adam.two", { email: "adam+two@ao.com", roles: ["staff", "admin"] });
    expect(await codeOf(permit(twin, own))).toBe("not-found");
  });

  test("has limits: ten files unsent in one place, ten sent at once, thirty begun in an hour", async () => {
    const { world, ada, key, permit, upload } = await aSupportWithFiles();
    const files = [];
    for (let n = 0; n < 10; n++) files.push(await upload(ada, key));
    expect(await codeOf(upload(ada, key))).toBe("too-many");
    const [extra] = files;
    const eleven = [...files, ...(extra ? [extra] : [])];
    expect(await codeOf(ada.mutation(m.reply, { key, body: "All", uploadIds: eleven }))).toBe("too-many");
    await ada.mutation(m.reply, { key, body: "All", uploadIds: files });
    await world.advance(HOUR_MS + 1);
    for (let n = 0; n < 30; n++) await permit(ada, null);
    expect(await codeOf(permit(ada, null))).toBe("too-many");
  });
});

describe("what sweeps", () => {
  test("files nobody took up leaves those of tickets, sent or not", async () => {
    const { world, ada, key, upload, open, stored } = await aSupportWithFiles();
    const [sent, unsent] = [await upload(ada, key), await upload(ada, key)];
    await ada.mutation(m.reply, { key, body: "Here", uploadIds: [sent] });
    const stray = await world.file("stray");
    await world.advance(HOUR_MS + MINUTE_MS);
    await world.internal(internal.requests.internal.pruneTickets, {});
    expect(await stored()).not.toContain(stray);
    expect(await stored()).toHaveLength(2);
    for (const file of [sent, unsent]) expect(await open(ada, file)).toMatchObject({ name: "screen.png" });
  });

  test("unsent files of tickets leaves those that were sent, and takes permits that are over", async () => {
    const { world, ada, key, permit, upload, open, stored } = await aSupportWithFiles();
    const [sent, unsent] = [await upload(ada, key), await upload(ada, null)];
    await ada.mutation(m.reply, { key, body: "Here", uploadIds: [sent] });
    await permit(ada, key);
    await world.advance(DAY_MS - HOUR_MS);
    expect(await open(ada, unsent)).toMatchObject({ name: "screen.png" });
    await world.advance(2 * HOUR_MS);
    await world.internal(internal.tickets.internal.pruneFiles, {});
    expect(await codeOf(open(ada, unsent))).toBe("not-found");
    expect(await open(ada, sent)).toMatchObject({ name: "screen.png" });
    expect(await stored()).toHaveLength(1);
    expect(await world.rows("ticketUploadPermits")).toEqual([]);
  });
});
