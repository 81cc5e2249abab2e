/**
 * Cursors of paginated queries. A cursor holds the index key of the last row of a page, which is
 * made of field values the caller may not be meant to see, so it is sealed with a secret of this
 * database (AES-256-GCM; the nonce is derived from the content, so the same position always reads
 * the same and query results stay comparable). It also names the query it belongs to.
 */

import { createCipheriv, createDecipheriv, createHash, createHmac } from "node:crypto";

/** Where a page begins or ends: after a key, or at the end of the interval. */
export type Position = { readonly after: Uint8Array } | "end";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FINGERPRINT_BYTES = 8;
const AFTER = 1;
const END = 2;

/** Length of the secret a codec needs. */
export const CURSOR_SECRET_BYTES = KEY_BYTES;

/** What is said about a cursor that is not of this query; clients restart the list when they see it. */
export const INVALID_CURSOR =
  "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this cursor is from a different query.";

/** Identifies a query for its cursors: same table, index, range, order and filters. */
export function fingerprint(query: unknown): Uint8Array {
  return createHash("sha256").update(JSON.stringify(query)).digest().subarray(0, FINGERPRINT_BYTES);
}

/** Seals and opens cursors. */
export class CursorCodec {
  readonly #secret: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** A position as opaque text. */
  seal(position: Position, query: Uint8Array): string {
    const plain = Buffer.concat([
      query,
      Uint8Array.of(position === "end" ? END : AFTER),
      position === "end" ? new Uint8Array() : position.after,
    ]);
    const nonce = createHmac("sha256", this.#secret).update(plain).digest().subarray(0, NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#secret, nonce);
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64url");
  }

  /** The position in a cursor; throws when it is not one of this database for this query. */
  open(cursor: string, query: Uint8Array): Position {
    const plain = this.#decrypt(cursor);
    const kind = plain?.[FINGERPRINT_BYTES];
    if (plain === null || !query.every((byte, i) => byte === plain[i]) || (kind !== AFTER && kind !== END)) {
      throw new Error(INVALID_CURSOR);
    }
    return kind === END ? "end" : { after: new Uint8Array(plain.subarray(FINGERPRINT_BYTES + 1)) };
  }

  #decrypt(cursor: string): Uint8Array | null {
    const sealed = Buffer.from(cursor, "base64url");
    if (sealed.length < NONCE_BYTES + TAG_BYTES + FINGERPRINT_BYTES + 1) return null;
    const decipher = createDecipheriv("aes-256-gcm", this.#secret, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
    try {
      return Buffer.concat([
        decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
        decipher.final(),
      ]);
    } catch {
      return null;
    }
  }
}
