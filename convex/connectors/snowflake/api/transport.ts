/**
 * One call over HTTP: headers, time-out, retries. Every call made through here may be sent again: reads by nature,
 * statements because `requestId` with `retry=true` makes Snowflake remember them, creations because a second one
 * answers 409, which the caller resolves by looking.
 */

import { SECOND_MS } from "../../../lib/pure/time";
import { ConnectorError } from "../../contract/contract";
import type { Runtime } from "../../contract/runtime";
import type { Answer } from "./answer";
import { credentialsOf } from "./credentials";
import { blacken, failureOf, stringAt } from "./errors";
import { quoteIdent } from "./identifiers";
import { checkedOrigin, type SnowflakeSettings } from "./settings";

const USER_AGENT = "data-portal/1.0";
const CALL_TIMEOUT_MS = 60 * SECOND_MS;
const MAX_TRIES = 5;
const FIRST_WAIT_MS = SECOND_MS / 2;
const LONGEST_WAIT_MS = 20 * SECOND_MS;
/** Asked to wait longer than this, the executor should come back later instead of holding its place. */
const MAX_RETRY_AFTER_MS = 30 * SECOND_MS;
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** A call to be made. Parts of the path are encoded by who writes it. */
export interface Exchange {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Added to the query from the second sending on. */
  readonly resendQuery?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Context of the typed APIs; statements carry theirs in the body. */
  readonly role?: string;
  /** Statuses that are an answer and not a reason to try again. */
  readonly accept?: readonly number[];
}

/** Makes calls to one account. */
export interface Transport {
  call(exchange: Exchange): Promise<Answer>;
}

/** A transport for these settings. */
export function transportTo(settings: SnowflakeSettings, runtime: Runtime): Transport {
  const origin = checkedOrigin(settings);
  const credentials = credentialsOf(settings, runtime);

  async function attempt(exchange: Exchange, tries: number): Promise<Answer> {
    const { token, type } = await credentials.current();
    const url = new URL(exchange.path, origin);
    for (const [name, value] of Object.entries({ ...exchange.query, ...(tries > 1 ? exchange.resendQuery : {}) }))
      url.searchParams.set(name, value);
    const headers = {
      authorization: `Bearer ${token}`,
      "x-snowflake-authorization-token-type": type,
      accept: "application/json",
      "content-type": "application/json",
      "user-agent": USER_AGENT,
      ...(exchange.role === undefined ? {} : { "x-snowflake-role": headerText(quoteIdent(exchange.role)) }),
    };
    const { signal, clear } = runtime.deadline(CALL_TIMEOUT_MS);
    try {
      return await readAnswer(
        await runtime.fetch(url, { method: exchange.method, headers, body: exchange.body, redirect: "manual", signal }),
        { now: runtime.now(), token },
      );
    } catch (error) {
      if (error instanceof ConnectorError) throw error;
      throw new ConnectorError(
        "transient",
        signal.aborted ? "timeout" : "unreachable",
        signal.aborted ? "Snowflake did not answer in time." : `Snowflake cannot be reached: ${networkReason(error)}.`,
      );
    } finally {
      clear();
    }
  }

  return {
    async call(exchange) {
      let hasRenewed = false;
      for (let tries = 1; ; tries++) {
        const outcome = await attempt(exchange, tries).catch(onlyTransient);
        if (!(outcome instanceof ConnectorError)) {
          if (outcome.status === 401 && !hasRenewed && credentials.renew()) {
            hasRenewed = true;
            tries--; // refused at the door: it did not count, and was not executed
            continue;
          }
          if (isAnswer(outcome, exchange)) return outcome;
        }
        const failure = outcome instanceof ConnectorError ? outcome : failureOf(outcome, runtime.now());
        const wantedMs = failure.retryAfterMs ?? 0;
        if (tries >= MAX_TRIES || wantedMs > MAX_RETRY_AFTER_MS) throw failure;
        await runtime.wait(Math.max(wantedMs, backoffMs(tries, runtime.random())));
      }
    },
  };
}

/**
 * How long to wait before the next try: doubling, half of it left to chance so that callers do not come back together.
 */
export function backoffMs(tries: number, random: number): number {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
  return Math.round(full / 2 + (full / 2) * random);
}

function isAnswer({ status }: Answer, { accept = [] }: Exchange): boolean {
  return accept.includes(status) || !(status === 408 || status === 429 || status >= 500);
}

function onlyTransient(error: unknown): ConnectorError {
  if (error instanceof ConnectorError && error.kind === "transient") return error;
  throw error;
}

/** Headers carry bytes, so a name beyond ASCII cannot be sent in one. */
function headerText(text: string): string {
  if (/^[\x20-\x7E]*$/.test(text)) return text;
  throw new ConnectorError(
    "admin-fixable",
    "role-name-not-plain",
    "The role of the Snowflake connection must have a name of plain Latin letters.",
  );
}

async function readAnswer(
  response: Response,
  { now, token }: { readonly now: number; readonly token: string },
): Promise<Answer> {
  const bytes = await plainBytes(new Uint8Array(await response.arrayBuffer()));
  // What refuses a token may quote it, whatever it looks like.
  const text = new TextDecoder().decode(bytes).replaceAll(token, "[token]");
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const date = Date.parse(response.headers.get("date") ?? "");
  const answer = {
    status: response.status,
    text,
    date: Number.isNaN(date) ? null : date,
    retryAfterMs: retryAfterMs(response.headers.get("retry-after"), now),
    location: response.headers.get("location"),
  };
  if (!isJson || text.trim() === "") return { ...answer, body: null };
  try {
    return { ...answer, body: JSON.parse(text) as unknown };
  } catch {
    throw new ConnectorError("transient", "answer-cut-off", "Snowflake's answer was cut off.");
  }
}

/** Most runtimes have unpacked gzip by now; one that has not is helped. */
async function plainBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (bytes.length > MAX_BODY_BYTES)
    throw new ConnectorError("bug", "result-too-large", "Snowflake's answer is larger than the portal takes.");
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const unpacked = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
  return new Uint8Array(await unpacked.arrayBuffer());
}

function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d{1,6}$/.test(header.trim())) return Number(header) * SECOND_MS;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** "connection refused" and the like: the system's short code, never an address or header. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return blacken(stringAt(cause, "code") ?? "the connection failed");
}
