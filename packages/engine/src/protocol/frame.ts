/** Text of a frame in parts, so that what many frames share is put into each of them as it is. */

/** A part: text, or the UTF-8 bytes of one. */
export type Part = string | Buffer;

/** What is longer is made bytes when a second frame holds it, and written to every further socket without a copy. */
const SHARED_LENGTH = 2048;

/** A text that many frames may hold. Most are in one only, and bytes of their own would cost more than they save. */
export class SharedText {
  /** Of the text, in UTF-16 units. */
  readonly length: number;
  #part: Part;
  #isUsed = false;

  /** Of a text, or of its bytes and how long it is as text. */
  constructor(part: Part, length = part.length) {
    this.length = length;
    this.#part = part;
  }

  /** As one more frame holds it. */
  part(): Part {
    if (this.#isUsed && typeof this.#part === "string" && this.length >= SHARED_LENGTH)
      this.#part = bytesOfText(this.#part);
    this.#isUsed = true;
    return this.#part;
  }
}

/** Not out of Node's pool, which a short text would keep whole. */
function bytesOfText(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** Parts in their order, texts that follow each other put together. */
export class Parts {
  readonly made: Part[] = [];
  #text = "";

  add(part: Part): this {
    if (typeof part === "string") this.#text += part;
    else {
      this.#end();
      this.made.push(part);
    }
    return this;
  }

  take(): readonly Part[] {
    this.#end();
    return this.made;
  }

  #end(): void {
    if (this.#text !== "") this.made.push(this.#text);
    this.#text = "";
  }
}

/** The whole text of parts. */
export function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : part.toString())).join("");
}

/** How many bytes parts take. */
export function bytesOf(parts: readonly Part[]): number {
  let bytes = 0;
  for (const part of parts) bytes += typeof part === "string" ? Buffer.byteLength(part) : part.length;
  return bytes;
}
