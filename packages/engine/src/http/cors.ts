/** Cross-origin access to the API routes. HTTP actions answer for themselves. */

const METHODS = "GET, POST, OPTIONS, PATCH, DELETE, PUT";
const MAX_AGE_S = "86400";

/** The answer to a preflight request. */
export function preflight(request: Request): Response {
  const response = new Response(null, { status: 204 });
  response.headers.set("Access-Control-Allow-Methods", METHODS);
  response.headers.set("Access-Control-Allow-Headers", request.headers.get("access-control-request-headers") ?? "*");
  response.headers.set("Access-Control-Max-Age", MAX_AGE_S);
  return withCors(request, response);
}

/** Lets the requesting origin read the response. */
export function withCors(request: Request, response: Response): Response {
  const origin = request.headers.get("origin");
  if (origin === null) return response;
  response.headers.set("Access-Control-Allow-Origin", origin);
  response.headers.set("Access-Control-Allow-Credentials", "true");
  response.headers.append("Vary", "Origin");
  return response;
}
