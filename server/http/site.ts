/**
 * Which host names are ours, and which requests come from our own pages.
 *
 * With PUBLIC_URL there is one origin. Without it, a server on the loopback address answers to loopback
 * names only, so that a foreign page cannot reach it through a name it points at 127.0.0.1.
 */

import type { IncomingMessage } from "node:http";
import type { CallOrigin } from "@data-portal/engine";
import { callerKey, readAddress } from "../lib/address.ts";

export interface Site {
  /** The origin this request was made to, or null when the host name is not ours. */
  originOf(request: IncomingMessage): string | null;
  /** Whether a request that changes something was sent by one of our own pages. */
  isFromOwnPage(request: IncomingMessage, origin: string): boolean;
  /** The address of the caller. */
  addressOf(request: IncomingMessage): string;
  /** Address and agent of the caller, as the audit trail keeps them, and the network that limits count. */
  callerOf(request: IncomingMessage): CallOrigin;
}

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** The longest host name, and a port. */
const MAX_HOST = 260;
const HOST_SHAPE = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

export function createSite(options: { publicUrl: string | null; host: string; trustProxy: boolean }): Site {
  const addressOf = (request: IncomingMessage): string => {
    const forwarded = options.trustProxy ? lastForwardedAddress(request) : null;
    return forwarded ?? readAddress(request.socket.remoteAddress ?? "") ?? "unknown";
  };
  const isLoopback = LOOPBACK_NAMES.has(options.host) || options.host === "::1";
  return {
    originOf(request) {
      if (!hasOneHost(request)) return null;
      if (options.publicUrl !== null) return options.publicUrl;
      const host = request.headers.host ?? "";
      // The shape alone lets through what no address can be made of, such as a port above 65535.
      if (host.length > MAX_HOST || !HOST_SHAPE.test(host) || !URL.canParse(`http://${host}`)) return null;
      const name = host.replace(/:\d+$/, "").toLowerCase();
      return isLoopback && !LOOPBACK_NAMES.has(name) ? null : `http://${host.toLowerCase()}`;
    },
    isFromOwnPage(request, origin) {
      const sent = request.headers.origin;
      if (sent !== undefined) return sent.toLowerCase() === origin;
      // Browsers send Origin with every such request; without it only their own word for "same origin" counts.
      return request.headers["sec-fetch-site"] === "same-origin";
    },
    addressOf,
    callerOf(request) {
      const ip = addressOf(request);
      return { ip, userAgent: request.headers["user-agent"] ?? null, network: callerKey(ip) };
    },
  };
}

/** The entry our own proxy appended: the last one. Those before it are whatever the caller wrote. */
function lastForwardedAddress(request: IncomingMessage): string | null {
  const header = request.headers["x-forwarded-for"];
  const list = Array.isArray(header) ? header.join(",") : (header ?? "");
  return readAddress(list.slice(list.lastIndexOf(",") + 1));
}

/** Of two Host headers the parts of a system may each believe another one. */
function hasOneHost(request: IncomingMessage): boolean {
  return request.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === "host").length <= 1;
}
