/** Which part of the portal answers which path. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { EnvironmentReading, PortalEnvironment } from "../../contracts/environment.ts";
import type { PersonSession } from "../../contracts/sessions.ts";
import { takeAttempt } from "../auth/limits.ts";
import type { RateLimiter, RateRule } from "../auth/rate-limit.ts";
import type { AuthService } from "../auth/service.ts";
import { NOBODY, type SignInState } from "../auth/sessions.ts";
import { holdsCapability } from "../backend/capabilities.ts";
import type { Backend } from "../backend/port.ts";
import type { Log } from "../lib/log.ts";
import type { MailPort } from "../mail/port.ts";
import { AUTO_SIGN_IN_PATH, withQueryRemoved } from "./auto-signin-page.ts";
import type { ClientErrorSink } from "./client-errors.ts";
import { groupErrors } from "./error-groups.ts";
import { answerInboundMail, INBOUND_MAIL_PATH, type MailInSettings } from "./inbound-mail.ts";
import { CLIENT_ERRORS, LIMIT_BYTES, pagesRule } from "./limits.ts";
import type { Site } from "./site.ts";
import type { StaticFiles } from "./static.ts";
import { readBody, sendJson, sendWebResponse, toStreamedRequest, toWebRequest } from "./web.ts";

/** What the application's code on the server may ask of the process around it. */
export interface AppContext {
  readonly portal: {
    readonly signInState: () => Promise<SignInState>;
    readonly backendUrl: string | null;
    readonly environmentName: PortalEnvironment;
    /** A reading for the Environment page; null for callers who may not have it. */
    readonly environment: () => Promise<EnvironmentReading | null>;
    /** Where a person is signed in; null for callers who may not know. */
    readonly sessionsOf: (personId: unknown) => Promise<readonly PersonSession[] | null>;
  };
}

/** The built application: renders pages and runs server functions. */
export type AppHandler = (request: Request, options: { context: AppContext }) => Promise<Response>;

export interface PortalParts {
  readonly site: Site;
  readonly environmentName: PortalEnvironment;
  readonly auth: AuthService;
  readonly backend: Backend;
  readonly app: AppHandler;
  readonly files: StaticFiles;
  readonly clientErrors: ClientErrorSink;
  /** A reading for the holder of a token; null for others. */
  readonly environmentFor: (token: string | null) => Promise<EnvironmentReading | null>;
  /** The open sessions of a person for the holder of a token who may know them; null for others. */
  readonly personSessionsFor: (token: string | null, personId: unknown) => Promise<readonly PersonSession[] | null>;
  readonly limiter: RateLimiter;
  /** Null: no answers come by mail. */
  readonly mailIn: MailInSettings | null;
  readonly mail: Pick<MailPort, "isUnderWay">;
  /** Multiplies what one address may ask for without a sign-in. */
  readonly addressLimitFactor: number;
  readonly log: Log;
  /** Off only while developing: the development server writes scripts of its own into the page. */
  readonly hasStrictPolicy: boolean;
}

/** One request on its way. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
  readonly url: URL;
  readonly origin: string;
  readonly nonce: string;
}

type Route = (parts: PortalParts, exchange: Exchange) => Promise<void>;

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** The part a path belongs to. */
export function routeOf(path: string): Route {
  if (path === "/healthz") return answerHealth;
  if (path === "/readyz") return answerReadiness;
  if (path.startsWith("/api/auth/")) return answerAuth;
  if (path === "/api/client-errors") return answerClientErrors;
  if (path === INBOUND_MAIL_PATH) return answerInboundMail;
  if (isBackendPath(path)) return answerBackend;
  return answerApp;
}

/**
 * Refuses a change that another site's page sent. The backend's API is open to programs, which send no
 * Origin and prove themselves by token, never by cookie.
 */
export function answerUnlessOurs(parts: PortalParts, { request, answer, url, origin }: Exchange): boolean {
  if (SAFE_METHODS.has(request.method ?? "GET")) return true;
  const isProgram = isBackendPath(url.pathname) && request.headers.origin === undefined;
  if (isProgram || parts.site.isFromOwnPage(request, origin)) return true;
  request.resume();
  sendJson(answer, 403, { code: "foreign-origin" });
  return false;
}

function isBackendPath(path: string): boolean {
  return path.startsWith("/api/")
    ? !path.startsWith("/api/auth/") && path !== "/api/client-errors"
    : path === "/version" || path === "/instance_name" || path.startsWith("/http/");
}

const answerHealth: Route = async (_parts, { answer }) => {
  sendJson(answer, 200, { status: "ok", uptimeSeconds: Math.floor(process.uptime()) });
};

const answerReadiness: Route = async (parts, { answer }) => {
  const [backend, signIn] = await Promise.all([
    parts.backend.isReady().catch(() => false),
    parts.auth.signInState(new Headers()).then(
      () => true,
      () => false,
    ),
  ]);
  const isReady = backend && signIn;
  sendJson(answer, isReady ? 200 : 503, { status: isReady ? "ready" : "not-ready", parts: { backend, signIn } });
};

