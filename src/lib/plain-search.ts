/**
 * The search of an address as people read it: `?q=cost&overdue=1`. Every value is text; whoever reads one as a number
 * says so (`wholeOf`). The router's own way writes JSON, which puts texts that look like numbers into quotes.
 */

/** The values of an address's search. The first of several under one name counts. */
export function parsePlainSearch(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text))
    if (!Object.hasOwn(found, name) && name !== "__proto__") found[name] = unquoted(value);
  return found;
}

/** The search of an address, with its question mark; empty when it says nothing. */
export function stringifyPlainSearch(search: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(search).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === null ? [] : [[name, unquoted(text) === text ? text : JSON.stringify(text)]];
  });
  const text = new URLSearchParams(said).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return text === "" ? "" : `?${text}`;
}

/** The whole number a value of an address spells, if it is one and not below `least`. */
export function wholeOf(value: unknown, least = 0): number | undefined {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^\d{1,15}$/.test(text)) return undefined;
  return Number(text) >= least ? Number(text) : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** Links of earlier versions have their texts in quotes, as JSON. */
function unquoted(text: string): string {
  if (!/^".*"$/s.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
