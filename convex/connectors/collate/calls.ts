/** One read over HTTP: the token, a deadline, and what a failure means for people. */

import { SECOND_MS } from "../../lib/pure/time";
import { ConnectorError } from "../contract/contract";
import type { Runtime } from "../contract/runtime";

const CALL_TIMEOUT_MS = 20 * SECOND_MS;
const MAX_ANSWER_LENGTH = 4 * 1024 * 1024;
const USER_AGENT = "data-portal/1.0";

/** What the calls take from the world. Tests hand in their own. */
export type CallsRuntime = Pick<Runtime, "fetch" | "deadline">;

/** An object of JSON. */
export type Answered = Readonly<Record<string, unknown>>;

/** Reads one path, as an object. A read that failed is read again with the next turn of the clock, not here. */
export function callsTo(
  { url, token }: { readonly url: string; readonly token: string },
  runtime: CallsRuntime,
): (path: string) => Promise<Answered> {
  return async (path) => {
    const { signal, clear } = runtime.deadline(CALL_TIMEOUT_MS);
    try {
      const response = await runtime.fetch(new URL(path, checkedOrigin(url)), {
        headers: { authorization: `Bearer ${token}`, accept: "application/json", "user-agent": USER_AGENT },
        redirect: "manual",
        signal,
      });
      return objectOf(response, await response.text());
    } catch (error) {
      if (error instanceof ConnectorError) throw error;
      throw signal.aborted
        ? new ConnectorError("transient", "timeout", "Collate did not answer in time.")
        : new ConnectorError("transient", "unreachable", "Collate cannot be reached.");
    } finally {
      clear();
    }
  };
}

/** The address without a path. A token is sent over a line others can read to this machine alone. */
function checkedOrigin(url: string): string {
  const address = URL.canParse(url) ? new URL(url) : null;
  const isLocal = address?.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(address.hostname);
  if (address !== null && (address.protocol === "https:" || isLocal)) return address.origin;
  throw new ConnectorError("admin-fixable", "bad-address", "The address of Collate must start with https://.");
}

function objectOf(response: Response, text: string): Answered {
  const no = failureOf(response);
  if (no) throw no;
  const body = response.status >= 300 || text.length > MAX_ANSWER_LENGTH ? null : jsonIn(text);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Answered;
  throw new ConnectorError(
    "admin-fixable",
    "not-collate",
    "The address answers, but not as Collate does. Whoever runs the portal checks COLLATE_URL.",
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a status means; null for an answer. */
function failureOf({ status }: Response): ConnectorError | null {
  if (status >= 200 && status < 400) return null;
  if (status === 401)
    return new ConnectorError(
      "admin-fixable",
      "credential-refused",
      "Collate refused the portal’s token. Whoever runs the portal sets a new COLLATE_TOKEN.",
    );
  if (status === 403)
    return new ConnectorError(
      "admin-fixable",
      "privilege-missing",
      "The portal’s bot in Collate is not allowed to read this. Grant it a role that can view domains and users.",
    );
  if (status === 404) return new ConnectorError("user-fixable", "not-found", "Collate has no domain with this name.");
  if (status === 429 || status >= 500)
    return new ConnectorError("transient", "unavailable", "Collate is unavailable at the moment.");
  return new ConnectorError("bug", "answer-unknown", "Collate gave an answer the portal does not know.");
}
