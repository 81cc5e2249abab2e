/** Files that go with a ticket and with what is said in it. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { aSupportWithFiles } from "./files.testing";

afterEach(endWorld);

const m = api.tickets.mutations;
const names = (files: readonly { name: string }[] | undefined) => files?.map(({ name }) => name);

test("a new ticket takes the files its writer chose, and leaves the others unsent (S10)", async () => {
  const { ada, adam, create, upload, waiting, read, open } = await aSupportWithFiles();
  const file = await upload(ada, null, "before.png");
  await upload(ada, null, "not-this.png");
  const key = await create(ada, { uploadIds: [file] });
  expect(names((await read(adam, key))?.files)).toEqual(["before.png"]);
  expect(names(await waiting(ada, null))).toEqual(["not-this.png"]);
  expect(await open(adam, file)).toMatchObject({ name: "before.png", contentType: "image/png" });
});

test("reply, answer, note and word of the end each keep their own files (S10)", async () => {
  const { ada, adam, key, upload, say, read } = await aSupportWithFiles();
  await ada.mutation(m.reply, { key, body: "One", uploadIds: [await upload(ada, key, "one.png")] });
  await say(adam, key, { body: "Two", uploadIds: [await upload(adam, key, "two.png")] });
  await say(adam, key, { body: "Three", visibility: "internal", uploadIds: [await upload(adam, key, "three.png")] });
  const proof = [await upload(adam, key, "four.png")];
  const ends = { visibility: "public", after: "resolve", cause: "fault" } as const;
  await adam.mutation(m.say, { key, body: "Four", uploadIds: proof, ...ends });
  const seen = async (who: typeof ada) =>
    (await read(who, key))?.messages.map(({ body, files }) => [body, ...(names(files) ?? [])]);
  expect(await seen(adam)).toEqual([
    ["One", "one.png"],
    ["Two", "two.png"],
    ["Three", "three.png"],
    ["Four", "four.png"],
  ]);
  expect(await seen(ada)).toEqual([
    ["One", "one.png"],
    ["Two", "two.png"],
    ["Four", "four.png"],
  ]);
});

test("an answer that resolves at once takes its files along (S10)", async () => {
  const { ada, adam, key, upload, say, read } = await aSupportWithFiles();
  await say(adam, key, { after: "resolve", cause: "fault", uploadIds: [await upload(adam, key, "proof.png")] });
  const ticket = await read(ada, key);
  expect(ticket?.state).toBe("resolved");
  expect(ticket?.messages.map(({ files }) => names(files))).toEqual([["proof.png"]]);
});

test("a reply to a closed ticket takes its files into the follow-up (S10)", async () => {
  const { world, ada, adam, key, claim, resolve, clock, upload, read, open } = await aSupportWithFiles();
  await claim(adam, key);
  await resolve(adam, key);
  await world.advance(8 * DAY_MS);
  await clock();
  const file = await upload(ada, key, "again.png");
  const next = await ada.mutation(m.reply, { key, body: "Broken again", uploadIds: [file] });
  expect(next).not.toBe(key);
  expect(names((await read(adam, next))?.files)).toEqual(["again.png"]);
  expect((await read(ada, key))?.messages.flatMap(({ files }) => files)).toEqual([]);
  expect(await open(adam, file)).toMatchObject({ name: "again.png" });
});

test("a description that was merged shows its files where the conversation carries on (S10)", async () => {
  const { ada, adam, key, create, merge, upload, read } = await aSupportWithFiles();
  const part = await create(ada, { uploadIds: [await upload(ada, null, "part.png")] });
  await merge(adam, part, key);
  const told = (await read(ada, key))?.messages.filter(({ from }) => from === part);
  expect(told?.flatMap(({ files }) => names(files) ?? [])).toEqual(["part.png"]);
});

test("a file that was not sent can be taken back, by its uploader alone (S10)", async () => {
  const { ada, adam, key, upload, waiting, stored } = await aSupportWithFiles();
  const uploadId = await upload(ada, key);
  expect(await codeOf(adam.mutation(m.dropFile, { uploadId }))).toBe("not-found");
  await ada.mutation(m.dropFile, { uploadId });
  expect(await waiting(ada, key)).toEqual([]);
  expect(await stored()).toEqual([]);
});
