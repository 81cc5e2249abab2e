/**
 * A process that writes until it is killed, printing every acknowledged mutation as "id ts". Started
 * by the crash test: node testing-writer.ts FOLDER. Never shipped.
 */

import { writeSync } from "node:fs";
import { systemClock } from "../lib/clock.ts";
import { systemRandom } from "../lib/random.ts";
import { openDatabase } from "./database.ts";

const db = openDatabase({ dataDir: process.argv[2] as string, clock: systemClock, random: systemRandom });

async function writeForEver(writer: number): Promise<void> {
  for (let n = 0; ; n++) {
    const { value, ts } = await db.committer.run(async (tx) => {
      const id = tx.insert("pairs", { writer, n, half: 1 });
      tx.insert("pairs", { writer, n, half: 2, text: "x".repeat(2000) });
      return id;
    });
    writeSync(1, `${value} ${ts}\n`);
  }
}

await Promise.all([0, 1, 2, 3].map(writeForEver));
