/** Reading a system over HTTP: its credential, a deadline, a bound, and what a failure means for people. */

import { ConnectorError, type FailureKind } from "./contract";
import type { Runtime } from "./runtime";

const USER_AGENT = "data-portal/1.0";

/** What readings take from the world. Tests hand in their own. */
export type ReadingRuntime = Pick<Runtime, "fetch" | "deadline">;

/** An object of JSON. */
export type Answered = Readonly<Record<string, unknown>>;

/** What a status says in one system. */
export interface Refusal {
  readonly kind: FailureKind;
  readonly code: string;
  readonly message: string;
}

/** What is read, and how what goes wrong there is told. */
export interface ReadPlace {
  /** As people know it. */
  readonly system: string;
  readonly url: string;
  /** The whole header. */
  readonly authorization: string;
  /** The settings that hold the address and the token, for whoever runs the portal. */
  readonly settings: { readonly url: string; readonly token: string };
  readonly timeoutMs: number;
  /** How long an answer may be. */
  readonly maxBytes: number;
  /** What 403 and 404 mean there. */
  readonly refusals: { readonly 403: Refusal; readonly 404: Refusal };
}

/**
 * Reads one path, as an object. A read that failed is a `ConnectorError`; it is read again with the next turn of the
 * clock, not here.
 */
export function readingOf(place: ReadPlace, runtime: ReadingRuntime): (path: string) => Promise<Answered> {
  const { system } = place;
  return async (path) => {
    const { signal, clear } = runtime.deadline(place.timeoutMs);
    try {
      const response = await runtime.fetch(new URL(path, checkedOrigin(place)), {
        headers: { authorization: place.authorization, accept: "application/json", "user-agent": USER_AGENT },
        redirect: "manual",
        signal,
      });
      const no = refusalOf(place, response.status);
      if (no) throw no;
      const body = response.status >= 300 ? null : objectOf(jsonIn(await textOf(place, response)));
      if (body === null) throw anotherSystem(place);
      return body;
    } catch (error) {
      if (error instanceof ConnectorError) throw error;
      throw signal.aborted
        ? new ConnectorError("transient", "timeout", `${system} did not answer in time.`)
        : new ConnectorError("transient", "unreachable", `${system} cannot be reached.`);
    } finally {
      clear();
    }
  };
}

/** An answer that is not one of the system's. */
export function anotherSystem({ system, settings }: Pick<ReadPlace, "system" | "settings">): ConnectorError {
  const message = `The address answers, but not as ${system} does. Whoever runs the portal checks ${settings.url}.`;
  return new ConnectorError("admin-fixable", "another-system", message);
}

/** A value that is an object, or null. */
export function objectOf(value: unknown): Answered | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Answered) : null;
}

/** A value that is text with something in it, without spaces around it, or null. */
export function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** The address without a path. A token is sent over a line others can read to this machine alone. */
function checkedOrigin({ system, url }: ReadPlace): string {
  const address = URL.canParse(url) ? new URL(url) : null;
  const isLocal = address?.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(address.hostname);
  if (address !== null && (address.protocol === "https:" || isLocal)) return address.origin;
  throw new ConnectorError("admin-fixable", "bad-address", `The address of ${system} must start with https://.`);
}

/** The whole answer, as long as it is not too long: nothing after that is waited for. */
async function textOf({ system, maxBytes }: ReadPlace, { body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for (const reader = body?.getReader(); reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new ConnectorError("admin-fixable", "too-large", `The answer of ${system} is too large to be read.`);
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a status means; null for an answer. */
function refusalOf({ system, settings, refusals }: ReadPlace, status: number): ConnectorError | null {
  if (status >= 200 && status < 400) return null;
  if (status === 401) {
    const message = `${system} refused the portal’s token. Whoever runs the portal sets a new ${settings.token}.`;
    return new ConnectorError("admin-fixable", "credential-refused", message);
  }
  if (status === 403 || status === 404) {
    const { kind, code, message } = refusals[status];
    return new ConnectorError(kind, code, message);
  }
  if (status === 408 || status === 429 || status >= 500)
    return new ConnectorError("transient", "unavailable", `${system} is unavailable at the moment.`);
  return new ConnectorError("bug", "answer-unknown", `${system} gave an answer the portal does not know.`);
}
