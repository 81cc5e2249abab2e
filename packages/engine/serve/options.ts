/** What the command line says. */

import { statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../src/lib/message-of.ts";

/** How to serve a functions folder. */
export interface ServeOptions {
  readonly functions: string;
  readonly data: string;
  /** 0: any free one. */
  readonly port: number;
  /** Where HTTP actions answer without a prefix; null: below /http of `port` only. */
  readonly sitePort: number | null;
  /** null: the one kept in the data folder. */
  readonly adminKey: string | null;
  readonly envFile: string | null;
  readonly isWatching: boolean;
  readonly redactErrors: boolean;
}

/** A command that cannot be carried out as it was written. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const HELP = `Usage: npm run engine -- serve --functions DIR --data DIR [options]

Serves a Convex functions folder to the official clients, from this machine alone.

  --functions DIR    the functions folder, such as convex
  --data DIR         where data, files and settings are kept; made when missing
  --port N           port of the server on 127.0.0.1 (default 3210; 0: any free one)
  --site-port N      also answers HTTP actions on this port, without the /http prefix
  --admin-key K      the admin key (default: made once and kept in the data folder)
  --env-file FILE    environment variables of the functions, NAME=value per line
  --watch            deploys again when a file of the functions folder changes
  --redact-errors    clients get a request id instead of what went wrong, as in production
  --help             this text

With the printed URL in CONVEX_SELF_HOSTED_URL and the admin key in CONVEX_SELF_HOSTED_ADMIN_KEY,
npx convex run, data, env, export, import and function-spec work. Ctrl-C stops.
`;

const DEFAULT_PORT = "3210";
const MAX_PORT = 65_535;

/** Reads the arguments; "help" when they ask for it. Paths are relative to `cwd`. Throws UsageError. */
export function readOptions(args: readonly string[], cwd: string): ServeOptions | "help" {
  const { values, positionals } = parse(args);
  if (values.help === true || args.length === 0) return "help";
  if (positionals.length !== 1 || positionals[0] !== "serve")
    throw new UsageError(`The command is \`serve\`, not \`${positionals.join(" ")}\`.`);
  const place = (option: string, given: string | undefined): string => {
    if (given === undefined || given === "") throw new UsageError(`--${option} is missing.`);
    return path.resolve(cwd, given);
  };
  const functions = place("functions", values.functions);
  if (statSync(functions, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--functions ${functions} is not a folder.`);
  if (values["admin-key"] === "") throw new UsageError("--admin-key is empty.");
  return {
    functions,
    data: place("data", values.data),
    port: readPort("port", values.port ?? DEFAULT_PORT),
    sitePort: values["site-port"] === undefined ? null : readPort("site-port", values["site-port"]),
    adminKey: values["admin-key"] ?? null,
    envFile: values["env-file"] === undefined ? null : place("env-file", values["env-file"]),
    isWatching: values.watch ?? false,
    redactErrors: values["redact-errors"] ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        functions: { type: "string" },
        data: { type: "string" },
        port: { type: "string" },
        "site-port": { type: "string" },
        "admin-key": { type: "string" },
        "env-file": { type: "string" },
        watch: { type: "boolean" },
        "redact-errors": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function readPort(option: string, text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > MAX_PORT)
    throw new UsageError(`--${option} must be a number from 0 to ${MAX_PORT}, not ${JSON.stringify(text)}.`);
  return port;
}
