/** What in Snowflake a ticket can be about by the name people type: a table with its place, or a warehouse. */

/** The longest name that is one. */
const MAX_NAME = 80;

/** What each kind is called. */
export const OBJECT_WORDS = { table: "Table", warehouse: "Warehouse" } as const;

/** What a text names, in capitals as Snowflake keeps it; null for any other text. */
export function objectNamed(text: string): { readonly kind: keyof typeof OBJECT_WORDS; readonly name: string } | null {
  const name = text.trim().toUpperCase();
  if (name.length > MAX_NAME) return null;
  if (/^[A-Z_][A-Z0-9_$]*(?:\.[A-Z_][A-Z0-9_$]*){2}$/.test(name)) return { kind: "table", name };
  return /^(?:WH_[A-Z0-9_]+|[A-Z][A-Z0-9_]*_WH)$/.test(name) ? { kind: "warehouse", name } : null;
}
