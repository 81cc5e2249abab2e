/**
 * How mails about a ticket are tied together. A Message-ID of the portal's own is written without its host, which the
 * process that sends the mail knows: "<token>.<number>". One of somebody else's mail is whole.
 */

/** Mails that a mail refers to, at most: the first of the conversation, and the newest. */
const MAX_REFERENCES = 10;
const TOKEN_BYTES = 20;
const TOKEN_LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

/** What an address of a ticket is told apart by: nobody guesses it, and it survives a change of case. */
export function tokenOf(bytes: Uint8Array): string {
  let token = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      token += TOKEN_LETTERS[(held >> bits) & 31] ?? "";
    }
  }
  return token;
}

/** A new one. */
export function newToken(): string {
  return tokenOf(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
}

/** Whether a Message-ID from outside may stand in a header of the portal's own mails. */
export function isMessageId(id: string): boolean {
  return id.length <= 250 && /^[\x21-\x3b\x3d\x3f\x41-\x7e]+@[\x21-\x3b\x3d\x3f\x41-\x7e]+$/.test(id);
}

/** A conversation with one more mail in it. */
export function withMail(thread: readonly string[], id: string): string[] {
  const [first] = thread;
  if (first === undefined) return [id];
  return [first, ...[...thread.slice(1), id].slice(1 - MAX_REFERENCES)];
}
