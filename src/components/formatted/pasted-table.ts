/** Cells of a spreadsheet or a result, as a table of a formatted text. */

/** Cells at most; more of them are pasted as the words they are. */
const MAX_CELLS = 2_000;

/**
 * The table that is pasted, as marks, or null where it is none: fewer than two lines or columns, lines that differ in
 * length (as where a cell has lines of its own), or words alone, as "Paste as plain text" has them.
 */
export function pastedTable({ html, words }: { html: string; words: string }): string | null {
  if (!/<table/i.test(html)) return null;
  const rows = words
    .replaceAll("\r", "")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.split("\t"));
  const columns = rows[0]?.length ?? 0;
  if (rows.length < 2 || columns < 2 || rows.length * columns > MAX_CELLS) return null;
  if (rows.some((row) => row.length !== columns)) return null;
  const [head = "", ...lines] = rows.map((row) => `| ${row.map(cellOf).join(" | ")} |`);
  return [head, `|${" --- |".repeat(columns)}`, ...lines].join("\n");
}

function cellOf(words: string): string {
  return words.trim().replaceAll("|", "\\|");
}

/** A table with the lines that part it from the words around it. */
export function apart(table: string, before: string): string {
  const isAtStart = before.trim() === "" || before.endsWith("\n\n");
  return `${isAtStart ? "" : before.endsWith("\n") ? "\n" : "\n\n"}${table}\n\n`;
}
