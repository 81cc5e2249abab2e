/** The process's log: lines for a terminal, without secrets and without anyone's query string. */

import { pino, type Logger } from "pino";

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

/** Logs to standard error, so that standard output holds only what a person starting the portal reads. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[removed]" },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
