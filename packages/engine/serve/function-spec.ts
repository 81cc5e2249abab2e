/** What functions a deploy has, as `npx convex function-spec` shows them. */

import type { ModuleLoaders } from "../src/index.ts";

const KINDS = { isQuery: "Query", isMutation: "Mutation", isAction: "Action" } as const;

/** One function. */
export interface FunctionSpec {
  readonly functionType: (typeof KINDS)[keyof typeof KINDS];
  /** As in "messages.js:list". */
  readonly identifier: string;
  readonly visibility: { readonly kind: "public" | "internal" };
  /** JSON of the validator, or null where there is none. */
  readonly args: unknown;
  readonly returns: unknown;
}

/** The functions of loaded modules. */
export async function functionSpecs(loaders: ModuleLoaders): Promise<FunctionSpec[]> {
  const modules = await Promise.all(
    Object.entries(loaders).map(async ([name, load]) => [name, name === "auth.config" ? {} : await load()] as const),
  );
  return modules.flatMap(([name, exports]) =>
    Object.entries(exports).flatMap(([exported, value]) => specOf(`${name}.js:${exported}`, value)),
  );
}

function specOf(identifier: string, value: unknown): FunctionSpec[] {
  if ((typeof value !== "function" && typeof value !== "object") || value === null) return [];
  const kind = (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((mark) => mark in value);
  if (kind === undefined || !("isPublic" in value || "isInternal" in value)) return [];
  const { exportArgs, exportReturns } = value as { exportArgs?(): string; exportReturns?(): string };
  const visibility = { kind: "isPublic" in value ? "public" : "internal" } as const;
  return [
    {
      functionType: KINDS[kind],
      identifier,
      visibility,
      args: readJson(exportArgs?.()),
      returns: readJson(exportReturns?.()),
    },
  ];
}

function readJson(text: string | undefined): unknown {
  return text === undefined ? null : (JSON.parse(text) as unknown);
}
