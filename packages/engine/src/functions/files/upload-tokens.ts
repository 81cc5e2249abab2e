/**
 * Tokens that let their bearer upload to a component for an hour, also across a restart: signed, not stored.
 *
 * A token may be good for a bounded number of files. Each of its places is the internal UUID a file would get there,
 * so a file that is there says by itself that its place is taken, after a restart too. While an upload is under way,
 * and after its file was deleted, the place is remembered until the token has expired.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../lib/clock.ts";
import type { RandomSource } from "../../lib/random.ts";
import type { MetaStore } from "../../transactions/types.ts";
import { uuidOf } from "../globals/random.ts";
import { FileRefusal } from "./file-refusal.ts";

const UPLOAD_TOKEN_MS = 60 * 60 * 1000;
const UPLOAD_SECRET = "files.uploadSecret";

export interface UploadTokenOptions {
  readonly meta: MetaStore;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Files one token is good for; Infinity: any number. */
  readonly filesPerToken: number;
  /** Whether there is a file of this internal UUID. */
  isThere(uuid: string): boolean;
}

/** What a token was found good for. */
export interface UploadPlace {
  /** The component the file is for; "" is the app. */
  readonly owner: string;
  /** The internal UUID the file gets; null: any. */
  readonly uuid: string | null;
  /** The upload failed: another one may take the place. */
  giveBack(): void;
}

/** See the file comment. */
export class UploadTokens {
  readonly #options: UploadTokenOptions;
  readonly #secret: Buffer;
  /** Places that are taken, with the time their token expires; in about that order. */
  readonly #taken = new Map<string, number>();

  constructor(options: UploadTokenOptions) {
    this.#options = options;
    const known = options.meta.get(UPLOAD_SECRET) ?? Buffer.from(options.random.bytes(32)).toString("base64");
    if (options.meta.get(UPLOAD_SECRET) === null) options.meta.set(UPLOAD_SECRET, known);
    this.#secret = Buffer.from(known, "base64");
  }

  /** A token for uploads to a component. */
  issue(owner: string): string {
    const { clock, random } = this.#options;
    const expires = (clock.nowMs() + UPLOAD_TOKEN_MS).toString(36);
    const body = `${expires}.${Buffer.from(random.bytes(12)).toString("base64url")}.${Buffer.from(owner).toString("base64url")}`;
    return `${body}.${this.#sign(`upload:${body}`).toString("base64url")}`;
  }

  /**
   * Takes a place for one file. Throws FileRefusal unless `issue` made the token within the hour and a place is left.
   */
  take(token: string): UploadPlace {
    const end = token.lastIndexOf(".");
    const body = token.slice(0, Math.max(0, end));
    const given = Buffer.from(token.slice(end + 1), "base64url");
    const wanted = this.#sign(`upload:${body}`);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
      throw new FileRefusal("StorageTokenInvalid", "The upload token is not valid");
    const expiresMs = Number.parseInt(body, 36);
    if (!(expiresMs > this.#options.clock.nowMs()))
      throw new FileRefusal("StorageTokenExpired", "The upload token has expired");
    const owner = Buffer.from(body.split(".")[2] ?? "", "base64url").toString();
    if (this.#options.filesPerToken === Infinity) return { owner, uuid: null, giveBack: () => undefined };
    const uuid = this.#freePlace(body);
    this.#forgetExpired();
    this.#taken.set(uuid, expiresMs);
    return { owner, uuid, giveBack: () => void this.#taken.delete(uuid) };
  }

  #freePlace(body: string): string {
    for (let place = 0; place < this.#options.filesPerToken; place++) {
      const uuid = uuidOf(this.#sign(`file:${place}:${body}`).subarray(0, 16));
      if (!this.#taken.has(uuid) && !this.#options.isThere(uuid)) return uuid;
    }
    throw new FileRefusal("StorageTokenUsed", "The upload token was used already");
  }

  #forgetExpired(): void {
    for (const [uuid, expiresMs] of this.#taken) {
      if (expiresMs > this.#options.clock.nowMs()) return;
      this.#taken.delete(uuid);
    }
  }

  #sign(text: string): Buffer {
    return createHmac("sha256", this.#secret).update(text).digest();
  }
}
