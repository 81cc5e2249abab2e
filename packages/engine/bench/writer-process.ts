/** Writers in a process of their own: each has one connection and one mutation under way. */

import { connect, type ClientKind, type Connection } from "./clients.ts";
import { answerCommands, sharedNowMs } from "./commands.ts";
import type { Workload } from "./workload.ts";

export interface WriteRun {
  readonly writers: number;
  readonly durationMs: number;
  readonly ids: readonly string[];
  readonly firstN: number;
}

export interface WriteResult {
  readonly count: number;
  readonly seconds: number;
  readonly ackMs: readonly number[];
}

let connections: Connection[] = [];

async function run({ writers, durationMs, ids, firstN }: WriteRun): Promise<WriteResult> {
  const ackMs: number[] = [];
  let n = firstN;
  const startedMs = sharedNowMs();
  const write = async (connection: Connection): Promise<void> => {
    while (sharedNowMs() - startedMs < durationMs) {
      const mine = n++;
      const sentMs = sharedNowMs();
      await connection.touch(ids[mine % ids.length] as string, mine);
      ackMs.push(sharedNowMs() - sentMs);
    }
  };
  await Promise.all(connections.slice(0, writers).map(write));
  return { count: ackMs.length, seconds: (sharedNowMs() - startedMs) / 1000, ackMs };
}

answerCommands({
  open: ({ url, kind, workload, count }: { url: string; kind: ClientKind; workload: Workload; count: number }) => {
    connections = Array.from({ length: count }, () => connect(kind, url, workload));
  },
  run,
  touch: async ({ id, n }: { id: string; n: number }) => {
    const sentMs = sharedNowMs();
    await (connections[0] as Connection).touch(id, n);
    return { sentMs, ackMs: sharedNowMs() - sentMs };
  },
  close: () => {
    for (const connection of connections) connection.close();
    connections = [];
  },
});
