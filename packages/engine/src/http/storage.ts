/** /api/storage: uploads by token, downloads by the file's internal UUID. */

import { ReadableStream } from "node:stream/web";
import { FileRefusal } from "../functions/files/file-refusal.ts";
import { isFileUuid, type FileRow } from "../functions/files/files.ts";
import { messageOf } from "../lib/message-of.ts";
import { HttpRefusal } from "./errors.ts";
import { readRange } from "./ranges.ts";
import type { HttpServices } from "./services.ts";

const STORAGE_PREFIX = "/api/storage/";
const DIGEST = /(?:^|,)\s*sha-256=([A-Za-z0-9+/]{43}=)\s*(?:,|$)/i;
/** Content that a browser shows without running anything in it. One type only: of several it goes by the last. */
const PASSIVE_TYPE =
  /^(?:image\/(?!svg)[\w.+-]+|(?:audio|video|font)\/[\w.+-]+|text\/plain|application\/(?:pdf|octet-stream))\s*(?:;[^,]*)?$/i;
const STATUS: Readonly<Record<FileRefusal["code"], number>> = {
  FileTooLarge: 413,
  DigestMismatch: 400,
  UploadAborted: 400,
  StorageTokenInvalid: 401,
  StorageTokenExpired: 401,
  StorageTokenUsed: 401,
};

/** The answer to a request below /api/storage; null when the path lies elsewhere or the method is not for it. */
export async function answerStorage(
  services: HttpServices,
  pathname: string,
  request: Request,
): Promise<Response | null> {
  if (!pathname.startsWith(STORAGE_PREFIX)) return null;
  const name = pathname.slice(STORAGE_PREFIX.length);
  if (name === "upload") return request.method === "POST" ? await upload(services, request) : null;
  return request.method === "GET" || request.method === "HEAD" ? await download(services, name, request) : null;
}

async function upload(services: HttpServices, request: Request): Promise<Response> {
  const { files, limits } = services;
  try {
    const storageId = await files.receive(new URL(request.url).searchParams.get("token") ?? "", {
      content: arriving(request, limits.fileBytes),
      contentType: request.headers.get("content-type"),
      expectedSha256: readDigest(request.headers.get("digest")),
      maxBytes: limits.fileBytes,
    });
    return Response.json({ storageId });
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    throw new HttpRefusal(STATUS[error.code], error.code, error.message);
  }
}

async function* arriving(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes)
    throw new FileRefusal("FileTooLarge", `The file is larger than ${maxBytes} bytes`);
  try {
    // The types of Node and of the DOM disagree about whether a stream can be iterated; it can.
    yield* (request.body ?? []) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new FileRefusal("UploadAborted", `The upload broke off: ${messageOf(error)}`);
  }
}

function readDigest(header: string | null): string | null {
  if (header === null) return null;
  const digest = DIGEST.exec(header)?.[1];
  if (digest === undefined) throw new HttpRefusal(400, "BadDigest", "The Digest header must be sha-256=<base64>");
  return digest;
}

async function download(services: HttpServices, uuid: string, request: Request): Promise<Response> {
  if (!isFileUuid(uuid))
    throw new HttpRefusal(
      400,
      "InvalidStoragePath",
      `Invalid storage path: "${uuid}". Please use \`storage.getUrl()\` to generate a valid URL to retrieve files.`,
    );
  const row = services.files.published(uuid);
  const whose = new URL(request.url).searchParams.get("component");
  // A URL that names no component was given out before URLs did.
  if (row === null || (whose !== null && whose !== (row.owner ?? ""))) throw fileNotFound(uuid);
  const range = readRange(request.headers.get("range"), row.size);
  if (range === "unsatisfiable")
    return new Response(null, {
      status: 416,
      headers: { "Content-Range": `bytes */${row.size}`, "Accept-Ranges": "bytes" },
    });
  const headers = headersOf(row);
  if (range === null) headers.set("Digest", `sha-256=${row.sha256}`);
  else headers.set("Content-Range", `bytes ${range.start}-${range.end}/${row.size}`);
  headers.set("Content-Length", String(range === null ? row.size : range.end - range.start + 1));
  const status = range === null ? 200 : 206;
  if (request.method === "HEAD" || row.size === 0) return new Response(null, { status, headers });
  return new Response(await open(services, row, range), { status, headers });
}

/** Uploads are other people's content on the portal's own origin: nothing in them may run as the portal. */
function headersOf(row: FileRow): Headers {
  const type = row.contentType ?? "application/octet-stream";
  const headers = new Headers({
    "Content-Type": type,
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, max-age=2592000",
    "X-Content-Type-Options": "nosniff",
  });
  if (!PASSIVE_TYPE.test(type)) headers.set("Content-Security-Policy", "sandbox");
  return headers;
}

async function open(
  { files }: HttpServices,
  row: FileRow,
  range: { start: number; end: number } | null,
): Promise<BodyInit> {
  try {
    const stream = await files.open(row, range ?? undefined);
    // Node's class and the DOM's type of the same name.
    return ReadableStream.from(stream) as unknown as BodyInit;
  } catch (error) {
    // Deleted since the row was read.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") throw fileNotFound(row.internalId);
    throw error;
  }
}

function fileNotFound(uuid: string): HttpRefusal {
  return new HttpRefusal(404, "FileNotFound", `File ${uuid} not found`);
}
