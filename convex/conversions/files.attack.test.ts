/** Files that go along with what a ticket becomes: the requester's own, to readers the requester agreed to (F8). */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { MAX_FILES } from "../core/files/rules";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { PNG } from "../tickets/files.testing";

afterEach(endWorld);

const c = api.conversions.mutations;
const q = api.conversions.queries;
const t = api.tickets.mutations;
const ACCESS = "snowflake-access";
type File = Id<"ticketUploads">;

/** A ticket of Ada's with files of hers, of Zoe's who takes part, of the admin and of an internal note. */
async function filing() {
  const company = await aCompany();
  const { world, ada, zoe, person, formOf } = company;
  const admin = person("admin");
  const upload = async (who: TestPerson, key: string | null, name: string): Promise<File> => {
    const { permitId } = await who.mutation(t.generateUploadUrl, { key });
    const storageId = await world.file(PNG);
    const id = await who.mutation(t.takeUpFile, { key, permitId, storageId, name });
    await world.advance(0);
    return id;
  };
  const own = await upload(ada, null, "own.png");
  const words = { title: "Orders", description: "I need them", topic: "access" as const, related: null };
  const key = await ada.mutation(t.create, { ...words, uploadIds: [own] });
  await ada.mutation(t.addParticipant, { key, personId: zoe.id });
  const said = await upload(ada, key, "said.png");
  await ada.mutation(t.reply, { key, body: "Also this", uploadIds: [said] });
  const zoes = await upload(zoe, key, "zoes.png");
  await zoe.mutation(t.reply, { key, body: "Mine", uploadIds: [zoes] });
  const answers = await upload(admin, key, "answer.png");
  await admin.mutation(t.say, { key, body: "Ours", visibility: "public", uploadIds: [answers] });
  const noted = await upload(admin, key, "noted.png");
  await admin.mutation(t.say, { key, body: "Only us", visibility: "internal", uploadIds: [noted] });
  const suggest = (fileIds: File[], typeKey: string | null = null, by: TestPerson = admin) =>
    by.mutation(c.suggest, { key, typeKey, body: "Better so", fileIds });
  const write = (fileIds: File[]) =>
    ada.mutation(c.writeIdea, { key, title: "A tour", description: "Please", priority: "Low", fileIds });
  const send = (requestId: Id<"requests">) =>
    ada.mutation(api.requests.mutations.submit, {
      typeKey: ACCESS,
      form: formOf(ACCESS),
      requestId,
      submitKey: aSubmitKey(),
    });
  const filesOf = async (idea: string, by: TestPerson = zoe) =>
    (await by.query(api.feedback.queries.get, { key: idea }))?.files ?? [];
  const stored = async () => (await world.run((ctx) => ctx.db.system.query("_storage").collect())).length;
  const redact = (fileIds: File[]) =>
    admin.mutation(t.redact, { key, words: null, fileIds, reason: "A customer is in it" });
  return {
    ...company,
    admin,
    key,
    own,
    said,
    zoes,
    answers,
    noted,
    suggest,
    upload,
    write,
    send,
    filesOf,
    stored,
    redact,
  };
}

