/** A TCP proxy in front of the engine whose connections a test can cut at any moment. */

import { connect as connectTcp, createServer, type AddressInfo, type Socket } from "node:net";

export interface CuttingProxy {
  readonly url: string;
  /** Destroys every connection, in both directions. */
  cut(): void;
  /** Bytes from the server are held back (and lost at the next cut) while true. */
  holdReplies(hold: boolean): void;
  /** Where new connections go. */
  target(url: string): void;
  close(): Promise<void>;
}

export async function cuttingProxy(initialUrl: string): Promise<CuttingProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let target = new URL(initialUrl);
  let isHolding = false;
  const server = createServer((client) => {
    const upstream = connectTcp(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.on("data", (data) => upstream.write(data));
    upstream.on("data", (data) => {
      if (!isHolding) client.write(data);
    });
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pairs.delete(pair);
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = (): void => {
    for (const [client, upstream] of pairs) {
      client.destroy();
      upstream.destroy();
    }
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    holdReplies: (hold) => void (isHolding = hold),
    target: (url) => void (target = new URL(url)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
