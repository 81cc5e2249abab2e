/** The live connection of a page, seen and bent from outside it. */

import type { Page, WebSocketRoute } from "playwright-core";

/** Where the live client connects to. */
const syncAddress = /\/api\/[^/]+\/sync$/;

/** A call as the page's client sends it. */
interface Call {
  readonly udfPath?: string;
}

function functionOf(message: string): string {
  const { udfPath } = JSON.parse(message) as Call;
  return udfPath?.split(":")[1] ?? "";
}

/**
 * From the next connection on, calls of the named functions leave the page with other arguments. The server
 * then refuses them of its own accord: a failure as real as one of a page that is out of date.
 */
export async function sendInstead(page: Page, argsByFunction: Readonly<Record<string, object>>): Promise<void> {
  await page.routeWebSocket(syncAddress, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const args = argsByFunction[functionOf(String(message))];
      server.send(
        args === undefined ? message : JSON.stringify({ ...(JSON.parse(String(message)) as Call), args: [args] }),
      );
    });
  });
}

/** From the next connection on, calls of this function never reach the server. Answers how many left the page so far. */
export async function loseCalls(page: Page, functionName: string): Promise<() => number> {
  let count = 0;
  await page.routeWebSocket(syncAddress, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (functionOf(String(message)) === functionName) count += 1;
      else server.send(message);
    });
  });
  return () => count;
}

/** As `sendInstead`, for the live queries of the named functions, which then fail on the page. */
export async function askInstead(page: Page, argsByFunction: Readonly<Record<string, object>>): Promise<void> {
  await page.routeWebSocket(syncAddress, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const said = JSON.parse(String(message)) as { modifications?: readonly Call[] };
      const modifications = said.modifications?.map((one) => {
        const args = argsByFunction[functionOf(JSON.stringify(one))];
        return args === undefined ? one : { ...one, args: [args] };
      });
      server.send(modifications ? JSON.stringify({ ...said, modifications }) : message);
    });
  });
}

/** The live connection of a page, with a hand on it. */
export interface HeldLine {
  /** From now on, calls of this function wait on the way to the server, until `resume`. Resolves when one does. */
  holdCall(functionName: string): Promise<void>;
  /** From now on, what the server says waits on the way to the page. Resolves when an answer to a mutation does. */
  holdAnswer(): Promise<void>;
  /** Breaks the connection that stands, as a network does that goes away. */
  cut(): void;
  /** Lets new messages through again; what was held is lost with its connection. */
  resume(): void;
}

/** Puts a hand on the connections the page will open. */
export async function holdLine(page: Page): Promise<HeldLine> {
  const held = { call: null as string | null, answers: false, reached: () => undefined as void };
  let current: WebSocketRoute | undefined;
  await page.routeWebSocket(syncAddress, (socket) => {
    current = socket;
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const isHeld = held.call !== null && functionOf(String(message)) === held.call;
      if (isHeld) held.reached();
      else server.send(message);
    });
    server.onMessage((message) => {
      if (!held.answers) socket.send(message);
      else if (String(message).includes('"MutationResponse"')) held.reached();
    });
  });
  const until = (begin: () => void): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.reached = resolve;
    begin();
    return promise;
  };
  return {
    holdCall: (functionName) => until(() => (held.call = functionName)),
    holdAnswer: () => until(() => (held.answers = true)),
    cut: () => void current?.close({ code: 1006 }),
    resume: () => void Object.assign(held, { call: null, answers: false }),
  };
}
