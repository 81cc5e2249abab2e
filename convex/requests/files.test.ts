import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aCast } from "./conversation.testing";

afterEach(endWorld);

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

describe("a file", () => {
  async function attached(
    cast: Awaited<ReturnType<typeof aCast>>,
    who: TestPerson,
    name: string,
    content: Uint8Array<ArrayBuffer> | string,
  ) {
    const { ticketId } = await who.mutation(api.requests.mutations.generateUploadUrl, { requestId: cast.requestId });
    const storageId = await cast.world.file(content);
    const uploadId = await who.mutation(api.requests.mutations.takeUpFile, {
      requestId: cast.requestId,
      ticketId,
      storageId,
      name,
    });
    await cast.world.advance(0);
    const [upload] = (await who.query(api.requests.queries.uploads, { requestId: cast.requestId })).filter(
      ({ id }) => id === uploadId,
    );
    return { uploadId, storageId, upload };
  }

  test("of somebody else is not taken into one's own comment", async () => {
    const cast = await aCast();
    const { uploadId, storageId } = await attached(cast, cast.bea, "plan.png", PNG);
    expect(await codeOf(cast.say(cast.ada, "Mine", { uploadIds: [uploadId] }))).toBe("not-found");
    const { ticketId } = await cast.ada.mutation(api.requests.mutations.generateUploadUrl, {
      requestId: cast.requestId,
    });
    expect(
      await codeOf(
        cast.ada.mutation(api.requests.mutations.takeUpFile, {
          requestId: cast.requestId,
          ticketId,
          storageId,
          name: "a.png",
        }),
      ),
    ).toBe("not-found");
  });
  test("is looked into before a comment takes it, and opens for readers of the comment only", async () => {
    const cast = await aCast();
    const { ada, bea, eve, say } = cast;
    const { uploadId, upload } = await attached(cast, ada, "plan.png", PNG);
    expect(upload).toMatchObject({ state: "accepted" });
    expect(await codeOf(bea.query(api.requests.queries.attachment, { file: uploadId }))).toBe("not-found");
    await say(ada, "The plan", { uploadIds: [uploadId] });
    expect(await bea.query(api.requests.queries.attachment, { file: uploadId })).toMatchObject({
      name: "plan.png",
      contentType: "image/png",
    });
    expect(await codeOf(eve.query(api.requests.queries.attachment, { file: uploadId }))).toBe("not-found");
  });

  test("of an internal note stays internal", async () => {
    const cast = await aCast();
    const { ada, bea, say } = cast;
    const { uploadId } = await attached(cast, bea, "plan.png", PNG);
    await say(bea, "Look", { visibility: "internal", uploadIds: [uploadId] });
    expect(await codeOf(ada.query(api.requests.queries.attachment, { file: uploadId }))).toBe("not-found");
  });

  test("whose content is not what its name says is refused and removed", async () => {
    const cast = await aCast();
    const { ada, say, world } = cast;
    const { uploadId, upload } = await attached(cast, ada, "harmless.png", "<html><script>alert(1)</script>");
    expect(upload).toMatchObject({ state: "refused", problem: expect.stringContaining("cannot be attached") });
    expect(await codeOf(say(ada, "Look", { uploadIds: [uploadId] }))).toBe("invalid-input");
    expect(await world.run((ctx) => ctx.db.system.query("_storage").collect())).toEqual([]);
  });

  test("one that was not sent is taken back by its uploader alone", async () => {
    const cast = await aCast();
    const { uploadId } = await attached(cast, cast.ada, "plan.png", PNG);
    const drop = (who: TestPerson) => who.mutation(api.requests.mutations.dropFile, { uploadId });
    expect(await codeOf(drop(cast.bea))).toBe("not-found");
    await drop(cast.ada);
    expect(await cast.ada.query(api.requests.queries.uploads, { requestId: cast.requestId })).toEqual([]);
  });

  test("is one of ten at most that wait for a comment", async () => {
    const cast = await aCast();
    const { ada } = cast;
    for (let n = 0; n < 10; n++) await attached(cast, ada, `plan-${n}.png`, PNG);
    expect(await codeOf(attached(cast, ada, "one-more.png", PNG))).toBe("too-many");
  });

  test("that no comment took is removed after a day", async () => {
    const cast = await aCast();
    await attached(cast, cast.ada, "plan.png", PNG);
    await cast.world.advance(DAY_MS + 1);
    await cast.world.internal(internal.requests.internal.pruneFiles, {});
    expect(await cast.world.rows("requestUploads")).toEqual([]);
  });
});
