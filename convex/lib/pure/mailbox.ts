/**
 * Which mailbox an address is, whatever way it is spelt. Two addresses of one mailbox are one person: they
 * get one account, and count once. It is for comparing only: mail goes to the address as it was given.
 */

import { latin } from "./lookalikes.ts";

/** Providers that ignore dots before the @, and the name each is known by. */
const DOTLESS: Readonly<Record<string, string>> = { "gmail.com": "gmail.com", "googlemail.com": "gmail.com" };

/** The mailbox of an address: case, tags, dots, look-alike letters and spellings of the domain left aside. */
export function mailboxOf(email: string): string {
  const plain = folded(email);
  const at = plain.lastIndexOf("@");
  if (at < 1) return plain;
  const domain = asciiDomain(plain.slice(at + 1).replace(/\.+$/, ""));
  const untagged = latin(plain.slice(0, at)).replace(/\+.*$/s, "");
  // An address that is all tag has no other mailbox to be of.
  const local = untagged === "" ? plain.slice(0, at) : untagged;
  const name = DOTLESS[domain];
  return name === undefined ? `${local}@${domain}` : `${local.replaceAll(".", "")}@${name}`;
}

/** Width, case and marks that nobody sees. */
function folded(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\p{Cf}\s]/gu, "")
    .toLowerCase();
}

/** A domain as servers know it: "xn--…" for letters beyond ASCII, so that a look-alike domain stays another one. */
function asciiDomain(domain: string): string {
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}
