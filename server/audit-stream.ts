/**
 * Sends the audit trail on to a collector outside (a SIEM): lines of JSON by POST, oldest first, in batches.
 * The backend remembers what arrived; a batch is sent until the collector takes it, with growing pauses, and
 * never overtaken. Each event carries its sequence and hash, so the collector can drop what it has already
 * and see that nothing is missing.
 */

import * as z from "zod";
import type { Backend } from "./backend/port.ts";
import { messageOf } from "./lib/message-of.ts";
import type { AuditStreamSettings } from "./settings/env.ts";

const ASK_EVERY_MS = 5_000;
const MAX_PAUSE_MS = 300_000;
const ANSWER_TIMEOUT_MS = 15_000;
/** Batches sent in a row before the next pause: a long history leaves the process room for everything else. */
const MAX_BATCHES = 20;

const nextEvents = z.array(z.looseObject({ sequence: z.number(), hash: z.string().optional() }));

export interface AuditStreamOptions {
  readonly backend: Pick<Backend, "query" | "mutation">;
  readonly target: AuditStreamSettings;
  readonly log: { warn(message: string): void };
  readonly now?: () => number;
}

export interface AuditStream {
  /** Sends what is new, unless the collector refused a moment ago; the timer does it by itself. */
  sendNew(): Promise<void>;
  /** Stops sending; what is under way is given up and sent again at the next start. */
  close(): Promise<void>;
}

/** Starts sending, now and every five seconds. */
export function startAuditStream({ backend, target, log, now = Date.now }: AuditStreamOptions): AuditStream {
  const ending = new AbortController();
  let running: Promise<void> | null = null;
  let failures = 0;
  let pausedUntil = 0;
  const fail = async (error: unknown): Promise<void> => {
    if (ending.signal.aborted) return;
    failures += 1;
    pausedUntil = now() + Math.min(MAX_PAUSE_MS, ASK_EVERY_MS * 2 ** Math.min(failures, 10));
    const problem = messageOf(error);
    if (failures === 1) log.warn(`the audit trail could not be sent on: ${problem}`);
    // Whoever reads the audit trail is shown why; when the backend itself is away, the log has it.
    await backend.mutation("audit/internal:streamed", { result: { error: problem } }).catch(() => undefined);
  };
  const sendNew = (): Promise<void> => {
    if (now() < pausedUntil || ending.signal.aborted) return Promise.resolve();
    running ??= sendBatches({ backend, target }, ending.signal)
      .then(() => {
        failures = 0;
      }, fail)
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(() => void sendNew(), ASK_EVERY_MS);
  timer.unref();
  void sendNew();
  return {
    sendNew,
    close: async () => {
      clearInterval(timer);
      ending.abort();
      await running;
    },
  };
}

async function sendBatches(
  { backend, target }: Pick<AuditStreamOptions, "backend" | "target">,
  ending: AbortSignal,
): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES && !ending.aborted; batch += 1) {
    const events = nextEvents.parse(await backend.query("audit/internal:nextForStream"));
    const last = events.at(-1);
    if (last === undefined) return;
    await post(
      target,
      {
        body: events.map((event) => `${JSON.stringify(event)}\n`).join(""),
        key: `${events[0]?.sequence}-${last.sequence}:${last.hash ?? ""}`,
      },
      ending,
    );
    await backend.mutation("audit/internal:streamed", { result: { sequence: last.sequence } });
  }
}

async function post(
  { url, token }: AuditStreamSettings,
  { body, key }: { body: string; key: string },
  ending: AbortSignal,
): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    // The same batch has the same key however often it is sent.
    headers: {
      "content-type": "application/x-ndjson",
      "idempotency-key": key,
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body,
    // A token is not carried to wherever an answer points.
    redirect: "error",
    signal: AbortSignal.any([ending, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    throw new Error(whyNoAnswer(error), { cause: error });
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
}

/** Why there was no answer, without address or token: both may be secrets. */
function whyNoAnswer(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `the collector gave no answer within ${ANSWER_TIMEOUT_MS / 1000} seconds`;
  const code =
    error instanceof Error && error.cause instanceof Error && "code" in error.cause
      ? ` (${String(error.cause.code)})`
      : "";
  return `the collector could not be reached${code}`;
}
