/**
 * Writes convex/_generated/api.d.ts, the list of backend modules, in the shape of the official code
 * generator (which would need a running deployment to ask). `--check` only says whether it is current.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { listModules } from "@data-portal/engine/bundler";

/** The text of api.d.ts for these module names. */
export function apiDeclaration(names: readonly string[]): string {
  const imports = names.map((name) => `import type * as ${identifier(name)} from "../${name}.js";`);
  const entries = names.map(
    (name) => `  ${/^[A-Za-z_$][\w$]*$/.test(name) ? name : `"${name}"`}: typeof ${identifier(name)};`,
  );
  return `${header}
${imports.join("\n")}

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
${entries.join("\n")}
}>;

${doc("public", "api")}
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

${doc("internal", "internal")}
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {};
`;
}

const header = `/* eslint-disable */
/**
 * Generated \`api\` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run \`npm run codegen\`.
 * @module
 */
`;

function doc(visibility: string, name: string): string {
  return `/**
 * A utility for referencing Convex functions in your app's ${visibility} API.
 *
 * Usage:
 * \`\`\`js
 * const myFunctionReference = ${name}.myModule.myFunction;
 * \`\`\`
 */`;
}

function identifier(name: string): string {
  const safe = name.replaceAll(/[/-]/g, "_");
  return ["fullApi", "api", "internal", "components", "import", "export", "delete", "default"].includes(safe)
    ? `${safe}_`
    : safe;
}

/** Brings api.d.ts of this backend folder up to date. */
export function writeApiDeclaration(convexDir: string): void {
  const { target, wanted, isCurrent } = compare(convexDir);
  if (!isCurrent) writeFileSync(target, wanted);
}

function compare(convexDir: string): { target: string; wanted: string; isCurrent: boolean } {
  const target = path.join(convexDir, "_generated/api.d.ts");
  const wanted = apiDeclaration(listModules(convexDir).map((module) => module.name));
  return { target, wanted, isCurrent: existsSync(target) && readFileSync(target, "utf8") === wanted };
}

if (import.meta.main) {
  const convexDir = path.resolve(import.meta.dirname, "../convex");
  if (!process.argv.includes("--check")) writeApiDeclaration(convexDir);
  else if (!compare(convexDir).isCurrent) {
    process.stderr.write("convex/_generated/api.d.ts does not list the modules of convex/. Run: npm run codegen\n");
    process.exitCode = 1;
  }
}
