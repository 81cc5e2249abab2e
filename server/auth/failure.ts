import type { AuthErrorCode } from "../../contracts/auth-errors.ts";

/** A refusal of the sign-in API: the catalogue's code, the HTTP status, and what helps the caller. */
export class AuthFailure extends Error {
  override readonly name = "AuthFailure";
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(
    code: AuthErrorCode,
    status: number,
    details: { retryAfterSeconds?: number; fields?: Readonly<Record<string, string>> } = {},
  ) {
    super(code);
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.fields = details.fields;
  }

  /** The answer on the wire. */
  toResponse(): Response {
    const { code, retryAfterSeconds, fields } = this;
    const headers = retryAfterSeconds === undefined ? undefined : { "retry-after": String(retryAfterSeconds) };
    return Response.json({ code, retryAfterSeconds, fields }, { status: this.status, headers });
  }
}

/** A form whose fields were refused. */
export function refusedForm(fields: Readonly<Record<string, string>>): AuthFailure {
  return new AuthFailure("form_invalid", 422, { fields });
}

/** A new password that breaks the rules of the form. */
export function refusedPassword(message: string, field: string): AuthFailure {
  return new AuthFailure("form_password_validation_failed", 422, { fields: { [field]: message } });
}

/** Nobody is signed in, or the session is over. */
export function noSession(): AuthFailure {
  return new AuthFailure("session_expired", 401);
}
