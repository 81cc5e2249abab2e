/** Attacks over HTTP. */

import { request as httpRequest, type Agent } from "node:http";
import type { Dice } from "../crash/dice.ts";
import { isDocumented } from "./documented.ts";
import { damaged, randomBytes } from "./mutate.ts";

const PATHS = [
  "/api/query",
  "/api/mutation",
  "/api/action",
  "/api/function",
  "/api/query_batch",
  "/api/query_ts",
  "/api/query_at_ts",
  "/api/run/messages/list",
  "/api/run/a/b/c",
  "/api/1.48.0/query",
  "/version",
  "/instance_name",
  "/echo",
  "/http/x",
  "/api/sync",
  "/api/storage/x",
  "/",
  "//",
  "/api/%00",
  "/api/query?format=json&args=%7B%7D&path=messages",
  "/api/query?path=%",
  "/api/query?adminKey=x",
  "/%E0%A4%A",
  "/api/query/../mutation",
];
const METHODS = [
  "POST",
  "POST",
  "POST",
  "POST",
  "POST",
  "GET",
  "PUT",
  "DELETE",
  "PATCH",
  "OPTIONS",
  "HEAD",
  "TRACE",
  "PROPFIND",
];
const HEADERS: readonly (readonly [string, string])[] = [
  ["authorization", "Bearer x"],
  ["authorization", "Convex fuzz|0123456789abcdef"],
  ["authorization", "Convex fuzz|0123456789abcdef:e30="],
  ["authorization", "Convex a:b:c"],
  ["authorization", "Bearer "],
  ["authorization", "nonsense"],
  ["authorization", "Bearer eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJhIn0."],
  ["content-type", "text/html"],
  ["content-length", "7"],
  ["expect", "100-continue"],
  ["origin", "null"],
  ["origin", "http://evil"],
  ["host", "a b"],
  ["host", ""],
  ["host", "[::"],
  ["access-control-request-headers", "x-y"],
  ["convex-client", "npm-0.0.0"],
  ["transfer-encoding", "chunked"],
  ["accept-encoding", "br"],
  ["range", "bytes=0-1"],
  ["x-long", "x".repeat(6000)],
];
const BODIES: readonly object[] = [
  { path: "messages:list", args: { channel: "http" }, format: "json" },
  { path: "counters:increment", args: [{ name: "http" }], format: "convex_encoded_json" },
  { path: "odd:viaAction", args: {} },
  { path: "odd:throwData", args: [{}] },
  {
    path: "messages:page",
    args: { channel: "http", paginationOpts: { numItems: 2, cursor: null } },
    format: "export_json",
  },
  { path: "counters:get", args: { name: "http" }, ts: "AAAAAAAAAAA=" },
  {
    queries: [
      { path: "counters:get", args: { name: "http" } },
      { path: "odd:logs", args: {}, format: "json" },
    ],
  },
];

/** One request; resolves to what is wrong with its answer. */
export function ask(
  dice: Dice,
  url: string,
  agent: Agent,
): Promise<{ readonly status: number; readonly faults: readonly string[] }> {
  const method = dice.pick(METHODS);
  const path = dice.chance(0.1) ? `/api/${randomBytes(dice, 20).toString("hex")}` : dice.pick(PATHS);
  const headers = Object.fromEntries(Array.from({ length: dice.below(3) }, () => dice.pick(HEADERS)));
  const body = dice.chance(0.3)
    ? JSON.stringify(dice.pick(BODIES))
    : dice.chance(0.1)
      ? randomBytes(dice, 3000)
      : dice.chance(0.005)
        ? "x".repeat(300 * 1024)
        : damaged(dice, dice.pick(BODIES));
  // What is announced and never comes is waited for, for minutes: who asks like that hangs up.
  const isCutShort = dice.chance(0.03) || Number(headers["content-length"] ?? 0) > Buffer.byteLength(body);
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const nobody = { status: 0, faults: [] };
    const asked = httpRequest({ hostname, port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("close", () => {
        const status = response.statusCode ?? 0;
        const text = Buffer.concat(chunks).toString("utf8");
        const fault = method === "HEAD" || isCutShort ? null : faultOf(status, text, path);
        resolve({
          status,
          faults:
            fault === null
              ? []
              : [`${fault} to ${method} ${path} ${JSON.stringify(headers)} ${body.toString().slice(0, 300)}`],
        });
      });
    });
    // Hung up: the server's right after nonsense, ours when the request is cut short.
    asked.on("error", () => resolve(nobody));
    if (method === "GET" || method === "HEAD") asked.end();
    else if (!isCutShort) asked.end(body);
    else asked.write(body, () => asked.destroy());
  });
}

function faultOf(status: number, text: string, path: string): string | null {
  if (status === 200 || status === 204) return outcomeFault(status, text, path);
  // What Node's server refuses never reaches the engine; 408: the body did not come whole in time.
  if (text === "" && (status === 400 || status === 408 || status === 417 || status === 431)) return null;
  if (status === 404 && path.startsWith("/http")) return null;
  try {
    const { code, message } = JSON.parse(text) as { code: unknown; message: unknown };
    return isDocumented("http", status, String(code)) && typeof message === "string"
      ? null
      : `answered ${status} ${text.slice(0, 200)}`;
  } catch {
    return `answered ${status} ${text.slice(0, 200)}`;
  }
}

function outcomeFault(status: number, text: string, path: string): string | null {
  if (status === 204 || !path.startsWith("/api/") || text === "") return null;
  try {
    const { status: outcome, results, ts } = JSON.parse(text) as Record<string, unknown>;
    return outcome === "success" || outcome === "error" || Array.isArray(results) || typeof ts === "string"
      ? null
      : `answered ${text.slice(0, 200)}`;
  } catch {
    return `answered what is not JSON: ${text.slice(0, 200)}`;
  }
}
