/** Files of ideas: their uploader's alone until they are sent, then everybody's who reads the idea (F8). */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { PNG } from "../tickets/files.testing";
import { aFeedbackWorld } from "./ideas.testing";

afterEach(endWorld);

const m = api.feedback.mutations;
const q = api.feedback.queries;
const FORM = { title: "Dark charts", description: "They are too bright at night", priority: "High" };

async function filing() {
  const feedback = await aFeedbackWorld();
  const { world } = feedback;
  const permit = async (who: TestPerson, ideaId: Id<"ideas"> | null = null) =>
    (await who.mutation(m.generateUploadUrl, { ideaId })).permitId;
  const take = (who: TestPerson, permitId: Id<"ideaUploadPermits">, storageId: Id<"_storage">, name = "screen.png") =>
    who.mutation(m.takeUpFile, { ideaId: null, permitId, storageId, name });
  const upload = async (
    who: TestPerson,
    ideaId: Id<"ideas"> | null = null,
    name = "screen.png",
    content: Uint8Array<ArrayBuffer> | string = PNG,
  ) => {
    const permitId = await permit(who, ideaId);
    const storageId = await world.file(content);
    const id = await who.mutation(m.takeUpFile, { ideaId, permitId, storageId, name });
    await world.advance(0);
    return id;
  };
  const open = (who: TestPerson, file: string) => who.query(q.attachment, { file });
  const create = (who: TestPerson, uploadIds: Id<"ideaUploads">[]) => who.mutation(m.create, { ...FORM, uploadIds });
  const idOf = async (key: string) => (await world.rows("ideas")).find((one) => one.key === key)!._id;
  const stored = async () =>
    (await world.run((ctx) => ctx.db.system.query("_storage").collect())).map(({ _id }) => _id);
  return { ...feedback, permit, take, upload, open, create, idOf, stored };
}

/** The same, with files of comments. */
async function commenting() {
  const files = await filing();
  const { world, ideaId: commented } = files;
  const permitBeside = async (who: TestPerson, ideaId: Id<"ideas"> | null) =>
    (await who.mutation(m.generateUploadUrl, { ideaId, isForComment: true })).permitId;
  const uploadBeside = async (
    who: TestPerson,
    ideaId: Id<"ideas">,
    name = "screen.png",
    content: Uint8Array<ArrayBuffer> | string = PNG,
  ) => {
    const permitId = await permitBeside(who, ideaId);
    const file = { ideaId, isForComment: true as const, permitId, storageId: await world.file(content), name };
    const id = await who.mutation(m.takeUpFile, file);
    await world.advance(0);
    return id;
  };
  const say = (who: TestPerson, ideaId: Id<"ideas">, uploadIds: Id<"ideaUploads">[]) =>
    who.mutation(m.comment, { ideaId, text: "Like this", uploadIds });
  const waiting = async (who: TestPerson) =>
    (await who.query(q.uploads, { ideaId: commented, isForComment: true })).map(({ id }) => id);
  return { ...files, permitBeside, uploadBeside, say, waiting };
}