const answerAuth: Route = async (parts, { request, answer, url }) => {
  const webRequest = await toWebRequest(request, { url, limitBytes: LIMIT_BYTES.auth });
  await sendWebResponse(answer, await parts.auth.handle(webRequest, parts.site.addressOf(request)));
};

const answerBackend: Route = async (parts, { request, answer, url }) => {
  if (parts.backend.fetch === null) return sendJson(answer, 404, { code: "backend-elsewhere" });
  // Streamed: who may not call, or not send so much, is refused before the rest is read.
  const webRequest = toStreamedRequest(request, { url, limitBytes: LIMIT_BYTES.backend, signal: signalOf(answer) });
  const response = await parts.backend.fetch(webRequest, parts.site.callerOf(request));
  endWithAnswer(request, answer);
  await sendWebResponse(answer, response, {
    withoutBody: request.method === "HEAD",
    headers: { "cache-control": "no-store" },
  });
};

const answerClientErrors: Route = async (parts, exchange) => {
  const { request, answer } = exchange;
  const headers = new Headers({ cookie: request.headers.cookie ?? "" });
  if (request.method === "GET") {
    const { token } = await parts.auth.signInState(headers);
    const isAllowed = token !== null && (await holdsCapability(parts.backend, token, "environment.read"));
    return isAllowed
      ? sendJson(answer, 200, { groups: groupErrors(parts.clientErrors.list()), readAt: Date.now() })
      : sendJson(answer, 403, { code: "not-allowed" });
  }
  if (request.method !== "POST") return sendJson(answer, 405, { code: "method" });
  if (isTooMuch(parts, exchange, CLIENT_ERRORS)) return;
  const body = await readBody(request, LIMIT_BYTES.clientError);
  const { userId } = await parts.auth.signInState(headers);
  const isKept = parts.clientErrors.add(parseJson(body), { userId, agent: request.headers["user-agent"] });
  sendJson(answer, isKept ? 202 : 400, isKept ? { ok: true } : { code: "not-a-report" });
};

const answerApp: Route = async (parts, exchange) => {
  const { request, answer, url, nonce } = exchange;
  if (await parts.files(request, answer, url.pathname)) return;
  if (isTooMuch(parts, exchange, pagesRule(parts.addressLimitFactor))) return;
  const isInvitation = url.pathname === AUTO_SIGN_IN_PATH;
  const shownUrl = isInvitation ? new URL(AUTO_SIGN_IN_PATH, url) : url;
  const webRequest = await toWebRequest(request, {
    url: shownUrl,
    limitBytes: LIMIT_BYTES.app,
    signal: signalOf(answer),
    headers: { "x-csp-nonce": nonce },
  });
  const rendered = await parts.app(webRequest, { context: contextFor(parts, webRequest.headers) });
  const response = isInvitation ? await withQueryRemoved(rendered, nonce) : rendered;
  // Pages carry the request's nonce and, for a signed-in person, a token: nobody may keep them.
  if (response.headers.get("content-type")?.includes("text/html")) answer.setHeader("cache-control", "no-store");
  await sendWebResponse(answer, response, { withoutBody: request.method === "HEAD" });
};

/** Counts one call of an address; true when it was answered with the time to come back. */
function isTooMuch(parts: PortalParts, { request, answer }: Exchange, rule: RateRule): boolean {
  const wait = takeAttempt(parts.limiter, rule, parts.site.addressOf(request));
  if (wait === null) return false;
  request.resume();
  answer.setHeader("retry-after", String(wait));
  sendJson(answer, 429, { code: "rate_limit_exceeded", retryAfterSeconds: wait });
  return true;
}

/** The rest of a body nobody wants is not read: the connection ends with the answer. */
function endWithAnswer(request: IncomingMessage, answer: ServerResponse): void {
  if (request.complete) return;
  answer.shouldKeepAlive = false;
  answer.once("finish", () => request.complete || request.socket.destroySoon());
}

function contextFor(parts: PortalParts, headers: Headers): AppContext {
  const signInState = () =>
    parts.auth.signInState(headers).catch((error: unknown) => {
      parts.log.error(
        { err: error instanceof Error ? { name: error.name, stack: error.stack } : {} },
        "the sign-in state could not be read",
      );
      return NOBODY;
    });
  const environment = async () => parts.environmentFor((await signInState()).token);
  const sessionsOf = async (personId: unknown) => parts.personSessionsFor((await signInState()).token, personId);
  const { environmentName, backend } = parts;
  return { portal: { signInState, backendUrl: backend.browserUrl, environmentName, environment, sessionsOf } };
}

function signalOf(answer: ServerResponse): AbortSignal {
  const controller = new AbortController();
  answer.once("close", () => controller.abort());
  return controller.signal;
}

function parseJson(body: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body ?? new Uint8Array()));
  } catch {
    return null;
  }
}
