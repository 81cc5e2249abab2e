/**
 * Files of the built page. The list is read once, so an address can only ever name a file that was there
 * at start: there is no path to climb out of. A text is sent as the build compressed it; what came without that is
 * compressed at first use and kept.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".map": "application/json",
};
const COMPRESSED = /^(text\/|image\/svg|application\/(json|manifest))/;
/** Vite puts a content hash in the name of everything under assets/. */
const HASHED = /^\/assets\//;
const MIN_COMPRESSED_BYTES = 1_024;

type Encoding = "br" | "gzip";
const ENCODERS: Readonly<Record<Encoding, (data: Buffer) => Promise<Buffer>>> = {
  br: (data) => promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (data) => promisify(gzip)(data, { level: 9 }),
};

interface StaticFile {
  readonly data: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly isHashed: boolean;
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

/** Serves the file a path names; false when there is none. */
export type StaticFiles = (request: IncomingMessage, answer: ServerResponse, path: string) => Promise<boolean>;

export function createStaticFiles(folder: string): StaticFiles {
  const files = readFiles(folder);
  return async (request, answer, path) => {
    const file = files.get(path);
    if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) return false;
    answer.setHeader("cache-control", file.isHashed ? "public, max-age=31536000, immutable" : "public, max-age=300");
    answer.setHeader("etag", file.etag);
    answer.setHeader("vary", "accept-encoding");
    if (request.headers["if-none-match"] === file.etag) {
      answer.writeHead(304).end();
      return true;
    }
    const encoding = chooseEncoding(request, file);
    const data = encoding === null ? file.data : await encode(file, encoding);
    if (encoding !== null) answer.setHeader("content-encoding", encoding);
    answer.writeHead(200, { "content-type": file.type, "content-length": data.length });
    answer.end(request.method === "HEAD" ? undefined : data);
    return true;
  };
}

/** What the build puts behind a file's name when it has compressed it. */
const COMPRESSED_NAME = ".br";

function readFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  const compressed = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(folder.length).replaceAll("\\", "/");
    const data = readFileSync(full);
    if (path.endsWith(COMPRESSED_NAME)) {
      compressed.set(path.slice(0, -COMPRESSED_NAME.length), data);
      continue;
    }
    const etag = `"${createHash("sha256").update(data).digest("base64url").slice(0, 22)}"`;
    files.set(path, {
      data,
      etag,
      type: TYPES[extname(path)] ?? "application/octet-stream",
      isHashed: HASHED.test(path),
      encoded: new Map(),
    });
  }
  for (const [path, data] of compressed) files.get(path)?.encoded.set("br", Promise.resolve(data));
  return files;
}

function chooseEncoding(request: IncomingMessage, file: StaticFile): Encoding | null {
  if (file.data.length < MIN_COMPRESSED_BYTES || !COMPRESSED.test(file.type)) return null;
  const accepted = String(request.headers["accept-encoding"] ?? "");
  return /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : null;
}

function encode(file: StaticFile, encoding: Encoding): Promise<Buffer> {
  const known = file.encoded.get(encoding);
  if (known !== undefined) return known;
  const result = ENCODERS[encoding](file.data);
  file.encoded.set(encoding, result);
  return result;
}