describe("a file of an idea [F8]", () => {
  test("is its uploader's alone until the idea is sent, then everybody's who reads it", async () => {
    const { ada, gina, adam, upload, open, create } = await filing();
    const file = await upload(ada);
    expect(await open(ada, file)).toMatchObject({ contentType: "image/png", size: 12 });
    for (const who of [gina, adam]) {
      expect(await codeOf(open(who, file))).toBe("not-found");
      expect(await who.query(q.uploads, { ideaId: null })).toEqual([]);
    }
    const key = await create(ada, [file]);
    expect((await gina.query(q.get, { key }))?.files).toMatchObject([{ name: "screen.png", contentType: "image/png" }]);
    expect(await open(gina, file)).toMatchObject({ name: "screen.png" });
    expect(await ada.query(q.uploads, { ideaId: null })).toEqual([]);
  });

  test("of a withdrawn idea is its author's and the team's", async () => {
    const { ada, gina, adam, upload, open, create, idOf } = await filing();
    const file = await upload(ada);
    const ideaId = await idOf(await create(ada, [file]));
    await ada.mutation(m.withdraw, { ideaId });
    expect(await codeOf(open(gina, file))).toBe("not-found");
    for (const who of [ada, adam]) expect(await open(who, file)).toMatchObject({ name: "screen.png" });
  });

  test("goes with a deleted idea, and its name is nowhere", async () => {
    const { world, ada, sam, upload, open, create, idOf, stored } = await filing();
    const file = await upload(ada, null, "secret-plan.png");
    const ideaId = await idOf(await create(ada, [file]));
    await sam.stepUp();
    await sam.mutation(m.remove, { ideaId, reason: "Not for everybody" });
    expect([await stored(), await codeOf(open(ada, file))]).toEqual([[], "not-found"]);
    for (const table of ["ideas", "ideaUploads", "auditEvents"] as const)
      expect(JSON.stringify(await world.rows(table))).not.toContain("secret-plan");
  });

  test("is sent by its uploader alone, once, and only where it was uploaded", async () => {
    const { world, ada, gina, ideaId, upload, create } = await filing();
    const file = await upload(ada);
    expect(await codeOf(create(gina, [file]))).toBe("not-found");
    expect(await codeOf(ada.mutation(m.edit, { ideaId, ...FORM, fileIds: [file] }))).toBe("not-found");
    expect(await codeOf(gina.mutation(m.dropFile, { uploadId: file }))).toBe("not-found");
    await create(ada, [file]);
    expect(await codeOf(create(ada, [file]))).toBe("not-found");
    expect(await codeOf(ada.mutation(m.dropFile, { uploadId: file }))).toBe("not-found");
    expect(await world.rows("ideas")).toHaveLength(2);
  });

  test("is added and removed by its author as long as the idea is New, and by nobody else", async () => {
    const { ada, gina, ideaId, permit, upload, open, move, page, stored } = await filing();
    expect(await codeOf(permit(gina, ideaId))).toBe("not-eligible");
    const [first, second] = [await upload(ada, ideaId), await upload(ada, ideaId, "other.png")];
    await ada.mutation(m.edit, { ideaId, ...FORM, fileIds: [first] });
    await ada.mutation(m.edit, { ideaId, ...FORM });
    expect((await page(gina, ideaId))?.files.map(({ id }) => id)).toEqual([first]);
    await ada.mutation(m.edit, { ideaId, ...FORM, fileIds: [second] });
    expect((await page(gina, ideaId))?.files.map(({ name }) => name)).toEqual(["other.png"]);
    expect([await codeOf(open(ada, first)), (await stored()).length]).toEqual(["not-found", 1]);
    await move(ideaId, "Under review");
    expect(await codeOf(permit(ada, ideaId))).toBe("wrong-state");
    expect(await codeOf(ada.mutation(m.edit, { ideaId, ...FORM, fileIds: [] }))).toBe("wrong-state");
  });

  test("is judged by what it holds, and one that cannot be kept is sent by nobody", async () => {
    const { ada, upload, create, stored } = await filing();
    for (const content of ["<svg onload=alert(1)>", "<!doctype html>", "MZ\x90\0"])
      expect(await codeOf(create(ada, [await upload(ada, null, "picture.png", content)]))).toBe("invalid-input");
    expect(await stored()).toEqual([]);
  });

  test("is not served as the file of a ticket or a request, nor theirs as one of an idea", async () => {
    const { world, ada, upload, open } = await filing();
    const file = await upload(ada);
    for (const { attachment } of [api.tickets.queries, api.requests.queries])
      expect(await codeOf(ada.query(attachment, { file }))).toBe("not-found");
    const [row] = await world.rows("ideaUploads");
    for (const name of [ada.id, row?.storageId ?? "", "", "none"])
      expect(await codeOf(open(ada, name))).toBe("not-found");
  });

  test("is not seen unsent, uploaded or sent through somebody else's eyes", async () => {
    const { ada, sam, upload, open } = await filing();
    const file = await upload(ada);
    await sam.stepUp();
    await sam.mutation(api.impersonation.mutations.start, { personId: ada.id, reason: "To look", minutes: 30 });
    expect([await sam.query(q.uploads, { ideaId: null }), await codeOf(open(sam, file))]).toEqual([[], "not-found"]);
    const refused = "not-while-impersonating";
    expect(await codeOf(sam.mutation(m.generateUploadUrl, { ideaId: null }))).toBe(refused);
    expect(await codeOf(sam.mutation(m.dropFile, { uploadId: file }))).toBe(refused);
  });
});

