/** The live connection of a page, seen and bent from outside it. */
import type { Page } from "playwright-core";

/** A call as the page's client sends it. */
interface Call {
  readonly type: string;
  readonly udfPath?: string;
}

/**
 * From the next connection on, calls of the named functions leave the page with other arguments. The server
 * then refuses them of its own accord: a failure as real as one of a page that is out of date.
 */
export async function sendInstead(page: Page, argsByFunction: Readonly<Record<string, object>>): Promise<void> {
  await page.routeWebSocket(/\/api\/[^/]+\/sync$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const call = JSON.parse(String(message)) as Call;
      const args = argsByFunction[call.udfPath?.split(":")[1] ?? ""];
      server.send(args === undefined ? message : JSON.stringify({ ...call, args: [args] }));
    });
  });
}
