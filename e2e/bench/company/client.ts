/** One person's page: a socket that speaks the sync protocol and watches what Home watches. */

import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";

/** What Home and the frame around it watch for a member of staff. */
export const HOME = [
  "people/queries:me",
  "home/queries:waitingOnMe",
  "home/queries:quickActions",
  "requests/queries:progressOfMine",
  "notifications/queries:sinceLastVisit",
  "notifications/queries:settings",
  "requests/queries:cartSummary",
  "grants/queries:mine",
  "incidents/queries:open",
] as const;

/** What a frame begins with tells what it is. */
const TRANSITION = '{"type":"Transition"';
const RESPONSE = '{"type":"MutationResponse"';

/** See the file comment. */
export class Client {
  readonly #ws: WebSocket;
  /** Resolves when all of Home has been shown, with the time it took; rejects when a query failed. */
  readonly shown: Promise<number>;
  readonly #answers: ((error: string | null) => void)[] = [];
  readonly #transitions: (() => void)[] = [];
  #requests = 0;

  constructor(url: string, token: string, queries: readonly string[] = HOME) {
    const startMs = performance.now();
    this.#ws = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`, { perMessageDeflate: false });
    this.shown = new Promise((resolve, reject) => {
      this.#ws.on("error", reject);
      this.#ws.on("close", (code, reason) => reject(new Error(`closed: ${code} ${reason.toString()}`)));
      this.#ws.on("open", () => this.#ask(token, queries));
      this.#ws.on("message", (data) => {
        const text = (data as Buffer).toString("utf8");
        if (text.startsWith(RESPONSE)) this.#answered(text);
        else if (!text.startsWith(TRANSITION)) {
          if (/^\{"type":"(AuthError|FatalError)"/.test(text)) reject(new Error(text));
        } else if (text.includes('"type":"QueryFailed"')) reject(new Error(text.slice(0, 2000)));
        else if (text.includes('"QueryUpdated"')) resolve(performance.now() - startMs);
        if (text.startsWith(TRANSITION)) for (const seen of this.#transitions.splice(0)) seen();
      });
    });
  }

  /** One mutation; gives how long its answer took, and how long it was until what it wrote was shown. */
  async mutate(udfPath: string, args: object): Promise<{ ms: number; shownMs: Promise<number> }> {
    const startMs = performance.now();
    const shown = Promise.withResolvers<number>();
    this.#send({ type: "Mutation", requestId: this.#requests++, udfPath, args: [args] });
    const error = await new Promise<string | null>((resolve) => {
      this.#answers.push((answer) => {
        // The frame after the answer shows it, and may come with it.
        this.#transitions.push(() => shown.resolve(performance.now() - startMs));
        resolve(answer);
      });
    });
    if (error !== null) throw new Error(error);
    return { ms: performance.now() - startMs, shownMs: shown.promise };
  }

  close(): void {
    this.shown.catch(() => undefined);
    this.#ws.close();
  }

  #ask(token: string, queries: readonly string[]): void {
    const sessionId = randomUUID();
    this.#send({ type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null, clientTs: Date.now() });
    this.#send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: token });
    const modifications = queries.map((udfPath, queryId) => ({ type: "Add", queryId, udfPath, args: [{}] }));
    this.#send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications });
  }

  #answered(text: string): void {
    const { success, result } = JSON.parse(text) as { success: boolean; result: unknown };
    this.#answers.shift()?.(success ? null : String(result));
  }

  #send(message: object): void {
    this.#ws.send(JSON.stringify(message));
  }
}
