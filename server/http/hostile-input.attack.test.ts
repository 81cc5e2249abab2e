/**
 * Everything that reads something before anybody has signed in takes 256 kB of the worst in time that grows with its
 * length.
 */

import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { queryGeneric as query } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { safeRedirect } from "../../contracts/redirect.ts";
import { createEmbeddedBackend } from "../backend/embedded.ts";
import type { Backend } from "../backend/port.ts";
import { callerKey, readAddress } from "../lib/address.ts";
import { createLog } from "../lib/log.ts";
import { expectLinear } from "./cost.testing.ts";
import { engineLimits } from "./limits.ts";
import { createSite } from "./site.ts";
import { aPortalOnTheWire, type Wire } from "./testing.ts";

let wire: Wire;
let backend: Backend;
/** What a stranger may send to the engine of a portal. */
const { anonymousMessageBytes } = engineLimits(1);

beforeAll(async () => {
  const anything = query({ handler: async () => "x" });
  // Its own limits: a body may be 16 MB, so that it is the parsers that are measured here and not the refusals
  // (flood.attack.test.ts has these).
  backend = await createEmbeddedBackend({
    modules: { work: async () => ({ anything }) },
    dataDir: ":memory:",
    env: {},
    log: createLog("silent"),
    redactErrors: true,
  });
  wire = await aPortalOnTheWire({ backend, trustProxy: true });
});
afterAll(async () => {
  await wire.close();
  await backend.close();
});

const bodies: readonly (readonly [string, (length: number) => string])[] = [
  ["slashes", (length) => JSON.stringify({ path: "/".repeat(length), args: {} })],
  ["dots and colons", (length) => JSON.stringify({ path: "a.:".repeat(length / 3), args: {} })],
  ["levels", (length) => "[".repeat(length)],
  ["levels of objects", (length) => '{"a":'.repeat(length / 5)],
  ["backslashes", (length) => `{"path":"${"\\".repeat(length)}"}`],
  ["quotes", (length) => `{"path":"${'\\"'.repeat(length / 2)}"}`],
  ["digits", (length) => `{"path":"work:anything","args":{"n":${"9".repeat(length)}}}`],
  ["spaces", (length) => `${" ".repeat(length)}{}`],
  ["names", (length) => JSON.stringify({ path: "work:anything", args: names(length / 12) })],
  [
    "names in objects of a thousand",
    (length) =>
      JSON.stringify({
        path: "work:anything",
        args: Object.fromEntries(
          Array.from({ length: length / 12_000 }, (_item, index) => [`o${index}`, names(1_000, `f${index}x`)]),
        ),
      }),
  ],
  [
    "names in objects of one",
    (length) =>
      JSON.stringify({
        path: "work:anything",
        args: Object.fromEntries(
          ["a", "b"].map((list) => [
            list,
            Array.from({ length: length / 30 }, (_item, index) => names(1, `${list}${index}`)),
          ]),
        ),
      }),
  ],
  [
    "e-mail addresses",
    (length) =>
      JSON.stringify({ email: "a@".repeat(length / 2), password: "a".repeat(length), taskId: ".".repeat(length) }),
  ],
  [
    "queries",
    (length) =>
      JSON.stringify({ queries: Array.from({ length: length / 300 }, () => ({ path: "/".repeat(200), args: {} })) }),
  ],
];
function names(count: number, prefix = "f"): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_item, index) => [`${prefix}${index}`, 1]));
}

const JSON_PATHS = [
  "/api/query",
  "/api/mutation",
  "/api/action",
  "/api/function",
  "/api/query_batch",
  "/api/query_ts",
  "/api/query_at_ts",
  "/api/run/a/b",
  "/echo",
  "/http/attachments",
  "/_serverFn/x",
  "/api/storage/upload?token=x",
  "/api/auth/sign-in",
  "/api/auth/sign-up",
  "/api/auth/auto-sign-in",
  "/api/auth/verify-email",
  "/api/auth/resend-verification",
  "/api/auth/change-password",
  "/api/auth/first-password",
  "/api/auth/revoke-session",
  "/api/auth/sign-out",
  "/api/client-errors",
];

/** One of each way to read a body; the others read as one of these does. */
const READERS = ["/api/query", "/api/query_batch", "/api/client-errors", "/api/auth/sign-in"];

test.each(bodies)("%s in a body", async (what, text) => {
  for (const path of what === "slashes" ? JSON_PATHS : READERS) {
    const work = async (body: string) => {
      const { status } = await wire.call("POST", path, {
        headers: { origin: wire.origin, "content-type": "application/json", "x-forwarded-for": someAddress() },
        body,
      });
      expect(status, path).toBeLessThan(500);
    };
    await expectLinear({
      input: text,
      work,
      what: path,
      ...(isOfEngine(path) && { mostBytes: anonymousMessageBytes }),
    });
  }
});

