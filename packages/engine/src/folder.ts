/** What can be done to a data folder while no engine runs on it. */

import { systemClock, type Clock } from "./lib/clock.ts";
import { systemRandom, type RandomSource } from "./lib/random.ts";
import { openDatabase } from "./transactions/database.ts";
import { importSnapshot, type ImportOptions, type ImportReport } from "./transfer/import.ts";

/** Where time and randomness come from. */
export interface FolderTools {
  readonly clock?: Clock;
  readonly random?: RandomSource;
}

/**
 * Imports a snapshot ZIP into a folder, held to the schema that was applied to it last; a new folder
 * is held to the schema when an engine starts on it. Runs no functions. Throws when an engine runs on it.
 */
export async function importIntoFolder(
  dataDir: string,
  file: string,
  options: ImportOptions & FolderTools = {},
): Promise<ImportReport> {
  const { clock = systemClock, random = systemRandom, ...rest } = options;
  const database = openDatabase({ dataDir, clock, random });
  try {
    return await importSnapshot(database, file, rest, (length) => random.bytes(length));
  } finally {
    await database.endCopying();
    database.close();
  }
}
