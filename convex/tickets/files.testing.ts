/** Files of tickets for tests. */

import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { aSupport } from "./scenes.testing";

const m = api.tickets.mutations;
const q = api.tickets.queries;

export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

/** Where a file is for: a ticket by its key, or null for a new one. */
type Place = string | null;

/** A support in which files are uploaded. */
export async function aSupportWithFiles() {
  const support = await aSupport();
  const { world, ada } = support;
  type Person = typeof ada;
  const permit = async (who: Person, key: Place) => (await who.mutation(m.generateUploadUrl, { key })).permitId;
  const take = (
    who: Person,
    key: Place,
    permitId: Id<"ticketUploadPermits">,
    storageId: Id<"_storage">,
    name = "screen.png",
  ) => who.mutation(m.takeUpFile, { key, permitId, storageId, name });
  /** Uploads a file, which the portal has not looked into yet. */
  const uploadUnchecked = async (
    who: Person,
    key: Place,
    name = "screen.png",
    content: Uint8Array<ArrayBuffer> | string = PNG,
  ) => {
    const permitId = await permit(who, key);
    return await take(who, key, permitId, await world.file(content), name);
  };
  const upload: typeof uploadUnchecked = async (...args) => {
    const id = await uploadUnchecked(...args);
    await world.advance(0);
    return id;
  };
  const open = (who: Person, file: string) => who.query(q.attachment, { file });
  const waiting = (who: Person, key: Place) => who.query(q.uploads, { key });
  const stored = async () =>
    (await world.run((ctx) => ctx.db.system.query("_storage").collect())).map(({ _id }) => _id);
  return { ...support, permit, take, upload, uploadUnchecked, open, waiting, stored };
}
