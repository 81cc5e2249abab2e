/** The HTTP API as one fetch handler. */

import { NO_IDENTITY, type Identity } from "../auth/identity.ts";
import { AuthRefusal } from "../auth/verify.ts";
import { NO_ORIGIN, type CallOrigin } from "../functions/call.ts";
import { SystemFailure } from "../functions/failure.ts";
import { Admission, type Admitted } from "./admission.ts";
import { readText } from "./body.ts";
import { preflight, withCors } from "./cors.ts";
import { HttpRefusal, refusalResponse } from "./errors.ts";
import { FunctionsApi } from "./functions-api.ts";
import { HTTP_ACTIONS_PREFIX, readIdentity, runHttpAction } from "./http-actions.ts";
import type { HttpServices } from "./services.ts";
import { answerStorage } from "./storage.ts";

/** What `/version` answers: the client version this engine speaks. */
export const ENGINE_VERSION = "1.48.0";

/** Answers requests. */
export class HttpApi {
  readonly #services: HttpServices;
  readonly #functions: FunctionsApi;
  readonly #admission: Admission;

  constructor(services: HttpServices) {
    this.#services = services;
    this.#functions = new FunctionsApi(services);
    this.#admission = new Admission(services.limits, services.clock, services.anonymousSpending);
  }

  /** One request. Never rejects. */
  async fetch(request: Request, origin: CallOrigin = NO_ORIGIN): Promise<Response> {
    const { pathname } = new URL(request.url);
    const isAction = pathname === HTTP_ACTIONS_PREFIX || pathname.startsWith(`${HTTP_ACTIONS_PREFIX}/`);
    if (!isAction && request.method === "OPTIONS") return preflight(request);
    try {
      if (isAction) return await this.#httpAction(request, origin);
      return withCors(request, await this.#route(pathname, request, origin));
    } catch (error) {
      return withCors(request, this.#refusal(error));
    }
  }

  close(): void {
    this.#functions.close();
  }

  async #httpAction(request: Request, origin: CallOrigin): Promise<Response> {
    const identify = () => readIdentity(this.#services, request.headers.get("authorization"));
    return await this.#admission.admit(origin, identify, (admitted) =>
      runHttpAction(this.#services, request, admitted),
    );
  }

  async #route(pathname: string, request: Request, origin: CallOrigin): Promise<Response> {
    const other = (await this.#plain(pathname, request)) ?? (await answerStorage(this.#services, pathname, request));
    if (other !== null) return other;
    // Both /api/query and /api/1.48.0/query are spoken.
    const path = pathname.replace(/^\/api\/\d+\.\d+\.\d+(?:-[\w.]+)?\//, "/api/");
    const isGetQuery = request.method === "GET" && path === "/api/query";
    if (request.method !== "POST" && !isGetQuery) throw notFound(request.method, pathname);
    if (path === "/api/debug_event") return new Response(null, { status: 200 });
    const call = this.#callAt(path, request);
    if (call === null) throw notFound(request.method, pathname);
    return await this.#admission.admit(origin, () => this.#identify(request), call);
  }

  /** What answers a call of functions; null when the path is none. */
  #callAt(path: string, request: Request): ((admitted: Admitted) => Promise<Response>) | null {
    const functions = this.#functions;
    switch (path) {
      case "/api/query":
        return (admitted) => functions.call("query", request, admitted);
      case "/api/mutation":
        return (admitted) => functions.call("mutation", request, admitted);
      case "/api/action":
        return (admitted) => functions.call("action", request, admitted);
      case "/api/function":
        return (admitted) => functions.any(request, admitted);
      case "/api/query_batch":
        return (admitted) => functions.batch(request, admitted);
      case "/api/query_ts":
        return async () => functions.fixTs();
      case "/api/query_at_ts":
        return (admitted) => functions.atTs(request, admitted);
      default:
        return path.startsWith("/api/run/")
          ? (admitted) => functions.run(path.slice("/api/run/".length), request, admitted)
          : null;
    }
  }

  async #plain(pathname: string, request: Request): Promise<Response | null> {
    switch (pathname) {
      case "/version":
      case "/instance_version":
        return new Response(ENGINE_VERSION);
      case "/instance_name":
        return new Response(this.#services.instanceName);
      case "/.well-known/jwks.json":
        return Response.json(await this.#services.signer.keySet());
      case "/echo":
        return new Response(await readText(request, this.#services.limits.anonymousMessageBytes));
      default:
        return null;
    }
  }

  async #identify(request: Request): Promise<Identity> {
    const header = request.headers.get("authorization");
    if (header !== null) return await this.#services.authority.header(header);
    const adminKey = new URL(request.url).searchParams.get("adminKey");
    return adminKey === null ? NO_IDENTITY : this.#services.authority.adminHeader(adminKey);
  }

  #refusal(error: unknown): Response {
    if (error instanceof HttpRefusal)
      return refusalResponse(error.status, error.code, error.message, error.retryAfterS);
    if (error instanceof AuthRefusal) return refusalResponse(401, error.code, error.message);
    this.#services.logger.error("a request failed", {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    const code = error instanceof SystemFailure ? error.code : "InternalServerError";
    return refusalResponse(
      error instanceof SystemFailure ? 503 : 500,
      code,
      "Your request couldn't be completed. Try again later.",
    );
  }
}

function notFound(method: string, pathname: string): HttpRefusal {
  return new HttpRefusal(404, "NotFound", `No such route: ${method} ${pathname}`);
}
