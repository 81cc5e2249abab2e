/** Carries the effects of one session out, and tells it what happened. */

import { NO_IDENTITY, callerKey, identityKey, isAdmin, type Identity } from "../auth/identity.ts";
import { AuthRefusal } from "../auth/verify.ts";
import { networkOf, NO_ORIGIN, type FunctionCall } from "../functions/call.ts";
import { socketRequestId } from "../functions/request-id.ts";
import { systemClock } from "../lib/clock.ts";
import { messageOf } from "../lib/message-of.ts";
import type { Authenticate } from "../protocol/authenticate.ts";
import type { ActionRequest, MutationRequest } from "../protocol/call.ts";
import { transitionFrames } from "../protocol/chunk.ts";
import { parseClientMessage } from "../protocol/client.ts";
import { ProtocolError } from "../protocol/read.ts";
import { encodeServerMessage, type ServerMessage } from "../protocol/server.ts";
import { encodeTransition } from "../protocol/transition.ts";
import { actionAnswer, mutationAnswer, type Telling } from "./answers.ts";
import type { Subscriber } from "./live-query.ts";
import type { SessionServices, Transport } from "./services.ts";
import type { Effect, SessionEvent, SessionState, Urgency, WantedQuery } from "./session.ts";
import { newSession, step } from "./state.ts";
import { TooMuchWatched, WatchedQueries } from "./watched.ts";

const PING_AFTER_MS = 15_000;
/** A mutation not answered by then is given up; the client comes back and sends it again. */
const MUTATION_MS = 60_000;

/** One socket's session. */
export class SessionDriver implements Subscriber {
  readonly #services: SessionServices;
  readonly #transport: Transport;
  /** Whether there is room for one more socket of a caller; asked when they sign in or out. */
  readonly #admit: (caller: string) => boolean;
  readonly #state: SessionState;
  readonly #watched: WatchedQueries;
  #identity: Identity = NO_IDENTITY;
  #identityKey = "";
  /** Responses leave in the order of their requests. */
  #lastResponse: Promise<void> = Promise.resolve();
  /** When each unanswered mutation arrived, the oldest first. */
  readonly #mutationsSinceMs: number[] = [];
  #transitions = 0;
  #lastSentMs: number;
  /** When somebody was last signed in here, or a query, mutation or action was under way. */
  #lastUsedMs: number;
  #cancelPing: () => void;

