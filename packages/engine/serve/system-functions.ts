/**
 * The internal queries `npx convex` asks with an admin key. They show state of this process, so each reads a
 * variable nobody can set: `Engine.invalidate` of that name runs them again.
 */

import { internalQueryGeneric, paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import type { ModuleLoaders } from "../src/index.ts";
import type { FunctionSpec } from "./function-spec.ts";
import type { ImportView, LatestExport } from "./transfers.ts";

/** The variable that stands for everything shown here. */
export const STATE_VARIABLE = "_served_state";

/** What the queries show. */
export interface ServedState {
  variables(): Readonly<Record<string, string>>;
  tables(): readonly string[];
  functions(): readonly FunctionSpec[];
  latestExport(): LatestExport | null;
  imports(): readonly ImportView[];
}

/** The modules to deploy beside the app's own. */
export function systemModules(state: ServedState): ModuleLoaders {
  const shown = <T>(read: () => T): T => {
    void process.env[STATE_VARIABLE];
    return read();
  };
  const variables = (): { name: string; value: string }[] =>
    Object.entries(shown(() => state.variables())).map(([name, value]) => ({ name, value }));
  const latestExport = internalQueryGeneric({ args: {}, handler: async () => shown(() => state.latestExport()) });
  const modules: Record<string, Record<string, unknown>> = {
    "_system/cli/queryEnvironmentVariables": {
      default: internalQueryGeneric({ args: {}, handler: async () => variables() }),
      get: internalQueryGeneric({
        args: { name: v.string() },
        handler: async (_ctx, { name }) => variables().find((variable) => variable.name === name) ?? null,
      }),
    },
    "_system/cli/tables": {
      default: internalQueryGeneric({
        args: { paginationOpts: paginationOptsValidator },
        handler: async () => ({
          page: shown(() => state.tables()).map((name) => ({ name })),
          isDone: true,
          continueCursor: "",
        }),
      }),
    },
    "_system/cli/tableData": { default: tableData },
    "_system/cli/modules": {
      apiSpec: internalQueryGeneric({ args: {}, handler: async () => shown(() => state.functions()) as never }),
    },
    "_system/cli/convexUrl": {
      cloudUrl: internalQueryGeneric({ args: {}, handler: async () => process.env["CONVEX_CLOUD_URL"] ?? null }),
      siteUrl: internalQueryGeneric({ args: {}, handler: async () => process.env["CONVEX_SITE_URL"] ?? null }),
    },
    "_system/cli/exports": { getLatest: latestExport },
    "_system/frontend/latestExport": { default: latestExport },
    "_system/cli/queryImport": {
      default: internalQueryGeneric({
        args: { importId: v.string() },
        handler: async (_ctx, { importId }) => shown(() => state.imports()).find((one) => one._id === importId) ?? null,
      }),
      list: internalQueryGeneric({ args: {}, handler: async () => [...shown(() => state.imports())] }),
    },
  };
  return Object.fromEntries(Object.entries(modules).map(([name, exports]) => [name, async () => exports]));
}

const tableData = internalQueryGeneric({
  args: {
    table: v.string(),
    order: v.union(v.literal("asc"), v.literal("desc")),
    paginationOpts: paginationOptsValidator,
  },
  handler: async (ctx, { table, order, paginationOpts }) => {
    const source =
      table === "_storage" || table === "_scheduled_functions" ? ctx.db.system.query(table) : ctx.db.query(table);
    return await source.order(order).paginate(paginationOpts);
  },
});
