/** Refusals of the HTTP API: JSON `{code, message}` with a status. */

export class HttpRefusal extends Error {
  override readonly name = "HttpRefusal";
  readonly status: number;
  readonly code: string;
  /** When to come back, in seconds. */
  readonly retryAfterS: number | null;

  constructor(status: number, code: string, message: string, retryAfterS: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterS = retryAfterS;
  }
}

/** The response of a refusal. */
export function refusalResponse(
  status: number,
  code: string,
  message: string,
  retryAfterS: number | null = null,
): Response {
  return Response.json(
    { code, message },
    { status, headers: retryAfterS === null ? {} : { "Retry-After": String(retryAfterS) } },
  );
}
