/** Network ranges in CIDR notation, as network policies take them. */

/** A shorter prefix opens a part of the internet that nobody owns alone. */
const SHORTEST_PREFIX = 8;

/** Why a text is not an IPv4 range that a policy may hold, or null. */
export function whyNotCidr(text: string): string | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/.exec(text);
  if (!match) return `"${text}" is not an address range like 203.0.113.0/24`;
  const parts = match.slice(1, 5).map(Number);
  const prefix = match[5] === undefined ? 32 : Number(match[5]);
  if (parts.some((part) => part > 255) || prefix > 32) return `"${text}" is not an address range like 203.0.113.0/24`;
  if (prefix < SHORTEST_PREFIX) return `"${text}" is too wide: use /${SHORTEST_PREFIX} or narrower`;
  const address = parts.reduce((sum, part) => sum * 256 + part, 0);
  const size = 2 ** (32 - prefix);
  if (address % size === 0) return null;
  const first = address - (address % size);
  return `"${text}" does not start at its range: write ${[24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join(".")}/${prefix}`;
}
