/** `convex/auth.config.ts`: which tokens the deployment accepts. */

import { isJsonObject, type JsonObject } from "../values/json.ts";

export type AuthProvider =
  | { readonly kind: "oidc"; readonly domain: string; readonly applicationID: string }
  | {
      readonly kind: "customJwt";
      readonly issuer: string;
      readonly jwks: string;
      readonly algorithm: "RS256" | "ES256";
      readonly applicationID: string | null;
    };

/** Reads the module's default export. Throws naming the provider and the field. */
export function parseAuthConfig(config: unknown): AuthProvider[] {
  if (!isJsonObject(config)) throw new Error("auth.config: the default export must be an object with `providers`");
  const providers = config["providers"];
  if (!Array.isArray(providers)) throw new Error("auth.config: `providers` must be a list");
  return providers.map((provider, index) => {
    if (!isJsonObject(provider)) throw new Error(`auth.config: provider ${index} must be an object`);
    return provider["type"] === "customJwt" ? parseCustomJwt(provider, index) : parseOidc(provider, index);
  });
}

function parseOidc(provider: JsonObject, index: number): AuthProvider {
  const domain = required(provider, "domain", index);
  return {
    kind: "oidc",
    domain: /^https?:\/\//.test(domain) ? domain : `https://${domain}`,
    applicationID: required(provider, "applicationID", index),
  };
}

function parseCustomJwt(provider: JsonObject, index: number): AuthProvider {
  const algorithm = provider["algorithm"];
  if (algorithm !== "RS256" && algorithm !== "ES256") {
    throw new Error(`auth.config: provider ${index}: \`algorithm\` must be RS256 or ES256`);
  }
  const applicationID = provider["applicationID"];
  return {
    kind: "customJwt",
    issuer: required(provider, "issuer", index),
    jwks: required(provider, "jwks", index),
    algorithm,
    applicationID: typeof applicationID === "string" ? applicationID : null,
  };
}

function required(provider: JsonObject, field: string, index: number): string {
  const value = provider[field];
  if (typeof value !== "string" || value === "")
    throw new Error(`auth.config: provider ${index}: \`${field}\` is missing`);
  return value;
}

/** Issuers are compared ignoring a trailing slash. */
export function sameIssuer(a: string, b: string): boolean {
  return a.replace(/\/$/, "") === b.replace(/\/$/, "");
}

/** One line per provider, for the refusal that lists them. */
export function describeProvider(provider: AuthProvider): string {
  return provider.kind === "oidc"
    ? `OIDC(domain=${provider.domain}, app_id=${provider.applicationID})`
    : `CustomJWT(issuer=${provider.issuer}, app_id=${provider.applicationID ?? "none"})`;
}
