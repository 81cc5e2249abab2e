/**
 * What Snowflake's failures mean for people, by code first and by status where a code says nothing.
 *
 * "Does not exist or not authorized" is one code for two cases. Plans look for every object first, so during `apply` it
 * means that the object went away or that the portal's role may not see it.
 */

import { shorten } from "../../../lib/pure/text";
import { MINUTE_MS } from "../../../lib/pure/time";
import { ConnectorError, type FailureKind, type VendorAnswer } from "../../contract/contract";
import type { Answer } from "./answer";

/** Characters of an answer that are looked at for what to keep of it. */
const MAX_LOOKED_AT = 4_000;

interface Meaning {
  readonly kind: FailureKind;
  readonly code: string;
  readonly message: string;
}

const privilegeMissing: Meaning = {
  kind: "admin-fixable",
  code: "privilege-missing",
  message: "The portal's Snowflake role may not do this. Grant it the missing privilege, then try again.",
};
const notFound: Meaning = {
  kind: "admin-fixable",
  code: "not-found",
  message: "Snowflake does not know the object, or the portal's role may not see it.",
};
const alreadyExists: Meaning = {
  kind: "user-fixable",
  code: "already-exists",
  message: "An object with this name already exists. Choose another name.",
};
const refusedToken: Meaning = {
  kind: "admin-fixable",
  code: "credential-refused",
  message:
    "Snowflake refused the portal's credential. Check that the user exists and is not disabled, and that its key or token is the one stored here.",
};
const roleMissing: Meaning = {
  kind: "admin-fixable",
  code: "role-not-granted",
  message: "The role of the Snowflake connection is not granted to its user.",
};
const noWarehouse: Meaning = {
  kind: "admin-fixable",
  code: "no-warehouse",
  message: "The Snowflake connection needs a warehouse that its role may use.",
};
const ourMistake: Meaning = {
  kind: "bug",
  code: "statement-refused",
  message: "Snowflake did not understand one of the portal's statements.",
};
const invalidValue: Meaning = {
  kind: "user-fixable",
  code: "value-refused",
  message: "Snowflake refused one of the values.",
};

/** By Snowflake's code; leading zeros as it sends them. */
const byCode: Readonly<Record<string, Meaning>> = {
  "000008": ourMistake,
  "000606": noWarehouse,
  "000604": { kind: "transient", code: "cancelled", message: "The statement was cancelled before it ended." },
  "000630": {
    kind: "transient",
    code: "statement-timeout",
    message: "The statement took longer than Snowflake allows, and was stopped.",
  },
  "000709": { kind: "transient", code: "handle-unknown", message: "Snowflake no longer knows the statement." },
  "001003": ourMistake,
  "001008": invalidValue,
  "001423": invalidValue,
  "002002": alreadyExists,
  "002003": notFound,
  "002043": notFound,
  "003001": privilegeMissing,
  "003013": privilegeMissing,
  "090073": {
    kind: "admin-fixable",
    code: "monitor-exhausted",
    message: "A resource monitor has used up its credits, so the warehouse cannot run.",
  },
  "100037": ourMistake,
  "390100": refusedToken,
  "390142": ourMistake,
  "390144": refusedToken,
  "390186": roleMissing,
  "390189": roleMissing,
  "390201": {
    ...notFound,
    message: "The role, warehouse or database of the Snowflake connection does not exist, or may not be used.",
  },
  "390303": refusedToken,
  "390318": refusedToken,
  "390505": { kind: "transient", code: "busy", message: "Snowflake is busy and asks the portal to try again later." },
  "391903": ourMistake,
  "391908": {
    kind: "bug",
    code: "result-too-large",
    message: "The result is too large; Snowflake did not send all of it.",
  },
  "391911": ourMistake,
  "394400": refusedToken,
};

/** The failure an answer stands for. */
export function failureOf(answer: Answer, now: number): ConnectorError {
  const { kind, code, message } = meaningOf(answer, now);
  return new ConnectorError(kind, code, message, { vendor: vendorAnswer(answer), retryAfterMs: answer.retryAfterMs });
}

function meaningOf(answer: Answer, now: number): Meaning {
  const code = stringAt(answer.body, "code") ?? "";
  const known =
    byCode[code] ?? (Object.hasOwn(byCode, code.padStart(6, "0")) ? byCode[code.padStart(6, "0")] : undefined);
  const meaning = known ?? byStatus(answer);
  return meaning.code === refusedToken.code ? withClock(meaning, answer, now) : meaning;
}

function byStatus({ status, body }: Answer): Meaning {
  if (status === 401) return refusedToken;
  if (status === 403)
    return {
      ...privilegeMissing,
      message: "Snowflake refuses calls from the portal. A network policy or a missing privilege may be the reason.",
    };
  if (status === 404) return notFound;
  if (status === 409) return alreadyExists;
  if (status === 408)
    return { kind: "transient", code: "statement-timeout", message: "The statement took too long, and was stopped." };
  if (status === 429)
    return { kind: "transient", code: "busy", message: "Snowflake is busy and asks the portal to try again later." };
  if (status >= 500)
    return { kind: "transient", code: "unavailable", message: "Snowflake cannot be reached at the moment." };
  if (status >= 200 && status < 400 && body === null)
    return {
      kind: "admin-fixable",
      code: "not-snowflake",
      message: "The address answers, but not as Snowflake does. Check the address of the account.",
    };
  return { kind: "bug", code: "answer-unknown", message: "Snowflake gave an answer the portal does not know." };
}

/** A token is refused most often because two clocks differ; the answer's own date tells. */
function withClock(meaning: Meaning, { date }: Answer, now: number): Meaning {
  if (date === null || Math.abs(date - now) < MINUTE_MS) return meaning;
  const minutes = Math.round(Math.abs(date - now) / MINUTE_MS);
  return {
    ...meaning,
    code: "clock-skew",
    message: `Snowflake refused the portal's credential, and the portal's clock is ${minutes} min ${now < date ? "behind" : "ahead of"} Snowflake's. Set the clock of this server.`,
  };
}

function vendorAnswer({ status, body, text }: Answer): VendorAnswer {
  return {
    status,
    code: stringAt(body, "code") ?? stringAt(body, "error_code"),
    sqlState: stringAt(body, "sqlState"),
    queryId: stringAt(body, "statementHandle"),
    text: shorten(blacken(wordsOf(body, text)), 400),
  };
}

/** An answer may be very long, and only its beginning is kept. */
function wordsOf(body: unknown, text: string): string {
  const message = stringAt(body, "message");
  return message?.slice(0, MAX_LOOKED_AT) ?? text.slice(0, MAX_LOOKED_AT).replaceAll(/<[^>]*>/g, " ");
}

/**
 * Takes out whatever looks like a token or a key, in case the other side echoes one. The names of an account have three
 * parts as well; a JWT begins with a JSON object in base64.
 */
export function blacken(text: string): string {
  return text
    .replaceAll(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, "[key]")
    .replaceAll(/\b(Bearer\s+)\S+/gi, "$1[token]")
    .replaceAll(/\beyJ[\w-]{5,}(?:\.[\w-]*)*/g, "[token]");
}

/** A text field of a JSON object. */
export function stringAt(body: unknown, field: string): string | null {
  if (body === null || typeof body !== "object") return null;
  const value = (body as Record<string, unknown>)[field];
  return typeof value === "string" ? value : null;
}
