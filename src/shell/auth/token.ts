/** Reading the page's own token. Its signature is the backend's business, not the page's. */

/** What the page uses of a token. */
export interface TokenFacts {
  readonly userId: string;
  readonly lifetimeMs: number;
  readonly hasChangedInitialPassword: boolean;
}

/** The claims of a token, or null when it is not one. */
export function readToken(token: string): TokenFacts | null {
  try {
    const [, payload = ""] = token.split(".");
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    );
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const { sub, iat, exp } = claims;
    if (typeof sub !== "string" || typeof iat !== "number" || typeof exp !== "number") return null;
    return {
      userId: sub,
      lifetimeMs: (exp - iat) * 1000,
      hasChangedInitialPassword: claims["has_changed_initial_password"] !== false,
    };
  } catch {
    return null;
  }
}