  constructor(services: SessionServices, transport: Transport, admit: (caller: string) => boolean) {
    this.#admit = admit;
    this.#services = services;
    this.#transport = transport;
    this.#state = newSession(services.limits);
    this.#watched = new WatchedQueries(
      services,
      this,
      (query) => this.#state.queries.get(query.queryId) === query && this.#state.phase !== "closed",
    );
    this.#lastSentMs = services.clock.nowMs();
    this.#lastUsedMs = this.#lastSentMs;
    this.#cancelPing = services.clock.setTimer(PING_AFTER_MS, () => this.#pingIfQuiet());
  }

  get identityKey(): string {
    return this.#identityKey;
  }

  /** Whether nobody has signed in here, and nobody is about to. */
  get isAnonymous(): boolean {
    return this.#identityKey === "" && this.#state.authenticating === null;
  }

  /** Whether a token is being checked: what comes meanwhile is kept, whoever sends it. */
  get isBeingChecked(): boolean {
    return this.#state.authenticating !== null && this.#state.phase !== "closed";
  }

  /** Whether no Transition was sent yet. */
  get isNew(): boolean {
    return this.#state.version.ts === 0n;
  }

  /** One text frame from the client. */
  receive(text: string): void {
    if (this.isAnonymous && text.length > this.#services.limits.anonymousMessageBytes)
      return this.shut("MessageTooLarge");
    const startMs = systemClock.nowMs();
    this.#read(text);
    this.#spend(systemClock.nowMs() - startMs);
  }

  #read(text: string): void {
    try {
      const message = parseClientMessage(text);
      this.#take({
        kind: "message",
        message,
        latestTs: this.#services.latestTs(),
        nowMs: this.#services.clock.nowMs(),
      });
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#take({ kind: "refused", code: "BadRequest", error: error.message });
    }
  }

  /** The socket is gone. What it started still finishes; nobody is told. */
  closed(): void {
    this.#state.phase = "closed";
    this.#release();
  }

  /** The engine is going down or refuses the socket. */
  shut(code: string): void {
    this.#take({ kind: "failed", code });
  }

  onStale(): void {
    this.#take({ kind: "stale" });
  }

  pump(): void {
    this.#take({ kind: "pump" });
  }

  #take(event: SessionEvent): void {
    for (const effect of step(this.#state, event)) this.#act(effect);
  }

  #act(effect: Effect): void {
    switch (effect.do) {
      case "send":
        return this.#send(effect.message);
      case "authenticate":
        return void this.#authenticate(effect.request);
      case "mutate":
        return this.#mutate(effect.request);
      case "act":
        return this.#runAction(effect.request);
      case "wake":
        return this.#services.pacer.wake(this, effect.urgency);
      case "compute":
        return void this.#compute(effect.queries, effect.urgency);
      case "forget":
        return this.#watched.forget(effect.queryId);
      case "close":
        this.#release();
        return this.#transport.close(effect.reason.code, effect.reason.reason);
      default:
        return effect satisfies never;
    }
  }

  #send(message: ServerMessage): void {
    this.#lastSentMs = this.#services.clock.nowMs();
    // The client settles a mutation when a Transition shows it what was written: the answer alone is no use to it.
    if (message.type === "MutationResponse") return this.#transport.sendWithNext(encodeServerMessage(message));
    if (message.type !== "Transition") return this.#transport.send(encodeServerMessage(message));
    const whole = encodeTransition(message);
    const frames = this.#transport.takesChunks ? transitionFrames(whole, String(++this.#transitions)) : [whole];
    this.#transport.sendTransition(frames, () => this.#take({ kind: "sent" }));
  }

  async #authenticate(request: Authenticate): Promise<void> {
    try {
      const identity = await this.#services.identify(request);
      if (!this.#admit(callerKey(identity))) return this.shut("TooManyConcurrentRequests");
      this.#identity = identity;
      this.#identityKey = identityKey(identity);
      this.#take({ kind: "authenticated", latestTs: this.#services.latestTs(), nowMs: this.#services.clock.nowMs() });
      this.#transport.readOn();
    } catch (error) {
      if (!(error instanceof AuthRefusal))
        this.#services.logger.error("a token could not be checked", { error: String(error) });
      this.#take({ kind: "authRefused", error: messageOf(error) });
    }
  }

  #mutate(request: MutationRequest): void {
    if (this.#refuseExpired()) return;
    const { requestId } = request;
    const key = { sessionId: this.#state.sessionId ?? "", requestId };
    this.#mutationsSinceMs.push(this.#services.clock.nowMs());
    const call = this.#callOf(request);
    const run = this.#services.ledger.run(call, key);
    const ended = (): void => void this.#mutationsSinceMs.shift();
    run.then(ended, ended);
    this.#lastResponse = this.#lastResponse.then(async () => {
      try {
        const response = mutationAnswer(requestId, await run, this.#telling(call));
        this.#take({ kind: "mutationDone", response });
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  #runAction(request: ActionRequest): void {
    if (this.#refuseExpired()) return;
    const { requestId } = request;
    const call = this.#callOf(request);
    this.#services.runner.runAction(call).then(
      (outcome) => {
        const response = actionAnswer(requestId, outcome, this.#telling(call));
        this.#take({ kind: "actionDone", response });
      },
      (error: unknown) => this.#fail(error),
    );
  }

  /** All queries of the set at one timestamp. */
  async #compute(queries: readonly WantedQuery[], urgency: Urgency): Promise<void> {
    if (queries.length > 0 && this.#refuseExpired()) return;
    try {
      const who = { identity: this.#identity, identityKey: this.#identityKey };
      const { ts, results } =
        this.#watched.atHand(queries, who) ??
        (await this.#watched.atSnapshot(queries, who, {
          isFirst: urgency === "answer",
          onSpent: (ms) => this.#spend(ms),
        }));
      this.#take({ kind: "computed", ts, results, nowMs: this.#services.clock.nowMs() });
    } catch (error) {
      if (error instanceof TooMuchWatched) return this.shut("TooManyConcurrentRequests");
      this.#fail(error);
    }
  }

  /**
   * Who has not signed in shares a purse with their address; who has is bounded by having one computation at a time.
   */
  #spend(ms: number): void {
    if (!this.isAnonymous || this.#state.phase === "closed") return;
    const network = networkOf(this.#transport.origin ?? NO_ORIGIN);
    this.#services.anonymousSpending.spend(network, ms);
    if (this.#services.anonymousSpending.isSpent(network)) this.shut("TooManyConcurrentRequests");
  }

  #callOf(request: MutationRequest | ActionRequest): FunctionCall {
    const sessionId = this.#state.sessionId ?? "";
    return {
      component: request.componentPath ?? "",
      path: request.udfPath,
      args: request.args,
      identity: this.#identity,
      get requestId() {
        return socketRequestId(sessionId, request.requestId);
      },
      ...(this.#transport.origin && { origin: this.#transport.origin }),
      visibility: isAdmin(this.#identity) ? "any" : "public",
    };
  }

  #telling(call: FunctionCall): Telling {
    return { named: call, isRedacted: this.#services.redactErrors };
  }

  /** A token that has run out since it was accepted: nothing runs under it any more. */
  #refuseExpired(): boolean {
    const identity = this.#identity;
    if (
      identity.kind !== "user" ||
      identity.expiresAtMs === null ||
      identity.expiresAtMs > this.#services.clock.nowMs()
    )
      return false;
    this.#take({ kind: "identityExpired", error: "Convex token identity expired" });
    return true;
  }

  #fail(error: unknown): void {
    this.#services.logger.error("a session failed", {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    this.#take({ kind: "failed", code: "InternalServerError" });
  }

  #pingIfQuiet(): void {
    if (this.#state.phase === "closed") return;
    const oldestMs = this.#mutationsSinceMs[0];
    if (oldestMs !== undefined && this.#services.clock.nowMs() - oldestMs >= MUTATION_MS)
      return this.shut("SystemTimeoutError");
    if (!this.#isUnused()) this.#lastUsedMs = this.#services.clock.nowMs();
    else if (this.#services.clock.nowMs() - this.#lastUsedMs >= this.#services.limits.unusedConnectionMs)
      return this.shut("UnusedConnection");
    const quietMs = this.#services.clock.nowMs() - this.#lastSentMs;
    if (quietMs >= PING_AFTER_MS) this.#send({ type: "Ping" });
    const againMs = quietMs >= PING_AFTER_MS ? PING_AFTER_MS : PING_AFTER_MS - quietMs;
    this.#cancelPing = this.#services.clock.setTimer(againMs, () => this.#pingIfQuiet());
  }

  #isUnused(): boolean {
    const { queries, mutations, actions } = this.#state;
    return this.isAnonymous && queries.size === 0 && mutations === 0 && actions === 0;
  }

  #release(): void {
    this.#cancelPing();
    this.#services.pacer.forget(this);
    this.#watched.clear();
  }
}
