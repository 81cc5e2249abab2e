/**
 * Signing keys of one provider.
 *
 * `data:` key sets are read once. URL key sets are fetched once, kept, and fetched again when a token
 * names a key that is not in them: that is how providers rotate. Because anyone can send a token with a
 * made-up key name, such refetches are limited to one per `REFETCH_EVERY_MS`. For the same reason a failure is told to
 * the log no more often than that.
 */

import type { JSONWebKeySet } from "jose";
import type { Clock } from "../lib/clock.ts";
import type { EngineLogger } from "../lib/log.ts";
import { messageOf } from "../lib/message-of.ts";
import { isJsonObject } from "../values/json.ts";
import type { AuthProvider } from "./config.ts";

const REFETCH_EVERY_MS = 30_000;
const MAX_AGE_MS = 6 * 60 * 60 * 1000;
const FETCH_TIMEOUT_MS = 5_000;

/** Fetches one JSON document. Injected so that tests need no network. */
export type FetchJson = (url: string) => Promise<unknown>;

/** Fetches over HTTP with a time limit. */
export const fetchJsonOverHttp: FetchJson = async (url) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: "follow" });
  if (!response.ok) throw new Error(`HTTP ${response.status} ${response.statusText}`);
  return parsed(await response.text());
};

/** What keys are fetched with. */
export interface KeyServices {
  readonly clock: Clock;
  readonly fetchJson: FetchJson;
  readonly logger: EngineLogger;
}

/** The key set of one provider. */
export class ProviderKeys {
  readonly #provider: AuthProvider;
  readonly #clock: Clock;
  readonly #fetchJson: FetchJson;
  readonly #logger: EngineLogger;
  #loaded: { readonly keys: JSONWebKeySet; readonly atMs: number } | null = null;
  #loading: Promise<JSONWebKeySet> | null = null;
  #lastTryMs = Number.NEGATIVE_INFINITY;
  #lastToldMs = Number.NEGATIVE_INFINITY;

  constructor(provider: AuthProvider, { clock, fetchJson, logger }: KeyServices) {
    this.#provider = provider;
    this.#clock = clock;
    this.#fetchJson = fetchJson;
    this.#logger = logger;
  }

  /** The key set, fetched again when it lacks `kid` and the last fetch is long enough ago. */
  async keySetFor(kid: string | undefined): Promise<JSONWebKeySet> {
    const now = this.#clock.nowMs();
    const loaded = this.#loaded;
    if (loaded !== null) {
      const hasKey = kid === undefined || loaded.keys.keys.some((key) => key.kid === kid);
      const isFresh = now - loaded.atMs < MAX_AGE_MS;
      if ((hasKey && isFresh) || now - this.#lastTryMs < REFETCH_EVERY_MS) return loaded.keys;
    }
    try {
      return await this.#load();
    } catch (error) {
      // A provider that is down must not sign out everybody whose key is already known.
      if (loaded !== null) return loaded.keys;
      throw error;
    }
  }

  #load(): Promise<JSONWebKeySet> {
    if (this.#loading !== null) return this.#loading;
    this.#lastTryMs = this.#clock.nowMs();
    this.#loading = this.#fetchKeys()
      .then((keys) => {
        this.#loaded = { keys, atMs: this.#clock.nowMs() };
        return keys;
      })
      .catch((error: unknown) => {
        this.#tell(error);
        throw error;
      })
      .finally(() => {
        this.#loading = null;
      });
    return this.#loading;
  }

  /** Refusals may be redacted, and known keys go on working: without this nobody would learn that a provider is down. */
  #tell(error: unknown): void {
    const now = this.#clock.nowMs();
    if (now - this.#lastToldMs < REFETCH_EVERY_MS) return;
    this.#lastToldMs = now;
    this.#logger.warn("the keys of an auth provider could not be had", {
      error: withoutSecrets(messageOf(error)),
      cause: withoutSecrets(messageOf(rootOf(error))),
    });
  }

  async #fetchKeys(): Promise<JSONWebKeySet> {
    const provider = this.#provider;
    if (provider.kind === "customJwt")
      return provider.jwks.startsWith("data:") ? readDataUri(provider.jwks) : await this.#keysAt(provider.jwks);
    try {
      const discovery = await this.#fetchJson(`${provider.domain.replace(/\/$/, "")}/.well-known/openid-configuration`);
      const jwksUri = isJsonObject(discovery) ? discovery["jwks_uri"] : undefined;
      if (typeof jwksUri !== "string") throw new Error("the discovery document names no jwks_uri");
      return await this.#keysAt(jwksUri);
    } catch (error) {
      throw new DiscoveryFailure(`Auth provider discovery of ${provider.domain} failed: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  async #keysAt(url: string): Promise<JSONWebKeySet> {
    const found = await this.#fetchJson(url).catch((error: unknown) => {
      throw new Error(
        `Could not fetch JWKS from URL '${url}': ${messageOf(error)}. Check that the URL is correct and accessible.`,
        { cause: error },
      );
    });
    return asKeySet(found, url);
  }
}

/** An OpenID provider did not say where its keys are, or they could not be had. */
export class DiscoveryFailure extends Error {
  override readonly name = "DiscoveryFailure";
}

/** `fetch` says no more than that it failed; why is in its cause, or with several addresses in the errors of that. */
function rootOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}

/** Addresses without what may open something: name, password, parameters. */
function withoutSecrets(text: string): string {
  return text.replaceAll(/https?:\/\/[^\s'"]+/g, (address) =>
    address.replace(/[?#].*$/, "").replace(/\/\/[^/]*@/, "//"),
  );
}

function readDataUri(uri: string): JSONWebKeySet {
  const comma = uri.indexOf(",");
  const head = uri.slice(0, Math.max(0, comma));
  const body = uri.slice(comma + 1);
  let text: string;
  try {
    if (comma < 0) throw new Error("no data");
    text = /;base64$/i.test(head)
      ? new TextDecoder().decode(Uint8Array.from(atob(body), (c) => c.charCodeAt(0)))
      : decodeURIComponent(body);
  } catch {
    throw new Error(
      "Invalid JWKS data URL. Check that the data URL is properly formatted and contains valid base64-encoded JSON.",
    );
  }
  return asKeySet(parsed(text), `${head},...`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function asKeySet(value: unknown, from: string): JSONWebKeySet {
  if (!isJsonObject(value) || !Array.isArray(value["keys"])) {
    throw new Error(
      `Invalid JWKS response body from '${from}'. The response is not valid JSON or doesn't match the expected JWKS format.`,
    );
  }
  return value as unknown as JSONWebKeySet; // each key is checked by jose when it is imported
}
