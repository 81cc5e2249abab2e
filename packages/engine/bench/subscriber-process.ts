/** Subscribers in a process of their own: tells when the last of them saw a write. */

import { connect, type ClientKind, type Connection } from "./clients.ts";
import { answerCommands, sharedNowMs, usageOf } from "./commands.ts";
import { watchedQuery, type Watched, type Workload } from "./workload.ts";

export interface Subscribers {
  readonly url: string;
  readonly kind: ClientKind;
  readonly workload: Workload;
  readonly connections: number;
  /** Subscriptions of one connection. The first is the one whose updates are awaited. */
  readonly subscriptions: number;
  readonly watched: Watched;
  readonly request: string;
}

/** Connections that are opening at once. */
const OPENING = 50;

let connections: Connection[] = [];
/** The newest write each connection has seen; -1 before the first result. */
let seen: number[] = [];
let expected = -1;
let missing = 0;
let onComplete: ((atMs: number) => void) | null = null;

function sawWrite(connection: number, n: number): void {
  const before = seen[connection] as number;
  seen[connection] = Math.max(before, n);
  if (before >= expected || n < expected) return;
  missing--;
  if (missing === 0) onComplete?.(sharedNowMs());
}

function everyoneSees(n: number): Promise<number> {
  expected = n;
  missing = seen.filter((newest) => newest < n).length;
  return new Promise((resolve) => {
    onComplete = resolve;
    if (missing === 0) resolve(sharedNowMs());
  });
}

async function open({
  url,
  kind,
  workload,
  connections: count,
  subscriptions,
  watched,
  request,
}: Subscribers): Promise<void> {
  for (let first = 0; first < count; first += OPENING) {
    for (let opened = first; opened < Math.min(first + OPENING, count); opened++) {
      const i = seen.length;
      seen.push(-1);
      const connection = connect(kind, url, workload);
      connections.push(connection);
      for (let k = 0; k < subscriptions; k++) {
        const query = watchedQuery(watched, i * subscriptions + k + 1, k === 0 ? request : `${request} ${k}`);
        connection.watch(query, (n) => sawWrite(i, n));
      }
    }
    await everyoneSees(0);
  }
}

answerCommands({
  open,
  everyoneSees: ({ n }: { n: number }) => everyoneSees(n),
  usage: usageOf,
  close: () => {
    for (const connection of connections) connection.close();
    connections = [];
    seen = [];
    expected = -1;
  },
});