describe("a file of a comment [F8]", () => {
  test("is its writer's alone until the comment is sent, then everybody's who reads the idea", async () => {
    const { ada, gina, adam, fay, ideaId, page, open, uploadBeside, say, waiting } = await commenting();
    const file = await uploadBeside(gina, ideaId);
    for (const who of [ada, adam])
      expect([await codeOf(open(who, file)), await waiting(who)]).toEqual(["not-found", []]);
    expect(await waiting(gina)).toEqual([file]);
    await say(gina, ideaId, [file]);
    expect((await page(fay, ideaId))?.comments).toMatchObject([{ files: [{ id: file, name: "screen.png" }] }]);
    expect((await page(fay, ideaId))?.files).toEqual([]);
    expect(await open(fay, file)).toMatchObject({ name: "screen.png", contentType: "image/png" });
    expect(await waiting(gina)).toEqual([]);
  });

  test("is sent by its uploader alone, once, with a comment on that idea and with nothing else", async () => {
    const { ada, gina, ideaId, write, upload, create, uploadBeside, say, page } = await commenting();
    const other = await write(gina, "Bright tables");
    const [file, adas, own] = [
      await uploadBeside(gina, ideaId),
      await uploadBeside(ada, ideaId),
      await upload(ada, ideaId),
    ];
    const edit = (fileIds: Id<"ideaUploads">[]) => ada.mutation(m.edit, { ideaId, ...FORM, fileIds });
    const tries = [
      say(ada, ideaId, [file]),
      say(gina, other, [file]),
      say(gina, ideaId, [adas]),
      say(ada, ideaId, [own]),
    ];
    for (const one of [...tries, edit([adas]), create(gina, [file])]) expect(await codeOf(one)).toBe("not-found");
    await say(gina, ideaId, [file, file]);
    expect(await codeOf(say(gina, ideaId, [file]))).toBe("not-found");
    expect(await codeOf(edit([file]))).toBe("not-found");
    expect(await codeOf(gina.mutation(m.dropFile, { uploadId: file }))).toBe("not-found");
    expect((await page(ada, ideaId))?.comments.map(({ files }) => files.length)).toEqual([1]);
  });

  test("stays where it is when its idea's author changes that idea's files", async () => {
    const { ada, gina, ideaId, open, uploadBeside, say } = await commenting();
    const file = await uploadBeside(gina, ideaId);
    await say(gina, ideaId, [file]);
    await ada.mutation(m.edit, { ideaId, ...FORM, fileIds: [] });
    expect(await open(ada, file)).toMatchObject({ name: "screen.png" });
  });

  test("moves with a merge and back, is the team's once the idea is withdrawn, and goes with a deleted one", async () => {
    const { world, ada, adam, sam, gina, fay, ideaId, write, page, open, uploadBeside, say, stored } =
      await commenting();
    const file = await uploadBeside(gina, ideaId, "secret-plan.png");
    await say(gina, ideaId, [file]);
    const intoId = await write(fay, "Bright tables");
    await adam.mutation(m.merge, { ideaId, intoId, note: "The same" });
    expect((await page(fay, intoId))?.comments).toMatchObject([{ on: "IDEA-1", files: [{ id: file }] }]);
    expect(await open(fay, file)).toMatchObject({ name: "secret-plan.png" });
    await adam.mutation(m.unmerge, { ideaId, note: "Not the same" });
    expect((await page(fay, intoId))?.comments).toEqual([]);
    await ada.mutation(m.withdraw, { ideaId });
    expect(await codeOf(open(fay, file))).toBe("not-found");
    expect(await open(adam, file)).toMatchObject({ name: "secret-plan.png" });
    await sam.stepUp();
    await sam.mutation(m.remove, { ideaId, reason: "Not for everybody" });
    expect([await stored(), await codeOf(open(adam, file))]).toEqual([[], "not-found"]);
    for (const table of ["ideaComments", "ideaUploads", "auditEvents"] as const)
      expect(JSON.stringify(await world.rows(table))).not.toContain("secret-plan");
  });

  test("has the limits of any file: its content is looked into, ten with one comment, none where nobody comments", async () => {
    const { ada, gina, adam, ideaId, permitBeside, uploadBeside, say } = await commenting();
    const bad = await uploadBeside(gina, ideaId, "picture.png", "<svg onload=alert(1)>");
    expect(await codeOf(say(gina, ideaId, [bad]))).toBe("invalid-input");
    await gina.mutation(m.dropFile, { uploadId: bad });
    const files = [];
    for (let n = 0; n < 10; n++) files.push(await uploadBeside(gina, ideaId));
    expect(await codeOf(uploadBeside(gina, ideaId))).toBe("too-many");
    expect(await codeOf(say(gina, ideaId, [...files, bad]))).toBe("too-many");
    expect(await codeOf(permitBeside(gina, null))).toBe("not-found");
    await ada.mutation(m.withdraw, { ideaId });
    for (const who of [gina, adam]) expect(await codeOf(permitBeside(who, ideaId))).toBe("wrong-state");
  });

  test("is taken up for what its permit was given for, and not through somebody else's eyes", async () => {
    const { world, ada, sam, ideaId, permit, permitBeside, uploadBeside, open } = await commenting();
    const [forIdea, forComment] = [await permit(ada, ideaId), await permitBeside(ada, ideaId)];
    const words = { storageId: await world.file(PNG), name: "screen.png", ideaId };
    expect(await codeOf(ada.mutation(m.takeUpFile, { ...words, permitId: forComment }))).toBe("not-found");
    const beside = { ...words, permitId: forIdea, isForComment: true as const };
    expect(await codeOf(ada.mutation(m.takeUpFile, beside))).toBe("not-found");
    const file = await uploadBeside(ada, ideaId);
    await sam.stepUp();
    await sam.mutation(api.impersonation.mutations.start, { personId: ada.id, reason: "To look", minutes: 30 });
    expect(await sam.query(q.uploads, { ideaId, isForComment: true })).toEqual([]);
    expect([await codeOf(open(sam, file)), await codeOf(permitBeside(sam, ideaId))]).toEqual([
      "not-found",
      "not-while-impersonating",
    ]);
  });
});

