/** The floor's data: two tables, documents as JSON text, one transaction per group of mutations. */

import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { makeTask, PAGE, type Task } from "../workload.ts";

export interface Touch {
  readonly id: string;
  readonly n: number;
}

/** Exactly what workload R needs. */
export class FloorStore {
  readonly #db: DatabaseSync;
  readonly #find: StatementSync;
  readonly #update: StatementSync;
  readonly #audit: StatementSync;
  readonly #recent: StatementSync;

  constructor(folder: string) {
    const db = new DatabaseSync(join(folder, "floor.db"));
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384");
    db.exec(
      "CREATE TABLE IF NOT EXISTS tasks (id TEXT PRIMARY KEY, request TEXT NOT NULL, updated_at REAL NOT NULL, json TEXT NOT NULL) STRICT",
    );
    db.exec("CREATE INDEX IF NOT EXISTS tasks_by_request ON tasks (request, updated_at)");
    db.exec(
      "CREATE TABLE IF NOT EXISTS audit (row INTEGER PRIMARY KEY, task TEXT NOT NULL, json TEXT NOT NULL) STRICT",
    );
    db.exec("CREATE INDEX IF NOT EXISTS audit_by_task ON audit (task)");
    this.#db = db;
    this.#find = db.prepare("SELECT json FROM tasks WHERE id = ?");
    this.#update = db.prepare("UPDATE tasks SET updated_at = ?, json = ? WHERE id = ?");
    this.#audit = db.prepare("INSERT INTO audit (task, json) VALUES (?, ?)");
    this.#recent = db.prepare(`SELECT json FROM tasks WHERE request = ? ORDER BY updated_at DESC LIMIT ${PAGE}`);
    this.#recent.setReturnArrays(true);
  }

  fill(documents: number): void {
    const { found } = this.#db.prepare("SELECT count(*) AS found FROM tasks").get() as { found: number };
    const insert = this.#db.prepare("INSERT INTO tasks (id, request, updated_at, json) VALUES (?, ?, ?, ?)");
    this.#db.exec("BEGIN");
    for (let i = found; i < documents; i++) {
      const task = makeTask(i);
      const id = `t${String(i).padStart(31, "0")}`;
      insert.run(
        id,
        task.request,
        task.updatedAt,
        JSON.stringify({ _creationTime: 1_700_000_000_000 + i, _id: id, ...task }),
      );
    }
    this.#db.exec("COMMIT");
  }

  idsOf(request: string, limit: number): string[] {
    const rows = this.#db
      .prepare("SELECT id FROM tasks WHERE request = ? ORDER BY updated_at LIMIT ?")
      .all(request, limit);
    return (rows as { id: string }[]).map(({ id }) => id);
  }

  /** Runs all in one transaction with one sync; returns the requests they touched. */
  touchAll(touches: readonly Touch[]): Set<string> {
    const requests = new Set<string>();
    this.#db.exec("BEGIN IMMEDIATE");
    for (const { id, n } of touches) {
      const { json } = this.#find.get(id) as { json: string };
      const task = JSON.parse(json) as Task;
      this.#update.run(n, JSON.stringify({ ...task, updatedAt: n, attempts: n }), id);
      this.#audit.run(id, JSON.stringify({ n, task: id, what: "updated" }));
      requests.add(task.request);
    }
    this.#db.exec("COMMIT");
    return requests;
  }

  /** The page as JSON text. */
  recent(request: string): string {
    const rows = this.#recent.all(request) as unknown as [string][];
    return `[${rows.map(([json]) => json).join(",")}]`;
  }

  close(): void {
    this.#db.close();
  }
}
