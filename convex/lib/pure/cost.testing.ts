/** What work costs the thread that does it: what else the machine does meanwhile does not count. */

/** Milliseconds of processor, of the work and of the system for it. */
export function costMs(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}
