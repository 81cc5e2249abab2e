/** `convex/http.ts`: requests below `/http` are routed to the app's HTTP actions. */

import type { Identity } from "../auth/identity.ts";
import { describeThrown, requestLine } from "../functions/failure.ts";
import type { HttpRouter } from "../functions/modules/components.ts";
import { sourcesFor } from "../functions/modules/sources.ts";
import { freshRequestId } from "../functions/request-id.ts";
import { messageOf } from "../lib/message-of.ts";
import type { Admitted } from "./admission.ts";
import { tooLarge } from "./body.ts";
import type { HttpServices } from "./services.ts";

/** Where HTTP actions are mounted on the main origin. */
export const HTTP_ACTIONS_PREFIX = "/http";

/** Of a component that is mounted and has no HTTP actions. */
const NO_ROUTES: HttpRouter = { lookup: () => null };
const BODYLESS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Runs the HTTP action that matches. A bad Authorization header does not block it: reading the identity then throws.
 */
export async function runHttpAction(
  services: HttpServices,
  request: Request,
  { identity, origin }: Pick<Admitted, "identity" | "origin">,
): Promise<Response> {
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(HTTP_ACTIONS_PREFIX.length) || "/";
  const deployment = services.deployment();
  const mount = deployment.mounts.find(
    ({ prefix }) => url.pathname === prefix || url.pathname.startsWith(`${prefix}/`),
  );
  const router = mount === undefined ? deployment.router : (mount.router ?? NO_ROUTES);
  const pathname = mount === undefined ? url.pathname : url.pathname.slice(mount.prefix.length) || "/";
  if (router === null) {
    return new Response("This deployment does not have HTTP actions enabled.", { status: 404 });
  }
  const match = router.lookup(pathname, request.method);
  if (match === null) return new Response(`No HttpAction routed for ${url.pathname}`, { status: 404 });
  const requestId = freshRequestId(services.random);
  const [endpoint] = match;
  const body = new BoundedBody(request, services.limits.httpActionBytes);
  try {
    const response = await services.runner.runHttpAction(
      { identity, requestId, origin, component: mount?.component ?? "" },
      () => endpoint.invokeHttpAction(rewritten(request, url, body.stream)),
    );
    return request.method === "HEAD"
      ? new Response(null, { status: response.status, headers: response.headers })
      : capped(response, services.limits.httpActionBytes);
  } catch (error) {
    if (body.isTooLarge) throw tooLarge(services.limits.httpActionBytes);
    const { text, errorDataJson } = describeThrown(error, sourcesFor(deployment, mount?.component));
    services.logger.warn("an HTTP action failed", { path: url.pathname, error: text });
    const [first = ""] = text.split("\n");
    const shown = services.redactErrors
      ? { code: requestLine(requestId) }
      : { code: `${requestLine(requestId)}: ${first}`, trace: text.trimEnd() };
    const data: unknown = errorDataJson === undefined ? undefined : JSON.parse(errorDataJson);
    return Response.json({ ...shown, ...(data === undefined ? {} : { data }) }, { status: 500 });
  }
}

/** The answer as it streams; one that grows too long is cut off, so that it cannot be taken for whole. */
function capped(response: Response, maxBytes: number): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new Error(`HTTP actions may answer at most ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(cap), { status, statusText, headers });
}

/** Who sends a request, a bad Authorization header included. */
export async function readIdentity(services: HttpServices, header: string | null): Promise<Identity> {
  try {
    return await services.authority.header(header);
  } catch (error) {
    return { kind: "refused", reason: messageOf(error) };
  }
}

/** What is sent to an HTTP action, as it arrives; reading fails where it grows too long. */
class BoundedBody {
  /** Whether more arrived than may. */
  isTooLarge = false;
  readonly stream: ReadableStream<Uint8Array> | null;

  constructor(request: Request, maxBytes: number) {
    if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
    let bytes = 0;
    const bound = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength;
        this.isTooLarge = bytes > maxBytes;
        if (this.isTooLarge) controller.error(tooLarge(maxBytes));
        else controller.enqueue(chunk);
      },
    });
    this.stream = BODYLESS.has(request.method) || request.body === null ? null : request.body.pipeThrough(bound);
  }
}

/** Functions see the site's own URL. */
function rewritten({ method, headers }: Request, url: URL, body: BoundedBody["stream"]): Request {
  if (body === null) return new Request(url, { method, headers });
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}
