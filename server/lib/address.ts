/**
 * Addresses of callers, so that one caller has one address however it is written: "::ffff:192.0.2.1" is "192.0.2.1",
 * a port or a zone behind it says nothing, and numbers in other bases are not addresses.
 */

import ipaddr from "ipaddr.js";

/** No address with its port and zone is longer. */
const MAX_LENGTH = 100;
/** One household or server has a whole IPv6 /64. */
const NETWORK_GROUPS = 4;

/** An address as a proxy or a socket writes it, in its one form; null when it is none. */
export function readAddress(written: string): string | null {
  if (written.length > MAX_LENGTH) return null;
  const text = withoutPort(written.trim().replace(/^"(.*)"$/, "$1")).replace(/%[\w.-]{0,40}$/, "");
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).toString();
  if (!text.includes(":") || !ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.toString();
}

/**
 * What counts as one caller: the address, of IPv6 the network of one household; what is no address counts as itself.
 */
export function callerKey(written: string): string {
  const address = readAddress(written);
  if (address === null) return written.slice(0, MAX_LENGTH);
  if (!address.includes(":")) return address;
  return `${ipaddr.IPv6.parse(address)
    .parts.slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** "192.0.2.1:443" and "[2001:db8::1]:443"; of an IPv6 address without brackets every colon is its own. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text);
  return bracketed?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
}
