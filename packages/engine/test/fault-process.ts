/**
 * A process of its own for tests of what only a process can run out of: `node this.ts <what> <data folder>`. Prints
 * JSON.
 */

import { closeSync, openSync } from "node:fs";
import { mutate, openTestDatabase, queryOf, read, collect } from "../src/transactions/testing.ts";

const [what, dataDir = ""] = process.argv.slice(2);

function say(answer: unknown): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** Whether it can be done, or why not. */
async function tried(work: () => unknown): Promise<string> {
  try {
    await work();
    return "done";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function exhaustDescriptors(): number[] {
  const open: number[] = [];
  for (;;) {
    try {
      open.push(openSync(process.execPath, "r"));
    } catch {
      return open;
    }
  }
}

async function withoutDescriptors(): Promise<void> {
  const { db } = openTestDatabase({ dataDir });
  await mutate(db, (tx) => tx.insert("notes", { name: "before" }));
  const names = (): unknown[] => read(db, (tx) => collect(tx, queryOf("notes")).map((note) => note["name"]));
  const held = exhaustDescriptors();
  const reading = await tried(names);
  const writing = await tried(() => mutate(db, (tx) => tx.insert("notes", { name: "meanwhile" })));
  for (const descriptor of held) closeSync(descriptor);
  await mutate(db, (tx) => tx.insert("notes", { name: "after" }));
  const result = { held: held.length, reading, writing, names: names() };
  db.close();
  say(result);
}

if (what === "descriptors") await withoutDescriptors();
else say(await tried(() => openTestDatabase({ dataDir }).db.close()));
