/** Base64, with what every JavaScript runtime offers. */

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + AT_ONCE)));
  return text;
}

/** Bytes written at once: divisible by three, so that each part ends where the next begins. */
const AT_ONCE = 3 * 8192;

/** The bytes of standard base64; throws on anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
