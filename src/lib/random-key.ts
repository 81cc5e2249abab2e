/**
 * A name that no other has, 128 random bits; works without a secure context (plain HTTP), where `crypto.randomUUID` is
 * missing.
 */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