describe("files that go along [F8]", () => {
  test("are picked among those the requester sent to everybody in the ticket, and no others", async () => {
    const { ada, admin, zoe, key, own, said, zoes, answers, noted, suggest } = await filing();
    expect((await admin.query(q.files, { key })).map(({ id }) => id)).toEqual([own, said]);
    for (const file of [zoes, answers, noted]) expect(await codeOf(suggest([own, file]))).toBe("not-found");
    for (const who of [ada, zoe]) expect(await codeOf(who.query(q.files, { key }))).toBe("not-allowed");
    const other = await zoe.mutation(t.create, {
      title: "Mine",
      description: "Mine",
      topic: "other",
      related: null,
    });
    const wish = { key: other, typeKey: null, body: "Better so", fileIds: [own] };
    expect(await codeOf(admin.mutation(c.suggest, wish))).toBe("not-found");
  });

  test("are as many as a request or an idea takes, each once: none is left behind unsaid", async () => {
    const { world, ada, admin, key, own, upload, suggest, write, filesOf } = await filing();
    const more: File[] = [];
    for (let count = 0; count < MAX_FILES; count += 1) more.push(await upload(ada, key, `more-${count}.png`));
    await ada.mutation(t.reply, { key, body: "All of these", uploadIds: more });
    expect(await codeOf(suggest([own, ...more]))).toBe("too-many");
    expect((await world.rows("tickets")).every(({ suggested }) => suggested === undefined)).toBe(true);
    await suggest([own, own, ...more.slice(1)]);
    expect((await admin.query(q.suggestion, { key }))?.files).toHaveLength(MAX_FILES);
    const idea = await write([own, own, ...more.slice(1)]);
    expect(await filesOf(idea)).toHaveLength(MAX_FILES);
  });

  test("go with an idea only where the requester lets them, and no other does", async () => {
    const { world, own, said, suggest, write, filesOf } = await filing();
    await suggest([own]);
    expect(await codeOf(write([own, said]))).toBe("not-found");
    expect(await world.rows("ideas")).toEqual([]);
    expect(await filesOf(await write([]))).toEqual([]);
  });

  test("are read by everybody with the idea, without a second copy, and the ticket's are not", async () => {
    const { world, person, own, said, suggest, write, filesOf, stored } = await filing();
    const before = await stored();
    await suggest([own, said]);
    const idea = await write([own]);
    const [file] = await filesOf(idea);
    expect(file).toMatchObject({ name: "own.png", contentType: "image/png" });
    const stranger = await world.person("sia");
    const open = (of: typeof api.feedback | typeof api.tickets, id = "") =>
      stranger.query(of.queries.attachment, { file: id });
    expect(await open(api.feedback, file?.id)).toMatchObject({ name: "own.png" });
    for (const id of [own, said]) expect(await codeOf(open(api.tickets, id))).toBe("not-found");
    expect([await stored(), person("admin").id === stranger.id]).toEqual([before, false]);
  });

  test("vanish from the idea, too, where the ticket is redacted [S16]", async () => {
    const { own, suggest, write, filesOf, stored, redact } = await filing();
    await suggest([own]);
    const idea = await write([own]);
    const before = await stored();
    await redact([own]);
    expect([await filesOf(idea), await stored()]).toEqual([[], before - 1]);
  });

  test("that are redacted before the requester follows go nowhere [S16]", async () => {
    const { ada, key, own, said, suggest, write, filesOf, redact } = await filing();
    await suggest([own, said]);
    await redact([own]);
    expect((await ada.query(q.words, { key }))?.files.map(({ id }) => id)).toEqual([said]);
    expect((await filesOf(await write([own, said]))).map(({ name }) => name)).toEqual(["said.png"]);
  });

  test("stay in the ticket where the idea is deleted", async () => {
    const { world, ada, own, suggest, write, filesOf } = await filing();
    await suggest([own]);
    const idea = await write([own]);
    const [row] = await world.rows("ideas");
    const sam = await world.person("sam.super", { roles: ["staff", "superAdmin"] });
    await sam.stepUp();
    await sam.mutation(api.feedback.mutations.remove, { ideaId: row!._id, reason: "Not for everybody" });
    expect(await filesOf(idea)).toEqual([]);
    expect(await ada.query(api.tickets.queries.attachment, { file: own })).toMatchObject({ name: "own.png" });
  });

  test("go with a request once it is sent, in its requester's name, and are redacted there, too [S16]", async () => {
    const { world, ada, key, own, said, suggest, send, redact, stored } = await filing();
    await suggest([own, said], ACCESS);
    const draft = await ada.mutation(c.begin, { key, fileIds: [own, said] });
    expect(await ada.mutation(c.begin, { key, fileIds: [said] })).toBe(draft);
    expect(await world.rows("requestComments")).toEqual([]);
    await send(draft);
    const comments = await world.rows("requestComments");
    expect(comments).toMatchObject([
      { requestId: draft, authorId: ada.id, visibility: "public", body: `From the ticket ${key}` },
    ]);
    const [file] = comments[0]?.attachments ?? [];
    expect(comments[0]?.attachments.map(({ name }) => name)).toEqual(["said.png"]);
    const isOpen = (by: TestPerson) =>
      by.query(api.requests.queries.attachment, { file: file?.uploadId ?? "" }).then(
        () => true,
        () => false,
      );
    const stranger = await world.person("sia");
    expect([await isOpen(ada), await isOpen(stranger)]).toEqual([true, false]);
    const before = await stored();
    await redact([said]);
    expect((await world.rows("requestComments"))[0]?.attachments).toEqual([]);
    expect([await isOpen(ada), await stored()]).toEqual([false, before - 1]);
  });

  test("that were not suggested go with no draft", async () => {
    const { ada, key, own, said, suggest } = await filing();
    await suggest([own], ACCESS);
    expect(await codeOf(ada.mutation(c.begin, { key, fileIds: [said] }))).toBe("not-found");
  });
});
