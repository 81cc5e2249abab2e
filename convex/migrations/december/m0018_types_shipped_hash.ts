import { hashOfJson } from "../../lib/hash";
import { migration } from "../declaring/migration";

/** More versions than a request type has. */
const MAX_VERSIONS = 1000;

/**
 * Hashes of 16 digits are from before SHA-256 and compare with nothing. The version they stand for, the last that nobody
 * here made, gets the hash it would have today, so that it is not shipped again.
 */
export const typesShippedHash = migration({
  number: 18,
  name: "types_shipped_hash",
  table: "requestTypes",
  batch: 10,
  change: ({ shippedHash }) => (shippedHash?.length === 16 ? { shippedHash: undefined } : null),
  follows: async ({ db }, { _id, key }) => {
    const versions = await db
      .query("requestTypeVersions")
      .withIndex("by_type", (q) => q.eq("typeKey", key))
      .order("desc")
      .take(MAX_VERSIONS);
    const shipped = versions.find((one) => one.createdById === undefined && one.publishedById === undefined);
    if (shipped) await db.patch(_id, { shippedHash: hashOfJson(shipped.definition) });
  },
});
