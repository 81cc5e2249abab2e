/**
 * What the sign-in tells the backend behind the caller's back: an ended session, an audit event, a mail.
 * A call that fails is tried again a few times; a full queue drops the newest and says so in the log.
 */

import { randomUUID } from "node:crypto";
import { messageOf } from "../lib/message-of.ts";

const MAX_WAITING = 500;
const MAX_ATTEMPTS = 5;
const FIRST_RETRY_MS = 250;

export interface Notices {
  /** Calls soon; resolves when it was delivered, rejects when it was given up. */
  deliver(name: string, call: () => Promise<unknown>): Promise<void>;
  /** Calls soon and does not wait. */
  send(name: string, call: () => Promise<unknown>): void;
  /** Waits for everything under way. */
  idle(): Promise<void>;
}

export interface NoticesOptions {
  readonly warn: (message: string) => void;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

export function createNotices(options: NoticesOptions): Notices {
  const wait = options.wait ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)));
  const running = new Set<Promise<void>>();

  async function attempt(call: () => Promise<unknown>): Promise<void> {
    for (let number = 1; ; number += 1) {
      try {
        await call();
        return;
      } catch (error) {
        if (number >= MAX_ATTEMPTS) throw error;
        await wait(FIRST_RETRY_MS * 2 ** (number - 1));
      }
    }
  }

  async function deliver(name: string, call: () => Promise<unknown>): Promise<void> {
    if (running.size >= MAX_WAITING) throw new Error(`too many notices are waiting, "${name}" was dropped`);
    const job = attempt(call);
    running.add(job);
    try {
      await job;
    } finally {
      running.delete(job);
    }
  }

  return {
    deliver,
    send: (name, call) => {
      deliver(name, call).catch((error: unknown) => {
        options.warn(`the backend did not take "${name}": ${messageOf(error)}`);
      });
    },
    idle: async () => void (await Promise.allSettled(running)),
  };
}

/** Every try of telling something carries one key: an answer that was lost does not make two events of it. */
export function underOneKey(tell: (key: string) => Promise<void>): () => Promise<void> {
  const key = `host:${randomUUID()}`;
  return () => tell(key);
}
