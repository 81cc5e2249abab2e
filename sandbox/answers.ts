/** What sandboxes answer over HTTP, and one way to go wrong that they share. */

import type { ServerResponse } from "node:http";

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Answers without end, as fast as it is read. */
export function pour(response: ServerResponse): void {
  const block = Buffer.alloc(1024 * 1024, " ");
  response.writeHead(200, { "content-type": "application/json" });
  const more = (): void => {
    while (!response.destroyed && response.write(block));
  };
  response.on("drain", more);
  more();
}
