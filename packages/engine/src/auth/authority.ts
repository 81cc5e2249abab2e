/** The deployment's one answer to "who is this?": user tokens and the admin key. */

import { createHash, timingSafeEqual } from "node:crypto";
import type { Clock } from "../lib/clock.ts";
import { silentLogger, type EngineLogger } from "../lib/log.ts";
import { isJsonObject, type JsonObject } from "../values/json.ts";
import type { AuthProvider } from "./config.ts";
import { NO_IDENTITY, type Identity, type UserIdentity } from "./identity.ts";
import { fetchJsonOverHttp, type FetchJson } from "./keys.ts";
import { AuthRefusal, TokenVerifier } from "./verify.ts";

export interface AuthorityOptions {
  readonly clock: Clock;
  readonly adminKey: string | null;
  /** Refusals say nothing of providers and keys. */
  readonly redactErrors?: boolean;
  readonly fetchJson?: FetchJson;
  /** Hears why the keys of a provider could not be had. */
  readonly logger?: EngineLogger;
}

/** Verifies credentials. Its providers change with a deploy. */
export class Authority {
  readonly #options: AuthorityOptions;
  #verifier: TokenVerifier;
  #configured = "[]";

  constructor(options: AuthorityOptions) {
    this.#options = options;
    this.#verifier = this.#verifierFor([]);
  }

  /** Takes over the providers of a deploy. Unchanged providers keep their key sets. */
  configure(providers: readonly AuthProvider[]): void {
    const text = JSON.stringify(providers);
    if (text === this.#configured) return;
    this.#configured = text;
    this.#verifier = this.#verifierFor(providers);
  }

  /** The identity behind a user token. Throws AuthRefusal. */
  async user(token: string): Promise<Identity> {
    return await this.#verifier.verify(token);
  }

  /** The admin identity, optionally acting as a user. Throws AuthRefusal on a wrong key. */
  admin(key: string, actingAs: JsonObject | null): Identity {
    const expected = this.#options.adminKey;
    const given = key.replace(/^[a-z]+:[^|]*\|/, "");
    const wanted = expected?.replace(/^[a-z]+:[^|]*\|/, "");
    if (wanted === undefined || !equalSecrets(given, wanted)) {
      throw new AuthRefusal("InvalidAuthHeader", "The provided admin key was invalid for this instance");
    }
    return { kind: "admin", actingAs: actingAs === null ? null : actingIdentity(actingAs) };
  }

  /** The identity of an `Authorization` header. Throws AuthRefusal. */
  async header(value: string | null): Promise<Identity> {
    if (value === null || value === "") return NO_IDENTITY;
    const [scheme, credential] = splitOnce(value, " ");
    if (credential !== undefined && scheme.toLowerCase() === "bearer") return await this.user(credential.trim());
    if (credential !== undefined && scheme.toLowerCase() === "convex") return this.adminHeader(credential.trim());
    throw new AuthRefusal(
      "InvalidAuthHeader",
      "The Authorization header must be `Bearer <token>` or `Convex <admin key>`",
    );
  }

  /** An admin key as HTTP sends it: `key` or `key:<base64 JSON identity>`. */
  adminHeader(credential: string): Identity {
    const bar = credential.indexOf("|");
    const colon = credential.indexOf(":", bar < 0 ? 0 : bar);
    if (colon < 0) return this.admin(credential, null);
    return this.admin(credential.slice(0, colon), decodeActing(credential.slice(colon + 1)));
  }

  #verifierFor(providers: readonly AuthProvider[]): TokenVerifier {
    const { clock, fetchJson = fetchJsonOverHttp, logger = silentLogger, redactErrors = false } = this.#options;
    return new TokenVerifier(providers, { clock, fetchJson, logger }, redactErrors);
  }
}

/** Hashing first makes the lengths equal, so that the comparison tells nothing about the key. */
function equalSecrets(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function decodeActing(encoded: string): JsonObject {
  try {
    const json: unknown = JSON.parse(Buffer.from(encoded, "base64").toString("utf8"));
    if (isJsonObject(json)) return json;
  } catch {
    // Falls through to the refusal below.
  }
  throw new AuthRefusal("InvalidAuthHeader", "The identity behind the admin key is not base64 JSON");
}

function actingIdentity(attributes: JsonObject): UserIdentity {
  const subject = textClaim(attributes, "subject") ?? "";
  const issuer = textClaim(attributes, "issuer") ?? "";
  const tokenIdentifier = textClaim(attributes, "tokenIdentifier") ?? `${issuer}|${subject}`;
  return { ...attributes, subject, issuer, tokenIdentifier };
}

function textClaim(attributes: JsonObject, name: string): string | null {
  const claim = attributes[name] ?? null;
  if (claim === null || typeof claim === "string") return claim;
  throw new AuthRefusal("InvalidAuthHeader", `The identity behind the admin key has a ${name} that is not text`);
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
