/** Between Node's messages and the web's Request and Response. Bodies are read up to a limit, whole or as they come. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream, type ReadableStream as NodeReadableStream } from "node:stream/web";

/** A body larger than the endpoint takes. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/** Headers only this process may set: they are dropped from what comes in. */
const PRIVATE_HEADERS = /^x-(portal-|csp-nonce$)/;
/** Not for the other side: they speak about this connection. */
const HOP_HEADERS = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"]);

/** The whole body, or null when the method has none. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (request.method === "GET" || request.method === "HEAD") return null;
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The request as the web knows it, at the given address and with the given headers on top. */
export async function toWebRequest(
  request: IncomingMessage,
  options: { url: URL; limitBytes: number; signal?: AbortSignal; headers?: Readonly<Record<string, string>> },
): Promise<Request> {
  const headers = headersOf(request);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const body = await readBody(request, options.limitBytes);
  return new Request(options.url, { method: request.method ?? "GET", headers, body, signal: options.signal ?? null });
}

/** The same with its body still arriving; it fails once it is longer than the limit. */
export function toStreamedRequest(
  request: IncomingMessage,
  { url, limitBytes, signal }: { url: URL; limitBytes: number; signal: AbortSignal },
): Request {
  const { method = "GET" } = request;
  const head = { method, headers: headersOf(request), signal };
  if (method === "GET" || method === "HEAD") return new Request(url, head);
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw new BodyTooLarge();
  // Not Readable.toWeb: it throws out of the event loop when data arrives after its stream was cancelled.
  const body = ReadableStream.from(cutOff(request.iterator({ destroyOnReturn: false }), limitBytes));
  // The types of Node and of the DOM differ about the same stream, and the DOM's do not know `duplex`.
  return new Request(url, { ...head, body, duplex: "half" } as unknown as RequestInit);
}

async function* cutOff(chunks: AsyncIterable<Buffer>, limitBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limitBytes) throw new BodyTooLarge();
    yield chunk;
  }
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || PRIVATE_HEADERS.test(name) || HOP_HEADERS.has(name) || name.startsWith(":")) continue;
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
  }
  return headers;
}

/** Writes a web response; headers already set on the answer stay unless the response names them. */
export async function sendWebResponse(
  answer: ServerResponse,
  response: Response,
  options: { withoutBody?: boolean; headers?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  answer.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie" && !HOP_HEADERS.has(name)) answer.setHeader(name, value);
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) answer.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) answer.setHeader("set-cookie", cookies);
  if (response.body === null || options.withoutBody) {
    await response.body?.cancel();
    answer.end();
    return;
  }
  // The two stream types are the same object at run time; only their declarations differ.
  await pipeline(Readable.fromWeb(response.body as NodeReadableStream), answer);
}

/** A small JSON answer. */
export function sendJson(answer: ServerResponse, status: number, value: object): void {
  answer.writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  answer.end(JSON.stringify(value));
}
