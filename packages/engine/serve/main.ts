/** `npm run engine -- serve`: a functions folder served until it is stopped. */

import { watchProcess } from "../src/index.ts";
import { explainError, loggerTo, startAlone, type Voice } from "./alone.ts";
import { CodeError } from "./code.ts";
import { HELP, readOptions, UsageError, type ServeOptions } from "./options.ts";

const voice: Voice = {
  say: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
};

async function main(): Promise<void> {
  // npm runs us in the repository; paths are meant from where the person stands.
  const options = readOptions(process.argv.slice(2), process.env["INIT_CWD"] ?? process.cwd());
  if (options === "help") return voice.say(HELP);
  await serve(options);
}

async function serve(options: ServeOptions): Promise<void> {
  process.setSourceMapsEnabled(true);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  const alone = await startAlone(options, voice);
  watchProcess({ logger: loggerTo(voice), close: () => alone.close() });
  voice.say(`URL        ${alone.url}\nSite URL   ${alone.siteUrl}\nAdmin key  ${alone.adminKey}`);
  await stopped;
  await alone.close();
  voice.say("Stopped.");
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const hint = error instanceof UsageError ? "\nSee: npm run engine -- --help" : "";
  const isExpected = error instanceof UsageError || error instanceof CodeError;
  voice.complain(`${isExpected ? (error as Error).message : explainError(error)}${hint}`);
  process.exit(1);
}
