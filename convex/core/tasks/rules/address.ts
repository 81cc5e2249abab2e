/** The name of a task in addresses, which its approval and the access it gave share: the key of its request, its number. */

/** "REQ-12-3" for the third task of REQ-12. */
export function taskAddress(requestKey: string, { number }: { readonly number: number }): string {
  return `${requestKey}-${number}`;
}

/** The request and the number such a name says, in any case; null for anything else. */
export function partsOfAddress(name: string): { readonly requestKey: string; readonly number: number } | null {
  const found = /^(req-\d{1,9})-([1-9]\d{0,3})$/i.exec(name.trim());
  return found?.[1] === undefined || found[2] === undefined ? null : { requestKey: found[1], number: Number(found[2]) };
}
