/**
 * The built-in adapter: the portal's own sign-in API over fetch. Holds the page's token and who it speaks
 * for, and tells the other tabs when that ends.
 */
import type { AuthAdapter, AuthFailed, AuthResult, RootSignIn, SessionState, SessionSummary, SignInStatus } from "./adapter";
import { authMessage, httpFailureMessage, isCatalogueCode, type AuthErrorCode, type AuthFlow } from "./errors";
import { readToken } from "./token";

/** A token with less than this left is replaced before it is used. */
const TOKEN_SLACK_MS = 20_000;
/** Waits between attempts to get a token while the network is away; after the last one it is given up. */
const RETRY_WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** What the adapter needs of the browser. */
export interface BetterAuthOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Speaks to the other tabs; null where there are none. */
  readonly channel: TabChannel | null;
}

export interface TabChannel {
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
}

/** What tabs tell each other. */
export type TabMessage = "signed-in" | "signed-out";

interface HeldToken {
  readonly token: string;
  readonly usableUntil: number;
}

type TokenAnswer = { readonly kind: "token"; readonly token: string } | { readonly kind: "nobody" } | { readonly kind: "unreachable" };

export function createBetterAuthAdapter(options: BetterAuthOptions): AuthAdapter {
  const listeners = new Set<() => void>();
  let state: SessionState = { status: "unknown" };
  let held: HeldToken | null = null;
  let running: Promise<TokenAnswer> | null = null;
  // Counts sign-ins and sign-outs: an answer asked for before the last one says nothing about now.
  let era = 0;

  function setState(next: SessionState): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function holdToken(token: string): void {
    const facts = readToken(token);
    if (facts === null) return;
    held = { token, usableUntil: options.now() + facts.lifetimeMs - TOKEN_SLACK_MS };
    setState({ status: "signed-in", userId: facts.userId, hasChangedInitialPassword: facts.hasChangedInitialPassword });
  }

  function end(by: "here" | "elsewhere"): void {
    era += 1;
    held = null;
    const wasSignedIn = state.status === "signed-in";
    setState({ status: "signed-out", by: state.status === "signed-out" ? state.by : by });
    if (wasSignedIn) options.channel?.post("signed-out");
  }

  async function askForToken(): Promise<TokenAnswer> {
    const response = await options.fetch("/api/auth/token", { cache: "no-store" }).catch(() => null);
    if (response === null || !response.ok) return { kind: "unreachable" };
    const body = (await response.json().catch(() => null)) as { token?: unknown } | null;
    if (typeof body?.token === "string") return { kind: "token", token: body.token };
    return body?.token === null ? { kind: "nobody" } : { kind: "unreachable" };
  }

  /** One question at a time: callers that come while it is out share its answer. */
  function refresh(): Promise<TokenAnswer> {
    running ??= askForToken().finally(() => {
      running = null;
    });
    return running;
  }

  async function applyRefresh(): Promise<TokenAnswer> {
    const askedIn = era;
    const answer = await refresh();
    if (askedIn !== era) return answer;
    if (answer.kind === "token") holdToken(answer.token);
    if (answer.kind === "nobody") end("elsewhere");
    return answer;
  }

  /** After signing in, the new session's token; the other tabs learn of it. */
  async function begin(): Promise<boolean> {
    era += 1;
    running = null;
    const { kind } = await applyRefresh();
    if (kind === "token") options.channel?.post("signed-in");
    return kind === "token";
  }

  async function attempt(flow: AuthFlow, endpoint: string, body: object): Promise<AuthResult<{ status: SignInStatus }>> {
    const result = await send<{ status: SignInStatus }>(options.fetch, flow, endpoint, body);
    const isMissingSession = result.ok && result.status === "complete" && !(await begin());
    return isMissingSession ? { ok: false, code: "network_error", message: authMessage("network_error", flow) } : result;
  }

  async function afterPasswordChange(result: AuthResult): Promise<AuthResult> {
    if (result.ok) await applyRefresh();
    return result;
  }

  options.channel?.listen((message) => {
    // Whatever another tab did, the cookie is shared: the server knows what holds now.
    if (message === "signed-in" || state.status === "signed-in") void applyRefresh();
  });

  return {
    signIn: (credentials) => attempt("sign-in", "sign-in", credentials),
    autoSignIn: (credentials) => attempt("auto-sign-in", "auto-sign-in", credentials),
    signUp: (form) => attempt("sign-up", "sign-up", form),
    async signOut() {
      const result = await send(options.fetch, "other", "sign-out", {});
      if (result.ok) end("here");
      return result;
    },
    verifyEmail: (token) => send(options.fetch, "verification", "verify-email", { token }),
    resendVerification: (email) => send(options.fetch, "verification", "resend-verification", { email }),
    changePassword: async (change) => afterPasswordChange(await send(options.fetch, "other", "change-password", change)),
    setFirstPassword: async (change) => afterPasswordChange(await send(options.fetch, "other", "first-password", change)),
    listSessions: () => send<{ sessions: readonly SessionSummary[] }>(options.fetch, "other", "sessions"),
    revokeSession: (sessionId) => send(options.fetch, "other", "revoke-session", { sessionId }),
    async fetchAccessToken({ forceRefreshToken }) {
      if (!forceRefreshToken && held !== null && held.usableUntil > options.now()) return held.token;
      for (const waitMs of [0, ...RETRY_WAITS_MS]) {
        if (waitMs > 0) await options.wait(waitMs);
        const answer = await applyRefresh();
        if (answer.kind === "token") return answer.token;
        if (answer.kind === "nobody") return null;
      }
      return held !== null && held.usableUntil > options.now() ? held.token : null;
    },
    async revalidate() {
      await applyRefresh();
    },
    adopt(root: RootSignIn) {
      if (state.status !== "unknown") return;
      if (root.token !== null) holdToken(root.token);
      else setState({ status: "signed-out", by: "never" });
    },
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Calls one endpoint; with a body it is a POST. */
async function send<Value extends object = object>(doFetch: typeof globalThis.fetch, flow: AuthFlow, endpoint: string, body?: object): Promise<AuthResult<Value>> {
  try {
    const init = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await doFetch(`/api/auth/${endpoint}`, { ...init, cache: "no-store" });
    const answer = (await response.json().catch(() => null)) as object | null;
    // The endpoint's own answer has the shape its caller names; server and page are built together.
    if (response.ok && answer !== null) return { ...(answer as Value), ok: true };
    return failureOf(flow, response.status, answer);
  } catch {
    return { ok: false, code: "network_error", message: authMessage("network_error", flow) };
  }
}

function failureOf(flow: AuthFlow, status: number, answer: object | null): AuthFailed {
  const { code: sent, retryAfterSeconds, fields } = (answer ?? {}) as { code?: unknown; retryAfterSeconds?: number; fields?: Record<string, string> };
  const code = codeOf(sent);
  const firstField = Object.values(fields ?? {})[0];
  const own = code === "form_invalid" ? firstField : code === "unknown" ? httpFailureMessage(status) : undefined;
  return { ok: false, code, message: authMessage(code, flow, own), retryAfterSeconds, fields };
}

function codeOf(sent: unknown): AuthErrorCode {
  if (sent === "form_invalid" || sent === "session_expired") return sent;
  return typeof sent === "string" && isCatalogueCode(sent) ? sent : "unknown";
}
