/**
 * Formatted text: words in which marks stand for bold, lists, code and links (Markdown). It is kept as it was written;
 * screens draw the marks as elements, and places that hold plain text, such as notices and mails, leave them out.
 */

/** What may be marked, within a line each and so many characters, so that no text takes longer than its length. */
const SPANS: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^[\]\n]{0,500})\]\(file:[0-9a-z]{1,64}\)/g, "$1"],
  [/!?\[([^[\]\n]{0,500})\]\(<?([^\s()<>]{1,2000})>?(?: "[^"\n]{0,500}")?\)/g, "$1 ($2)"],
  [/(`{1,9})([^`\n]{1,500})\1/g, "$2"],
  [/\*\*(?!\s)([^*\n]{1,500})(?<!\s)\*\*/g, "$1"],
  [/(?<!\w)__(?!\s)([^_\n]{1,500})(?<!\s)__(?!\w)/g, "$1"],
  [/(?<![*\w])\*(?!\s)([^*\n]{1,500})(?<!\s)\*(?![*\w])/g, "$1"],
  [/(?<!\w)_(?!\s)([^_\n]{1,500})(?<!\s)_(?!\w)/g, "$1"],
];

/** A formatted text as plain words: lists, quotes and line breaks stay, marks around words go, addresses are written out. */
export function withoutMarks(text: string): string {
  const lines = text.split("\n").flatMap((line) => {
    if (/^ {0,3}(`{3,}|~{3,})[^`]*$/.test(line) || isBelowHead(line)) return [];
    return [line.replace(/^( {0,3})#{1,6}[ \t]+/, "$1")];
  });
  return SPANS.reduce((words, [mark, kept]) => words.replace(mark, kept), lines.join("\n")).trim();
}

/** Whether a line stands between the head of a table and its rows. */
function isBelowHead(line: string): boolean {
  return line.includes("|") && line.includes("-") && /^[\s|:-]*$/.test(line);
}

/** Whether a text may hold marks, or addresses and numbers that are drawn as links. What does not is drawn as it is. */
export function mayHoldMarks(text: string): boolean {
  return MARKS.test(text);
}

const MARKS =
  /[*_`#[\]~\\>\u202A-\u202E\u2066-\u2069]|https?:\/\/|^[ \t]*(?:[-+]|\d{1,9}[.)])[ \t]|^(?: {4}|\t)|\b(?:REQ|TKT|IDEA)-\d|-{3}|\|[ \t]{0,9}:?-|-:?[ \t]{0,9}\||\S {2,}\n/m;

/** A file of the portal that a text refers to: "![screen.png](file:k57…)". Who may not read the file reads its name. */
const FILES = /!?\[([^[\]\n]{0,500})\]\(file:([0-9a-z]{1,64})\)/g;

/** A text's words for a file; a picture is shown where it stands. */
export function fileMark({ id, name, isPicture }: { id: string; name: string; isPicture: boolean }): string {
  return `${isPicture ? "!" : ""}[${nameInText(name)}](file:${id})`;
}

/** A file's name as a text says it: without what would end it there. */
export function nameInText(name: string): string {
  return name.replaceAll(/[[\]\\\s]+/g, " ").trim();
}

/** The file an address of a link stands for, or null. */
export function fileAt(address: string): string | null {
  return /^file:([0-9a-z]{1,64})$/.exec(address)?.[1] ?? null;
}

/** The files a text refers to. */
export function filesIn(text: string): string[] {
  return [...new Set([...text.matchAll(FILES)].flatMap(([, , id]) => id ?? []))];
}

/** The same text, with `named` of the files in place of what refers to them. */
export function replaceFiles(text: string, named: (file: { id: string; name: string }) => string | null): string {
  return text.replaceAll(FILES, (whole, name: string, id: string) => named({ id, name }) ?? whole);
}

/** A text without what it quotes; one that only quotes is left as it is. */
export function withoutQuotes(text: string): string {
  const own = text.split("\n").filter((line) => !isQuoted(line));
  return own.some((line) => line.trim() !== "") ? own.join("\n").trim() : text;
}

/** Whether a line is quoted. */
export function isQuoted(line: string): boolean {
  return /^ {0,3}>/.test(line);
}
