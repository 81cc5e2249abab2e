/** `npm run data -- ...`: reads the command line, does the work, says what came of it. */

import { join, resolve } from "node:path";
import { loadBackendModules } from "../backend/modules.ts";
import { explainProblems, parseDataEnv } from "../settings/env.ts";
import { runDataCommand, UsageError } from "./command.ts";
import type { AuditChain } from "./verify-audit.ts";
import { messageOf } from "../lib/message-of.ts";

const BACKEND = join(import.meta.dirname, "../../dist/convex");

/** Names on the command line are meant from where npm was called. */
const startedIn = process.env["INIT_CWD"] ?? process.cwd();

async function loadAuditChain(): Promise<AuditChain> {
  const load = (await loadBackendModules(BACKEND))["core/audit/chain"];
  if (load === undefined) throw new Error("The backend functions were built without the audit trail. Run: npm run build");
  return (await load()) as unknown as AuditChain;
}

async function main(): Promise<number> {
  const parsed = parseDataEnv(process.env);
  if (!parsed.ok) {
    process.stderr.write(`${explainProblems(parsed.problems)}\n`);
    return 1;
  }
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  await runDataCommand(process.argv.slice(2), { ...parsed.env, print, pathOf: (name) => resolve(startedIn, name), loadAuditChain });
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
