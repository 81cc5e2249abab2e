/** Runs in a thread of its own: copies the write-ahead log into the database file when asked, and syncs it. */

import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

const { path } = workerData as { path: string };

parentPort?.on("message", () => {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec("PRAGMA synchronous = FULL");
    // Off here: only the explicit checkpoint below, never one at close.
    db.exec("PRAGMA wal_autocheckpoint = 0");
    db.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } finally {
    db.close();
    parentPort?.postMessage("done");
  }
});
