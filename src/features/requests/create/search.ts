/** What the URL of the catalog holds: the type, the draft, the words looked for, and answers a link brings along. */

/** The URL. Answers (`field.*`) travel beside these under names only the form knows, so the type does not list them. */
export type CreateSearch = { type?: string; draft?: string; q?: string };

/** Longer than any link that fills a form should be; what is beyond is left out. */
const MAX_FIELDS = 40;

/** Reads the URL. What cannot be read counts as left out. */
export function parseCreateSearch(raw: Readonly<Record<string, unknown>>): CreateSearch {
  const fields = Object.entries(raw)
    .filter(([name, value]) => name.startsWith("field.") && isPlain(value))
    .slice(0, MAX_FIELDS);
  const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
  return {
    ...named("type", text(raw["type"])),
    ...named("draft", text(raw["draft"])),
    ...named("q", text(raw["q"])),
    ...Object.fromEntries(fields),
  };
}

/** Whether the other address shows the catalog or another form. A draft that is given its place stays the same form. */
export function isAnotherForm(from: unknown, to: unknown): boolean {
  const [one, other] = [from as CreateSearch, to as CreateSearch];
  return one.type !== other.type || (one.draft !== undefined && one.draft !== other.draft);
}

function named<K extends string>(name: K, value: string | undefined): { [P in K]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: string };
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
