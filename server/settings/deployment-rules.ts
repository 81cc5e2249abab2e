/** The deployment rules for the realtime backend's address and the hosted sign-in provider's keys. */

/** Why this cannot be the backend's address, or null: it must be an absolute http or https URL. */
export function whyNotBackendAddress(value: string): string | null {
  if (!URL.canParse(value)) return "is not an absolute address";
  const { protocol } = new URL(value);
  return protocol === "http:" || protocol === "https:" ? null : `starts with ${protocol}//, not http:// or https://`;
}

/** Why this cannot be a proxy URL, or null: it must be absolute or a path starting with "/". */
export function whyNotProxyUrl(value: string): string | null {
  // "//host" would be read as another host's address, not as a path of this site.
  if (value.startsWith("/") && !value.startsWith("//")) return null;
  return whyNotBackendAddress(value) === null ? null : "is neither an absolute address nor a path starting with /";
}

/** The frontend host a publishable key names, or why the key cannot be read. */
export function readClerkKey(key: string): { ok: true; frontendHost: string } | { ok: false; problem: string } {
  const parts = key.split("_");
  const [prefix, mode, encoded] = parts;
  if (parts.length !== 3 || prefix !== "pk" || (mode !== "live" && mode !== "test") || encoded === undefined) {
    return { ok: false, problem: "does not start with pk_live_ or pk_test_" };
  }
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded);
  const decoded = isBase64 ? Buffer.from(encoded, "base64").toString("utf8") : "";
  const host = decoded.slice(0, -1);
  if (!decoded.endsWith("$") || !/^[A-Za-z0-9.-]+$/.test(host) || !host.includes(".")) {
    return { ok: false, problem: "cannot be decoded into a host name" };
  }
  return { ok: true, frontendHost: host };
}
