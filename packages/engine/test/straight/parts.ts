/** An engine's runner over a database in memory, which tells of reads and writes as well. */

import { installGuards } from "../../src/functions/globals/guards.ts";
import { DEFAULT_LIMITS } from "../../src/functions/limits.ts";
import { loadModules } from "../../src/functions/modules/load.ts";
import type { ComponentLoaders, ModuleLoaders } from "../../src/functions/modules/registry.ts";
import { toHex } from "../../src/lib/bytes.ts";
import { manualClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/log.ts";
import { seededRandom } from "../../src/lib/random.ts";
import { buildParts } from "../../src/parts.ts";
import { openDatabase } from "../../src/transactions/database.ts";
import { DEFAULT_TRANSACTION_LIMITS } from "../../src/transactions/limits.ts";
import type { ReadSet, WriteSet } from "../../src/transactions/types.ts";
import type { JsonObject } from "../../src/values/json.ts";

/** All that can be told of one call. */
export interface Told {
  readonly outcome: unknown;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly journal: string | null;
  readonly flags: unknown;
}

export type Kind = "query" | "mutation";

interface Started {
  call(
    kind: Kind,
    call: { readonly path: string; readonly args: JsonObject; readonly journal: string | null },
  ): Promise<Told>;
  /** Reads one state until what is given back is called. */
  hold(): () => void;
  close(): void;
}

/** Starts one. */
export async function createTestEngineParts({
  modules,
  components = {},
  seed,
  limits,
  isThroughText,
}: {
  readonly modules: ModuleLoaders;
  readonly components?: ComponentLoaders;
  readonly seed: number;
  readonly limits: object;
  readonly isThroughText: boolean;
}): Promise<Started> {
  installGuards();
  const settings = {
    clock: manualClock(),
    random: seededRandom(seed),
    logger: silentLogger,
    onRefusedCall: () => undefined,
    limits: { ...DEFAULT_LIMITS, ...limits },
    transactionLimits: { ...DEFAULT_TRANSACTION_LIMITS, ...limits },
    redactErrors: false,
    instanceName: "pair",
    isThroughText,
    adminKey: null,
    holdsJobs: false,
  };
  const database = openDatabase({ dataDir: ":memory:", ...settings, limits: settings.transactionLimits });
  const deployment = await loadModules(modules, { ...settings, env: {} }, components);
  await database.applySchema(deployment.schemaJson);
  const parts = buildParts(database, settings, { loaders: modules, deployment, env: {} });
  const written: WriteSet[] = [];
  database.committer.onCommit((commits) => written.push(...commits.map(({ writes }) => writes)));
  const said = (path: string, args: JsonObject) => ({
    path,
    args,
    identity: { kind: "none" } as const,
    requestId: "0123456789abcdef",
    visibility: "any" as const,
  });
  return {
    async call(kind, { path, args, journal }) {
      written.length = 0;
      if (kind === "mutation") {
        const { ts: _ts, ...outcome } = await parts.runner.runMutation(said(path, args));
        return {
          outcome,
          reads: [],
          writes: written.flatMap(({ keys }) => keys.map(keyText)),
          journal: null,
          flags: null,
        };
      }
      const snapshot = database.snapshot();
      const run = await parts.runner.runQuery(said(path, args), snapshot, { journal });
      snapshot.release();
      const flags = [run.didReadIdentity, run.didReadTime, [...run.envReads]];
      return { outcome: run.outcome, reads: rangesOf(run.reads), writes: [], journal: run.journal, flags };
    },
    hold() {
      const snapshot = database.snapshot();
      return () => snapshot.release();
    },
    close() {
      parts.scheduler.close();
      parts.watch.stop();
      parts.blocking.stop();
      database.close();
    },
  };
}

function keyText({ indexKey, key }: WriteSet["keys"][number]): string {
  return `${indexKey} ${toHex(key)}`;
}

function rangesOf({ ranges }: ReadSet): string[] {
  return ranges.map(
    ({ indexKey, lower, upper }) => `${indexKey} ${toHex(lower)}..${upper === null ? "" : toHex(upper)}`,
  );
}
