// @ts-check
// The only way the commands talk while they work: one line per step with its elapsed time. On a
// terminal the running step's line is redrawn; elsewhere the step is announced and, when it takes
// long, mentioned again so that a watcher of a log knows it is alive.

const redrawEveryMs = 100;
const remindEveryMs = 15_000;
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/**
 * @param {string} mark
 * @param {string} name
 * @param {string} note
 */
function line(mark, name, note) {
  return `  ${mark} ${name.padEnd(34)} ${note}`;
}

/**
 * Runs one named step and shows how long it takes.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const startedAt = Date.now();
  const stop = process.stdout.isTTY ? redraw(name, startedAt) : announce(name, startedAt);
  try {
    const result = await work();
    stop();
    process.stdout.write(`${line("✓", name, seconds(Date.now() - startedAt))}\n`);
    return result;
  } catch (error) {
    stop();
    process.stdout.write(`${line("✗", name, seconds(Date.now() - startedAt))}\n`);
    throw error;
  }
}

/**
 * @param {string} name
 * @param {number} startedAt
 */
function redraw(name, startedAt) {
  let frame = 0;
  const timer = setInterval(() => {
    frame = (frame + 1) % frames.length;
    process.stdout.write(`\r${line(frames[frame] ?? "", name, seconds(Date.now() - startedAt))}`);
  }, redrawEveryMs);
  return () => {
    clearInterval(timer);
    process.stdout.write("\r\u001b[2K");
  };
}

/**
 * @param {string} name
 * @param {number} startedAt
 */
function announce(name, startedAt) {
  process.stdout.write(`${line("·", name, "...")}\n`);
  const timer = setInterval(() => {
    process.stdout.write(`${line("·", name, `still working, ${Math.round((Date.now() - startedAt) / 1000)} s`)}\n`);
  }, remindEveryMs);
  return () => clearInterval(timer);
}
