import { createIsomorphicFn } from "@tanstack/react-start";
import { getRequestHeader } from "@tanstack/react-start/server";

/**
 * The nonce of this response's Content-Security-Policy.
 *
 * The host process makes one nonce per request, sets it (overwriting whatever the client sent) as
 * the header `x-csp-nonce` on the Request it gives to the Start handler, and names the same value
 * in the policy of the answer. The router stamps it on every script it writes. In the browser the
 * router reads it back from the `csp-nonce` meta tag while hydrating, so nothing is needed here.
 */
export const cspNonce = createIsomorphicFn()
  .server((): string | undefined => getRequestHeader("x-csp-nonce") ?? undefined)
  .client((): string | undefined => undefined);
