/** The process's log: lines for a terminal, without secrets and without anyone's query string. */

import { withSourcePlaces } from "@data-portal/engine";
import { type DestinationStream, pino, type Logger } from "pino";
import { withoutSecrets } from "../../convex/lib/pure/secrets.ts";

export type Log = Logger;

const SECRET_NAMES = [
  "password",
  "newPassword",
  "currentPassword",
  "token",
  "cookie",
  "authorization",
  "deployKey",
  "smtpUrl",
  "link",
];

/** How deep errors and the like are looked into. */
const MAX_DEPTH = 3;

/** What errors say was not written for the log: a refused call quotes what it was given. */
function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === "string") return withoutSecrets(value);
  if (depth === 0 || typeof value !== "object" || value === null || value instanceof Error) return value;
  if (Array.isArray(value)) return value.map((inner: unknown) => cleaned(inner, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner, depth - 1)]));
}

/**
 * What was thrown as pino tells it: an error with the places of the sources, as the portal runs as one bundled file;
 * anything else as it is.
 */
function logged(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { stack, ...rest } = pino.stdSerializers.err(thrown);
  return { ...rest, stack: withSourcePlaces(stack) };
}

/** Logs to standard error, so that standard output holds only what a person starting the portal reads. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[removed]" },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: logged },
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => cleaned(fields, MAX_DEPTH) as Record<string, unknown>,
      },
      hooks: {
        logMethod(args, method) {
          method.apply(this, args.map((arg: unknown) => cleaned(arg, 0)) as typeof args);
        },
      },
    },
    destination,
  );
}