describe("an upload for an idea [F8]", () => {
  test("is taken up by whoever asked for its address, once, while the permit lasts", async () => {
    const { world, ada, gina, ideaId, permit, take } = await filing();
    const early = await world.file("early");
    const adas = await permit(ada);
    const file = await world.file("late");
    expect(await codeOf(take(gina, adas, file))).toBe("not-found");
    expect(await codeOf(take(ada, adas, early))).toBe("not-found");
    expect(await codeOf(take(ada, await permit(ada, ideaId), file))).toBe("not-found");
    const [second, third] = [await permit(ada), await permit(ada)];
    await take(ada, adas, file);
    const last = await world.file("last");
    expect(await codeOf(take(ada, adas, last))).toBe("not-found");
    expect(await codeOf(take(ada, second, file))).toBe("not-found");
    await world.advance(HOUR_MS + 1);
    expect(await codeOf(take(ada, third, last))).toBe("not-found");
  });

  test("has limits: ten files unsent, ten beside an idea, thirty begun in an hour", async () => {
    const { world, ada, permit, upload, create } = await filing();
    const files = [];
    for (let n = 0; n < 10; n++) files.push(await upload(ada));
    expect(await codeOf(upload(ada))).toBe("too-many");
    expect(await codeOf(create(ada, [...files, ...files.slice(0, 1)]))).toBe("too-many");
    await world.advance(HOUR_MS + 1);
    for (let n = 0; n < 30; n++) await permit(ada);
    expect(await codeOf(permit(ada))).toBe("too-many");
  });

  test("is swept after a day unsent; what was sent stays, also for the sweep of stray files", async () => {
    const { world, ada, gina, permit, upload, create, open, stored } = await filing();
    const sent = await upload(ada);
    await create(ada, [sent]);
    await upload(ada);
    await permit(ada);
    await world.advance(DAY_MS + HOUR_MS + MINUTE_MS);
    await world.internal(internal.feedback.internal.pruneFiles, {});
    await world.internal(internal.requests.internal.pruneTickets, {});
    expect(await open(gina, sent)).toMatchObject({ name: "screen.png" });
    expect([(await stored()).length, await world.rows("ideaUploadPermits")]).toEqual([1, []]);
  });
});
