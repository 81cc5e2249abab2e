/**
 * Headers every answer carries. Scripts run only from our own origin or with the request's nonce; styles
 * may be inline because the component library positions things with style attributes.
 */

import { randomBytes } from "node:crypto";

/** What the policy depends on. */
export interface SecurityHeaderOptions {
  readonly nonce: string;
  /** The origin the page is served from, e.g. "https://portal.example.com". */
  readonly origin: string;
  /** A realtime backend elsewhere: the page may connect to it. */
  readonly backendUrl: string | null;
}

const HSTS = "max-age=31536000; includeSubDomains";
const PERMISSIONS = [
  "camera",
  "microphone",
  "geolocation",
  "payment",
  "usb",
  "serial",
  "midi",
  "display-capture",
  "browsing-topics",
];

/** A nonce for one request. */
export function createNonce(): string {
  return randomBytes(16).toString("base64");
}

export function securityHeaders(options: SecurityHeaderOptions): Record<string, string> {
  const isHttps = options.origin.startsWith("https:");
  return {
    "content-security-policy": contentSecurityPolicy(options),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": PERMISSIONS.map((feature) => `${feature}=()`).join(", "),
    ...(isHttps ? { "strict-transport-security": HSTS } : {}),
  };
}

function contentSecurityPolicy({ nonce, origin, backendUrl }: SecurityHeaderOptions): string {
  const sockets = [origin, ...(backendUrl === null ? [] : [new URL(backendUrl).origin])].map((http) =>
    http.replace(/^http/, "ws"),
  );
  const backend = backendUrl === null ? [] : [new URL(backendUrl).origin];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", `'nonce-${nonce}'`],
    "script-src-attr": ["'none'"],
    "style-src": ["'self'", `'nonce-${nonce}'`],
    // Measured positions and sizes are style attributes; a style element or sheet of somebody else is refused.
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", ...backend],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...sockets, ...backend],
    "worker-src": ["'self'", "blob:"],
    "manifest-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  const policy = Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(" ")}`);
  return (origin.startsWith("https:") ? [...policy, "upgrade-insecure-requests"] : policy).join("; ");
}