function isOfEngine(path: string): boolean {
  return /^\/(api|http)\//.test(path) && !path.startsWith("/api/auth/") && path !== "/api/client-errors";
}

let last = 0;
/** Another one each time: it is not the limits that are measured. */
function someAddress(): string {
  last += 1;
  return `10.${last >> 16}.${(last >> 8) & 255}.${last & 255}`;
}

/** Headers end at 16 kB in all, so what reads them is given more than it ever gets. */
const fills = [
  "/",
  "a",
  ".",
  ",",
  ";",
  ":",
  "=",
  "%",
  "%41",
  "a=",
  ";a=",
  "[",
  "..",
  "@",
  "\\",
  '"',
  "a,",
  "::",
  "eyJ",
  "A.",
  " ",
  "Bearer ",
];

function ask(start: string, text: string): Promise<Response> | undefined {
  const headers = { authorization: `Bearer ${text}`, digest: text, range: `bytes=${text}` };
  return backend.fetch?.(new Request(`http://x.test${start}${text}`, { headers }), {
    ip: "198.51.100.7",
    userAgent: null,
  });
}

test("headers, addresses and paths as far as they are read without a client", async () => {
  const sites = [
    createSite({ publicUrl: null, host: "127.0.0.1", trustProxy: true }),
    createSite({ publicUrl: null, host: "0.0.0.0", trustProxy: true }),
  ];
  const read = (text: string) => {
    const headers = { host: text, "x-forwarded-for": text, origin: text, "sec-fetch-site": text };
    // Of a request these functions read the headers and the socket's address.
    const request = {
      headers,
      rawHeaders: Object.entries(headers).flat(),
      socket: { remoteAddress: text },
    } as unknown as IncomingMessage;
    for (const site of sites) {
      site.originOf(request);
      site.isFromOwnPage(request, "http://localhost");
      site.addressOf(request);
    }
    readAddress(text);
    callerKey(text);
  };
  for (const fill of fills) {
    const input = (length: number) => fill.repeat(length / fill.length);
    await expectLinear({ input, work: read, what: `headers of ${fill}` });
    await expectLinear({
      input,
      work: (text) => wire.auth.signInState(new Headers({ cookie: text.trim() })),
      what: `a cookie of ${fill}`,
    });
    await expectLinear({
      input,
      work: (text) => [text, `/${text}`, `/requests/${text}`, `/requests?${text}`].map(safeRedirect),
      what: `where to go after the sign-in, of ${fill}`,
    });
    for (const start of [
      "/api/",
      "/api/1.2.3-",
      "/api/run/",
      "/api/storage/",
      "/http/",
      "/api/query?path=",
      "/api/query?args=",
    ]) {
      await expectLinear({ input, work: (text) => ask(start, text), what: `${start} and ${fill}` });
    }
  }
});

test.each(["/", "a=", ";", ",", "br,", "gzip;q=", "%41", "..%2f"])(
  "8 kB of %s in every header and in the path make no failure",
  async (fill) => {
    const text = fill.repeat(1_000 / fill.length);
    const headers = {
      cookie: text,
      accept: text,
      "accept-encoding": text,
      "accept-language": text,
      authorization: text,
      "if-none-match": text,
      range: text,
      referer: text,
      "user-agent": text,
    };
    for (const path of [
      "/",
      `/${text}`,
      `/auto-signin?${text}`,
      `/sign-in?redirect=${text}`,
      `/assets/${text}`,
      "/api/query",
      "/favicon.svg",
    ]) {
      expect((await wire.call("GET", path.replaceAll(" ", ""), { headers })).status, path.slice(0, 40)).toBeLessThan(
        500,
      );
    }
  },
);

const frames: readonly (readonly [string, (length: number) => string])[] = [
  ...bodies.slice(2, 11),
  [
    "a connection's fields",
    (length) =>
      JSON.stringify({
        type: "Connect",
        sessionId: "a-".repeat(length / 2),
        connectionCount: 0,
        lastCloseReason: "x".repeat(length),
      }),
  ],
  ["a type", (length) => JSON.stringify({ type: "/".repeat(length) })],
  [
    "a timestamp",
    (length) =>
      JSON.stringify({
        type: "Connect",
        sessionId: "7b9ad2ac-61ec-4a6c-8f3e-2a2b8d0c1f00",
        connectionCount: 0,
        maxObservedTimestamp: "A".repeat(length),
      }),
  ],
];

test.each(frames)("%s in the first message of a socket", async (_what, text) => {
  const work = async (frame: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${wire.port}/api/1.48.0/sync`, { headers: { origin: wire.origin } });
    socket.on("error", () => undefined);
    await once(socket, "open");
    socket.send(frame);
    await once(socket, "close");
  };
  await expectLinear({ input: text, work, what: "a frame", mostBytes: anonymousMessageBytes });
});
