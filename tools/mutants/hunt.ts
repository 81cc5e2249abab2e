/**
 * Loaded first by every test file of a copy with switches: runs each test once as it is, then once more with each
 * fault whose place it executed. A test that fails is run without the fault again: only then did it notice something.
 */

import { TestRunner, type RunnerTestCase, type RunnerTask } from "vitest";
import { entriesOf, note } from "./log.ts";

/**
 * All tests together spend no more processor time on one fault: on a busy machine they take longer, and ask as many.
 */
const MAX_ASKING_MS = 20_000;

/** Where a test stands: its faults to come, and the one that failed it and is to be confirmed. */
interface Turn {
  readonly queue: number[];
  suspect: { readonly fault: number; readonly ms: number } | null;
}

const log = process.env["MUTANTS_LOG"] ?? "";
const fixed = new Set(
  (process.env["MUTANTS_FIXED"] ?? "")
    .split(",")
    .filter((text) => text !== "")
    .map(Number),
);
const count = Number(process.env["MUTANTS_COUNT"] ?? 0);
/** Faults nobody has to be asked about any more. */
const over = new Set<number>();
const spent = new Map<number, number>();
for (const entry of entriesOf(log)) {
  if (entry.is === "caught" || entry.is === "settled") over.add(entry.fault);
  if (entry.is === "passed") spend(entry.fault, entry.ms);
}

let hits = new Set<number>();
let active = -1;
Object.assign(globalThis, {
  fault: (number: number): boolean => {
    hits.add(number);
    return number === active;
  },
});

function spend(fault: number, ms: number): void {
  spent.set(fault, (spent.get(fault) ?? 0) + ms);
  if ((spent.get(fault) ?? 0) > MAX_ASKING_MS) over.add(fault);
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const turns = new Map<RunnerTask, Turn>();

async function attempt(test: RunnerTestCase, fault: number): Promise<{ readonly error: unknown; readonly ms: number }> {
  const before = process.cpuUsage();
  active = fault;
  try {
    await TestRunner.getTestFn(test)();
    const soft = test.result?.state === "fail" ? test.result.errors?.[0] : null;
    return { error: soft ?? null, ms: spentSince(before) };
  } catch (error) {
    return { error: error ?? "nothing", ms: spentSince(before) };
  } finally {
    active = -1;
    // What a fault did to a test is no news to the runner.
    if (test.result) Object.assign(test.result, { state: "run", errors: undefined, attempts: [] });
  }
}

async function turn(test: RunnerTestCase): Promise<void> {
  const here = { file: test.file.name, test: test.id };
  const known = turns.get(test);
  if (!known) {
    await first(test, here);
    return endIfDone(test);
  }
  if (known.suspect) {
    const { suspect } = known;
    known.suspect = null;
    const { error } = await attempt(test, -1);
    if (error === null) {
      over.add(suspect.fault);
      note(log, { is: "caught", fault: suspect.fault, by: `${here.file}: ${nameOf(test)}` });
    } else {
      // It cannot be run twice in one process.
      for (const fault of [suspect.fault, ...known.queue]) note(log, { is: "open", fault, ...here, ms: suspect.ms });
      known.queue.length = 0;
    }
    return endIfDone(test);
  }
  for (let fault = known.queue.shift(); fault !== undefined; fault = known.queue.shift()) {
    if (over.has(fault)) continue;
    note(log, { is: "trying", fault, ...here });
    const { error, ms } = await attempt(test, fault);
    if (error !== null) known.suspect = { fault, ms };
    else {
      spend(fault, ms);
      note(log, { is: "passed", fault, file: here.file, ms });
    }
    break;
  }
  endIfDone(test);
}

/** A test that says it is skipped has no further turn. */
function endIfDone(test: RunnerTestCase): void {
  const known = turns.get(test);
  const isDone = !known || (known.suspect === null && known.queue.every((fault) => over.has(fault)));
  if (isDone && test.result) Object.assign(test.result, { pending: true });
}

/** The file whose tests run, and since when. */
let now: { readonly file: string; readonly began: number } | null = null;
/** What is executed while the backend is loaded, once for all files. */
let loaded: ReadonlySet<number> | null = null;

function enter(file: string): void {
  if (now) note(log, { is: "finished", file: now.file, ms: performance.now() - now.began });
  now = { file, began: performance.now() };
  loaded ??= hits;
  for (const fault of loaded) if (!over.has(fault)) note(log, { is: "open", fault, file, test: "", ms: 0 });
}

async function first(test: RunnerTestCase, here: { readonly file: string; readonly test: string }): Promise<void> {
  if (now?.file !== here.file) enter(here.file);
  hits = new Set();
  const { error, ms } = await attempt(test, -1);
  const executed = [...hits].filter((fault) => !over.has(fault));
  if (error !== null) note(log, { is: "unsound", ...here, message: String(error).slice(0, 200) });
  const isSwitched = (fault: number): boolean => error === null && !fixed.has(fault);
  for (const fault of executed.filter((one) => !isSwitched(one))) note(log, { is: "open", fault, ...here, ms });
  turns.set(test, { queue: executed.filter(isSwitched), suspect: null });
}

function nameOf(task: RunnerTask): string {
  return task.suite ? `${nameOf(task.suite)} > ${task.name}` : task.name;
}

const { onBeforeRunTask } = TestRunner.prototype;
Object.assign(TestRunner.prototype, {
  async onBeforeRunTask(this: TestRunner, test: RunnerTask): Promise<void> {
    await onBeforeRunTask.call(this, test);
    // Each fault may need a second run.
    test.repeats = (count - over.size) * 2 + 1;
  },
  runTask: turn,
});
