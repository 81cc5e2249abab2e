/** Names inside a snapshot ZIP. */

import { componentOfTable, plainTable, qualifiedTable } from "../transactions/schema/names.ts";
import { isIdentifier } from "../values/limits.ts";

/** The table stored files are listed in. */
export const STORAGE_TABLE = "_storage";

/** Entries with a name of their own. */
export const FILES = {
  readme: "README.md",
  tables: "_tables/documents.jsonl",
  storage: "_storage/documents.jsonl",
} as const;

/** What an entry of a ZIP holds. */
export type EntryRole =
  | { readonly kind: "ignored" }
  /** `component`: "" is the app. */
  | { readonly kind: "tables" | "storage"; readonly component: string }
  | { readonly kind: "documents" | "schema"; readonly table: string }
  | { readonly kind: "blob"; readonly id: string; readonly component: string };

/** Extensions of the commonest types; what is not listed goes without, the listing has the type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": ".jpeg",
  "image/png": ".png",
  "image/gif": ".gif",
  "image/webp": ".webp",
  "image/svg+xml": ".svg",
  "text/plain": ".txt",
  "text/csv": ".csv",
  "text/html": ".html",
  "application/json": ".json",
  "application/pdf": ".pdf",
  "application/zip": ".zip",
};

/** Data of a component lies below a folder per step of its path. */
function prefixOf(component: string): string {
  return component === ""
    ? ""
    : component
        .split("/")
        .map((name) => `_components/${name}/`)
        .join("");
}

/** The list of a component's tables. */
export function listEntryName(component: string): string {
  return `${prefixOf(component)}${FILES.tables}`;
}

export function tableEntryName(table: string): string {
  return `${prefixOf(componentOfTable(table))}${plainTable(table)}/documents.jsonl`;
}

export function schemaEntryName(table: string): string {
  return `${prefixOf(componentOfTable(table))}${plainTable(table)}/generated_schema.jsonl`;
}

/** The list of a component's stored files. */
export function storageEntryName(component: string): string {
  return `${prefixOf(component)}${FILES.storage}`;
}

export function blobEntryName(id: string, contentType: string | null, component: string): string {
  const type = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  return `${prefixOf(component)}_storage/${id}${Object.hasOwn(EXTENSIONS, type) ? EXTENSIONS[type] : ""}`;
}

/** A digest of the `_storage` table (base64) as the name of a content (hex). */
export function hexOf(sha256: string): string {
  return Buffer.from(sha256, "base64").toString("hex");
}

/** What an entry holds, by its name. A ZIP made by zipping a folder has that folder in front of every name. */
export function roleOf(name: string): EntryRole {
  if (name.endsWith("/")) return { kind: "ignored" };
  const steps = name.split("/");
  const file = steps.at(-1) ?? "";
  const folder = steps.at(-2) ?? "";
  const component = componentOf(steps, name);
  if (folder === "_storage" && file === "generated_schema.jsonl") return { kind: "ignored" };
  if (folder === "_storage")
    return file === "documents.jsonl"
      ? { kind: "storage", component }
      : { kind: "blob", id: file.split(".")[0] ?? "", component };
  if (folder === "_tables") return file === "documents.jsonl" ? { kind: "tables", component } : { kind: "ignored" };
  if (folder === "" || folder.startsWith("_")) return { kind: "ignored" };
  if (file !== "documents.jsonl" && file !== "generated_schema.jsonl") return { kind: "ignored" };
  if (!isIdentifier(folder))
    throw new Error(`${name} names a table "${folder.slice(0, 80)}", which cannot be a table's name.`);
  return { kind: file === "documents.jsonl" ? "documents" : "schema", table: qualifiedTable(component, folder) };
}

/** The component an entry belongs to, by the `_components/<name>` pairs in front of it. */
function componentOf(steps: readonly string[], name: string): string {
  const names: string[] = [];
  for (let i = steps.indexOf("_components"); i >= 0 && steps[i] === "_components"; i += 2) {
    const component = steps[i + 1] ?? "";
    if (!isIdentifier(component))
      throw new Error(`${name} names a component "${component.slice(0, 80)}", which cannot be a component's name.`);
    names.push(component);
  }
  return names.join("/");
}
