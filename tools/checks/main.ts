/**
 * `npm test` and `npm run check`: everything that must hold, from types to browser journeys. Prints one
 * line per check as it ends, failing output in full, then the slowest tests, the flaky journeys, what failed by name, and
 * last one plain line `N passed, N failed`.
 *
 *   npm test                     all of it
 *   npm run check                the static part, the unit tests and the conventions
 *   npm test -- engine e2e       only these parts
 *   npm test -- e2e/audit.test.ts    only these journeys
 */

import { messageOf } from "../../server/lib/message-of.ts";
import { ensureChromium } from "../lib/chromium.ts";
import { stopChildrenWithUs } from "../lib/process.mjs";
import { seconds, step } from "../lib/progress.mjs";
import type { TestReport } from "./count-reporter.ts";
import { type Parts, readParts, TEST_PROJECTS } from "./parts.ts";
import { isCi, MAX_FLAKY, runWithSecondChance } from "./second-chance.ts";
import { buildChecks, type Check, codeChecks } from "./static-checks.ts";
import {
  type Count,
  countRun,
  failedLines,
  runVitest,
  slowestLines,
  type VitestOptions,
  type VitestRun,
} from "./vitest-run.ts";

const checksAtOnce = 2;

/** What `npm run check` runs besides the static part. */
const IN_CHECK: readonly string[] = ["unit", "conventions"];

const slowestShown = 20;

/** Whoever sees only the end of the output has enough to begin with. */
const failuresShown = 20;

/** What failed, by name; a journey that passed at its second try is among the flaky ones, too. */
const failures: string[] = [];

const nothing: Count = { passed: 0, failed: 0 };
const add = (a: Count, b: Count): Count => ({ passed: a.passed + b.passed, failed: a.failed + b.failed });

async function runCheck({ name, run }: Check): Promise<Count> {
  const startedAt = Date.now();
  const { isPassed, output } = await run();
  process.stdout.write(`  ${isPassed ? "✓" : "✗"} ${name.padEnd(34)} ${seconds(Date.now() - startedAt)}\n`);
  if (!isPassed) {
    process.stdout.write(`\n${output.trimEnd()}\n\n`);
    failures.push(name);
  }
  return isPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs jobs a few at a time: most of them keep one processor busy. */
async function runJobs(jobs: readonly (() => Promise<Count>)[], atOnce: number): Promise<Count> {
  const waiting = [...jobs];
  let total = nothing;
  const worker = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const count = await job(); // before `total` is read: another worker may change it meanwhile
      total = add(total, count);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return total;
}

const jobsOf = (checks: readonly Check[]) => checks.map((check) => () => runCheck(check));

/** A failed build makes its measurements pointless; they are not run, and the build counts as failed. */
async function runBuildChecks(): Promise<Count> {
  const [build, ...measurements] = buildChecks;
  const built = build === undefined ? nothing : await runCheck(build);
  return built.failed > 0 ? built : add(built, await runJobs(jobsOf(measurements), 1));
}

/** Every test that ran, for the list of the slowest. */
const ran: TestReport[] = [];
/** Journeys that failed once and passed once. */
const flaky: string[] = [];

async function runProjects(projects: readonly string[], options?: VitestOptions): Promise<VitestRun> {
  const outcome = await runVitest(projects, options);
  ran.push(...(outcome.report?.tests ?? []));
  failures.push(...failedLines(outcome));
  return outcome;
}

async function runJourneys(named: readonly string[]): Promise<Count> {
  try {
    const env = { CHROMIUM_PATH: await step("Finding Chromium", ensureChromium) };
    const result = await runWithSecondChance(
      (files) => runProjects(["e2e"], { env, files: files.length > 0 ? files : named }),
      isCi(process.env),
    );
    flaky.push(...result.flaky);
    return result.count;
  } catch (error) {
    process.stdout.write(`\n  ${messageOf(error)}\n\n`);
    return { passed: 0, failed: 1 };
  }
}

async function runParts({ isStatic, wants, journeys }: Parts): Promise<Count> {
  let total = nothing;
  const isBuilt = wants("static") || wants("e2e");
  const jobs = [...(isBuilt ? [runBuildChecks] : []), ...(wants("static") ? jobsOf(codeChecks) : [])];
  total = add(total, await runJobs(jobs, checksAtOnce));
  const projects = TEST_PROJECTS.filter((project) => wants(project) || (isStatic && IN_CHECK.includes(project)));
  if (projects.length > 0) total = add(total, countRun(await runProjects(projects)));
  if (wants("e2e")) total = add(total, await runJourneys(journeys));
  return total;
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`\n  ${title}\n${lines.map((line) => `  ${line}\n`).join("")}`);
}

stopChildrenWithUs();
const parts = readParts(process.argv.slice(2));
if (typeof parts === "string") {
  process.stderr.write(`${parts}\n`);
  process.exit(1);
}
const { passed, failed } = await runParts(parts);
printList(`The slowest ${slowestShown} tests:`, slowestLines(ran, slowestShown));
printList(`Flaky, failed once and passed once (more than ${MAX_FLAKY} fail the run):`, flaky);
if (failed > 0) printList("What failed:", failures.slice(0, failuresShown));
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
