/** What the URL of the catalog holds: the type, the draft, the words looked for, and answers a link brings along. */

/** The URL; `field.*` fills the form. */
export type CreateSearch = { type?: string; draft?: string; q?: string } & Record<`field.${string}`, string | number | boolean>;

/** Longer than any link that fills a form should be; what is beyond is left out. */
const MAX_FIELDS = 40;

/** Reads the URL. What cannot be read counts as left out. */
export function parseCreateSearch(raw: Readonly<Record<string, unknown>>): CreateSearch {
  const fields = Object.entries(raw).filter((entry): entry is [`field.${string}`, string | number | boolean] => isField(entry[0]) && isPlain(entry[1])).slice(0, MAX_FIELDS);
  const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
  return { ...named("type", text(raw["type"])), ...named("draft", text(raw["draft"])), ...named("q", text(raw["q"])), ...Object.fromEntries(fields) };
}

function named<K extends string>(name: K, value: string | undefined): { [P in K]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: string };
}

function isField(name: string): boolean {
  return name.startsWith("field.");
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
