/**
 * The session as this page holds it: the token, who it speaks for, and what the other tabs should know.
 * Only the server ends a session: a network that is away leaves everything as it is.
 */

import type { RootSignIn, SessionState } from "./adapter";
import { readToken } from "./token";

/** A token with less than this left is replaced before it is used. */
const TOKEN_SLACK_MS = 20_000;
/** Waits between attempts to get a token while the network is away; after the last one it is given up. */
const RETRY_WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** What the page's session needs of the browser. */
export interface PageSessionOptions {
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

type TokenAnswer =
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "nobody" }
  | { readonly kind: "unreachable" };

/** Who this page speaks for, and with which token. */
export class PageSession {
  readonly #options: PageSessionOptions;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = { status: "unknown" };
  #held: { readonly token: string; readonly usableUntil: number } | null = null;
  #running: Promise<TokenAnswer> | null = null;
  /** Counts sign-ins and sign-outs: an answer asked for before the last one says nothing about now. */
  #era = 0;

  constructor(options: PageSessionOptions) {
    this.#options = options;
    options.channel?.listen((message) => {
      // Whatever another tab did, the cookie is shared: the server knows what holds now.
      if (message === "signed-in" || this.#state.status === "signed-in") void this.refresh();
    });
  }

  // Arrow properties: they are handed to React on their own.
  readonly state = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Takes over what the page was rendered with; only the first time counts. */
  adopt(root: RootSignIn): void {
    if (this.#state.status !== "unknown") return;
    if (root.token !== null) this.#hold(root.token);
    else this.#setState({ status: "signed-out", by: "never" });
  }

  /** After signing in: whether the new session is there, or could not be asked for. The other tabs are told. */
  async begin(): Promise<TokenAnswer["kind"]> {
    this.#era += 1;
    this.#running = null;
    const { kind } = await this.refresh();
    if (kind === "token") this.#options.channel?.post("signed-in");
    return kind;
  }

  end(by: "here" | "elsewhere"): void {
    const before = this.#state.status;
    this.#era += 1;
    this.#held = null;
    if (before !== "signed-out") this.#setState({ status: "signed-out", by });
    if (before === "signed-in") this.#options.channel?.post("signed-out");
  }

  /** Asks the server once; callers that come while the question is out share its answer. */
  async refresh(): Promise<TokenAnswer> {
    const startedIn = this.#era;
    const question = (this.#running ??= askForToken(this.#options.fetch));
    const answer = await question;
    if (this.#running === question) this.#running = null;
    if (startedIn !== this.#era) return answer;
    if (answer.kind === "token") this.#hold(answer.token);
    if (answer.kind === "nobody") this.end("elsewhere");
    return answer;
  }

  /** The token at hand while it is good, else a fresh one. */
  async token(): Promise<string | null> {
    return this.#heldToken() ?? this.freshToken();
  }

  /** A fresh token; waits a while for a server that is away. */
  async freshToken(): Promise<string | null> {
    for (const waitMs of [0, ...RETRY_WAITS_MS]) {
      if (waitMs > 0) await this.#options.wait(waitMs);
      const answer = await this.refresh();
      if (answer.kind === "token") return answer.token;
      if (answer.kind === "nobody") return null;
    }
    return this.#heldToken();
  }

  #heldToken(): string | null {
    return this.#held !== null && this.#held.usableUntil > this.#options.now() ? this.#held.token : null;
  }

  #hold(token: string): void {
    const facts = readToken(token);
    if (facts === null) return;
    this.#held = { token, usableUntil: this.#options.now() + facts.lifetimeMs - TOKEN_SLACK_MS };
    this.#setState({
      status: "signed-in",
      userId: facts.userId,
      hasChangedInitialPassword: facts.hasChangedInitialPassword,
    });
  }

  #setState(next: SessionState): void {
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

async function askForToken(doFetch: typeof globalThis.fetch): Promise<TokenAnswer> {
  const response = await doFetch("/api/auth/token", { cache: "no-store" }).catch(() => null);
  if (response === null || !response.ok) return { kind: "unreachable" };
  const body = (await response.json().catch(() => null)) as { token?: unknown } | null;
  if (typeof body?.token === "string") return { kind: "token", token: body.token };
  return body?.token === null ? { kind: "nobody" } : { kind: "unreachable" };
}
