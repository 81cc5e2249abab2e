/** The floor's data: three tables, documents as JSON text, one transaction per group of mutations. */

import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { makeItem, makeTask, PAGE, statusOf, type Task, type Workload } from "../workload.ts";

export interface Touch {
  readonly workload: Workload;
  readonly id: string;
  readonly n: number;
}

/** The name of a page. */
export function pageOf(workload: Workload, request: string): string {
  return `${workload} ${request}`;
}

/** Exactly what the workloads need. */
export class FloorStore {
  readonly #db: DatabaseSync;
  readonly #find: StatementSync;
  readonly #update: StatementSync;
  readonly #audit: StatementSync;
  readonly #findItem: StatementSync;
  readonly #updateItem: StatementSync;
  readonly #recent: Readonly<Record<Workload, StatementSync>>;

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
    db.exec(
      "CREATE TABLE IF NOT EXISTS items (row INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, request TEXT NOT NULL, status TEXT NOT NULL, updated_at REAL NOT NULL, json TEXT NOT NULL) STRICT",
    );
    db.exec("CREATE INDEX IF NOT EXISTS items_by_request ON items (request, updated_at)");
    db.exec("CREATE INDEX IF NOT EXISTS items_by_status ON items (status, updated_at)");
    this.#db = db;
    this.#find = db.prepare("SELECT json FROM tasks WHERE id = ?");
    this.#update = db.prepare("UPDATE tasks SET updated_at = ?, json = ? WHERE id = ?");
    this.#audit = db.prepare("INSERT INTO audit (task, json) VALUES (?, ?)");
    this.#findItem = db.prepare("SELECT row, json FROM items WHERE key = ?");
    this.#updateItem = db.prepare("UPDATE items SET updated_at = ?, status = ?, json = ? WHERE row = ?");
    const recent = (table: Workload): StatementSync =>
      db.prepare(`SELECT json FROM ${table} WHERE request = ? ORDER BY updated_at DESC LIMIT ${PAGE}`);
    this.#recent = { tasks: recent("tasks"), items: recent("items") };
    for (const statement of Object.values(this.#recent)) statement.setReturnArrays(true);
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

  fillItems(items: number): void {
    const insert = this.#db.prepare(
      "INSERT OR IGNORE INTO items (key, request, status, updated_at, json) VALUES (?, ?, ?, ?, ?)",
    );
    this.#db.exec("BEGIN");
    for (let i = 0; i < items; i++) {
      const item = makeItem(i);
      const json = JSON.stringify({
        _creationTime: 1_700_000_000_000 + i,
        _id: `i${String(i).padStart(31, "0")}`,
        ...item,
      });
      insert.run(item.key, item.request, item.status, item.updatedAt, json);
    }
    this.#db.exec("COMMIT");
  }

  idsOf(workload: Workload, request: string, limit: number): string[] {
    const id = workload === "tasks" ? "id" : "key AS id";
    const rows = this.#db
      .prepare(`SELECT ${id} FROM ${workload} WHERE request = ? ORDER BY updated_at LIMIT ?`)
      .all(request, limit);
    return (rows as { id: string }[]).map(({ id }) => id);
  }

  /** Runs all in one transaction with one sync; returns the pages they touched, as `pageOf` names them. */
  touchAll(touches: readonly Touch[]): Set<string> {
    const pages = new Set<string>();
    this.#db.exec("BEGIN IMMEDIATE");
    for (const { workload, id, n } of touches)
      pages.add(pageOf(workload, workload === "tasks" ? this.#touchTask(id, n) : this.#touchItem(id, n)));
    this.#db.exec("COMMIT");
    return pages;
  }

  #touchTask(id: string, n: number): string {
    const { json } = this.#find.get(id) as { json: string };
    const task = JSON.parse(json) as Task;
    this.#update.run(n, JSON.stringify({ ...task, updatedAt: n, attempts: n }), id);
    this.#audit.run(id, JSON.stringify({ n, task: id, what: "updated" }));
    return task.request;
  }

  #touchItem(key: string, n: number): string {
    const { row, json } = this.#findItem.get(key) as { row: number; json: string };
    const item = JSON.parse(json) as Task;
    const status = statusOf(n);
    this.#updateItem.run(n, status, JSON.stringify({ ...item, updatedAt: n, status }), row);
    return item.request;
  }

  /** The page as JSON text. */
  recent(workload: Workload, request: string): string {
    const rows = this.#recent[workload].all(request) as unknown as [string][];
    return `[${rows.map(([json]) => json).join(",")}]`;
  }

  /** The page of items as JSON text, with a field of its viewer's in each. */
  own(request: string, viewer: number): string {
    const rows = this.#recent.items.all(request) as unknown as [string][];
    return `[${rows.map(([json]) => `${json.slice(0, -1)},"viewer":${viewer}}`).join(",")}]`;
  }

  close(): void {
    this.#db.close();
  }
}
