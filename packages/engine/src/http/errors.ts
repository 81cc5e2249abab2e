/** Refusals of the HTTP API: JSON `{code, message}` with a status. */

export class HttpRefusal extends Error {
  override readonly name = "HttpRefusal";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The response of a refusal. */
export function refusalResponse(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}
