/** The portal's HTTP server on a real socket, over a stub application and backend. For tests only. */

import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { CallOrigin } from "@data-portal/engine";
import { DAY_MS } from "../../convex/lib/pure/time.ts";
import { createRateLimiter } from "../auth/rate-limit.ts";
import { createAuthService, type AuthServiceOptions } from "../auth/service.ts";
import { aMailPort, nobodyInvited, quickHasher, sharedSigningKey } from "../auth/testing.ts";
import type { Backend } from "../backend/port.ts";
import { createLog } from "../lib/log.ts";
import type { Mail } from "../mail/port.ts";
import { openClientErrorSink } from "./client-errors.ts";
import { createPortalServer } from "./portal-server.ts";
import type { AppHandler, PortalParts } from "./routes.ts";
import { createSite } from "./site.ts";
import { createStaticFiles } from "./static.ts";

export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface WireOptions {
  readonly publicUrl?: string | null;
  readonly trustProxy?: boolean;
  readonly app?: AppHandler;
  readonly me?: unknown;
  readonly addressLimitFactor?: number;
  readonly mailIn?: PortalParts["mailIn"];
  readonly mail?: PortalParts["mail"];
  /** Instead of a stub. */
  readonly backend?: Backend;
  readonly auth?: Partial<AuthServiceOptions>;
}

export type Wire = Awaited<ReturnType<typeof aPortalOnTheWire>>;

/** Nothing a server would make of the file: whoever is sent it was sent what the build had left. */
export const COMPRESSED_BY_THE_BUILD = brotliCompressSync("compressed by the build");

const stubApp: AppHandler = async (request) =>
  new Response(`<!doctype html><html><head><title>x</title></head><body>${new URL(request.url).search}</body></html>`, {
    headers: { "content-type": "text/html" },
  });

/** Starts one on a free port. */
export async function aPortalOnTheWire(options: WireOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "portal-wire-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets/entry-abc123.js"), `export const x = ${"1;".repeat(2_000)}`);
  writeFileSync(join(folder, "assets/built-abc123.js"), `export const x = ${"1;".repeat(2_000)}`);
  writeFileSync(join(folder, "assets/built-abc123.js.br"), COMPRESSED_BY_THE_BUILD);
  writeFileSync(join(folder, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  const mails: Mail[] = [];
  const seenByBackend: CallOrigin[] = [];
  const seenByApp: { request: Request; signIn: () => Promise<unknown> }[] = [];
  const auth = await createAuthService({
    dataDir: ":memory:",
    baseUrl: options.publicUrl ?? "http://localhost:3000",
    issuer: "https://portal.invalid/auth",
    companyDomain: "ao.com",
    testAddresses: [],
    breachedPasswordCheck: false,
    sessionMaxAgeMs: 7 * DAY_MS,
    passwordHasher: quickHasher,
    makeSigningKey: sharedSigningKey,
    onSessionEnded: () => undefined,
    onSecurityEvent: () => undefined,
    mail: aMailPort(mails),
    backend: { ...nobodyInvited, recordStepUp: () => Promise.resolve(), accountStateOf: () => Promise.resolve("open") },
    log: createLog("silent"),
    ...options.auth,
  });
  const clientErrors = openClientErrorSink({ dataDir: ":memory:", now: Date.now });
  const app = options.app ?? stubApp;
  const portal = createPortalServer(createLog("silent"));
  portal.open({
    auth,
    clientErrors,
    environmentName: "test",
    site: createSite({
      publicUrl: options.publicUrl ?? null,
      host: "127.0.0.1",
      trustProxy: options.trustProxy ?? false,
    }),
    backend: options.backend ?? aStubBackend(options.me ?? null, (origin) => void seenByBackend.push(origin)),
    app: (request, context) => {
      seenByApp.push({ request, signIn: context.context.portal.signInState });
      return app(request, context);
    },
    files: createStaticFiles(folder),
    limiter: createRateLimiter({ now: Date.now }),
    mailIn: options.mailIn ?? null,
    mail: options.mail ?? { isUnderWay: () => false },
    log: createLog("silent"),
    hasStrictPolicy: true,
    addressLimitFactor: options.addressLimitFactor ?? 1,
    environmentFor: () => Promise.resolve(null),
    personSessionsFor: () => Promise.resolve(null),
  });
  portal.server.listen(0, "127.0.0.1");
  await once(portal.server, "listening");
  const address = portal.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    port,
    mails,
    seenByApp,
    seenByBackend,
    auth,
    clientErrors,
    origin: `http://127.0.0.1:${port}`,
    call: (method: string, path: string, how: { headers?: Record<string, string>; body?: string } = {}) =>
      callOverWire(port, method, path, how),
    async close() {
      await portal.close();
      auth.close();
      clientErrors.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function aStubBackend(me: unknown, onCall: (origin: CallOrigin) => void): Backend {
  const nothing = () => Promise.resolve(null);
  return {
    kind: "embedded",
    browserUrl: null,
    query: nothing,
    mutation: nothing,
    action: nothing,
    queryAs: () => Promise.resolve(me),
    fetch: async (request, origin) => {
      onCall(origin);
      return Response.json({
        path: new URL(request.url).pathname,
        forwarded: [...request.headers.keys()].filter((name) => name.startsWith("x-portal")),
      });
    },
    handleUpgrade: () => false,
    beginJobs: () => Promise.resolve(),
    isReady: () => Promise.resolve(true),
    figures: () => null,
    deploy: () => Promise.resolve(),
    backup: null,
    close: () => Promise.resolve(),
  };
}

/** `fetch` would not let a test choose Host and Origin. */
function callOverWire(
  port: number,
  method: string,
  path: string,
  how: { headers?: Record<string, string>; body?: string },
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { agent: false, host: "127.0.0.1", port, method, path, headers: { host: `127.0.0.1:${port}`, ...how.headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(how.body);
  });
}
