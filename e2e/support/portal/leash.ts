/**
 * Imported into the portal's process before anything else: its input is a pipe that nobody writes to, held open by
 * the process that started it. The pipe ends when that process does, and then the portal stops as on Ctrl-C.
 */

import { isMainThread } from "node:worker_threads";

// The portal's own threads load this too; what they call their input is empty from the start.
if (isMainThread) {
  const stop = (): void => void process.kill(process.pid, "SIGTERM");
  process.stdin.on("end", stop).on("error", stop).resume();
  // The pipe alone keeps nobody from stopping.
  if ("unref" in process.stdin) process.stdin.unref();
}
