/** The built-in adapter: the portal's own sign-in API over fetch, and the page's session kept by it. */

import {
  authMessage,
  httpFailureMessage,
  isCatalogueCode,
  isExpiredTokenCode,
  PROVIDER_MESSAGES,
  type AuthErrorCode,
  type AuthFlow,
} from "../../../contracts/auth-errors";
import type { AuthAdapter, AuthFailed, AuthResult, LinkPurpose, SessionSummary, SignInStatus } from "./adapter";
import { PageSession, type PageSessionOptions } from "./page-session";

/** What somebody does who opens a mailed link; with any other it is not told apart. */
const FLOW_OF: Partial<Record<LinkPurpose, AuthFlow>> = {
  "verify-email": "verification",
  "correct-email": "correction",
  "keep-email": "correction",
};

/** The adapter over the sign-in API of this origin. */
export function createBetterAuthAdapter(options: PageSessionOptions): AuthAdapter {
  const session = new PageSession(options);

  async function call<Value extends object = object>(
    flow: AuthFlow,
    endpoint: string,
    body?: object,
  ): Promise<AuthResult<Value>> {
    const result = await send<Value>(options.fetch, flow, endpoint, body);
    // The server says whether the session still stands; the page goes by its answer.
    if (!result.ok && isExpiredTokenCode(result.code)) await session.refresh();
    return result;
  }

  async function enter(flow: AuthFlow, endpoint: string, body: object): Promise<AuthResult<{ status: SignInStatus }>> {
    const result = await call<{ status: SignInStatus }>(flow, endpoint, body);
    if (!result.ok || result.status !== "complete") return result;
    const begun = await session.begin();
    if (begun === "token") return result;
    if (begun === "unreachable")
      return { ok: false, code: "network_error", message: authMessage("network_error", flow) };
    // The cookie did not come back: the browser keeps none for this address.
    return { ok: false, code: "unknown", message: PROVIDER_MESSAGES.setActiveNotAvailable };
  }

  async function changePassword(endpoint: string, change: object): Promise<AuthResult> {
    const result = await call("other", endpoint, change);
    if (result.ok) await session.refresh();
    return result;
  }

  return {
    signIn: (credentials) => enter("sign-in", "sign-in", credentials),
    autoSignIn: (credentials) => enter("auto-sign-in", "auto-sign-in", credentials),
    signUp: (form) => enter("sign-up", "sign-up", form),
    async signOut() {
      const result = await call("other", "sign-out", {});
      if (result.ok) session.end("here");
      return result;
    },
    openLink: (link) => call(FLOW_OF[link.purpose] ?? "other", "open-link", link),
    verifyEmail: (proof) => call("verification", "verify-email", proof),
    acceptInvitation: (proof) => enter("other", "accept-invitation", proof),
    renewInvitation: (link) => call("other", "renew-invitation", link),
    resendVerification: (email) => call("verification", "resend-verification", { email }),
    changePassword: (change) => changePassword("change-password", change),
    setFirstPassword: (change) => changePassword("first-password", change),
    requestEmailChange: (change) => call("other", "request-email-change", change),
    changeEmail: (link) => call("other", "change-email", link),
    correctEmail: (link) => call("correction", "correct-email", link),
    keepEmail: (link) => call("correction", "keep-email", link),
    stepUp: (proof) => call("other", "step-up", proof),
    requestPasswordReset: (email) => call("other", "request-password-reset", { email }),
    resetPassword: (change) => call("other", "reset-password", change),
    listSessions: () => call<{ sessions: readonly SessionSummary[] }>("other", "sessions"),
    revokeSession: (sessionId) => call("other", "revoke-session", { sessionId }),
    fetchAccessToken: ({ forceRefreshToken }) => (forceRefreshToken ? session.freshToken() : session.token()),
    revalidate: async () => void (await session.refresh()),
    adopt: (root) => session.adopt(root),
    state: session.state,
    subscribe: session.subscribe,
  };
}

/** Calls one endpoint; with a body it is a POST. */
async function send<Value extends object = object>(
  doFetch: typeof globalThis.fetch,
  flow: AuthFlow,
  endpoint: string,
  body?: object,
): Promise<AuthResult<Value>> {
  try {
    const init =
      body === undefined
        ? {}
        : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await doFetch(`/api/auth/${endpoint}`, { ...init, cache: "no-store" });
    const answer = (await response.json().catch(() => null)) as object | null;
    // The endpoint's own answer has the shape its caller names; server and page are built together.
    if (response.ok && answer !== null) return { ...(answer as Value), ok: true };
    // Somebody else answered, such as a proxy with a page of its own.
    if (response.ok) return { ok: false, code: "unknown", message: authMessage("unknown", flow) };
    return failureOf(flow, response.status, answer);
  } catch {
    return { ok: false, code: "network_error", message: authMessage("network_error", flow) };
  }
}

function failureOf(flow: AuthFlow, status: number, answer: object | null): AuthFailed {
  const {
    code: sent,
    retryAfterSeconds,
    fields,
  } = (answer ?? {}) as { code?: unknown; retryAfterSeconds?: number; fields?: Record<string, string> };
  const code = codeOf(sent);
  const firstField = Object.values(fields ?? {})[0];
  const own = code === "form_invalid" ? firstField : code === "unknown" ? wordsOf(flow, status) : undefined;
  return { ok: false, code, message: authMessage(code, flow, own), retryAfterSeconds, fields };
}

/** An address without the sign-in API has no sign-in; everything else is told by its number. */
function wordsOf(flow: AuthFlow, status: number): string {
  const isMissing = status === 404 && (flow === "sign-in" || flow === "auto-sign-in");
  return isMissing ? PROVIDER_MESSAGES.signInNotAvailable : httpFailureMessage(status);
}

function codeOf(sent: unknown): AuthErrorCode {
  if (sent === "form_invalid" || sent === "session_expired") return sent;
  return typeof sent === "string" && isCatalogueCode(sent) ? sent : "unknown";
}
