/**
 * What may be attached. The name a file comes with proves nothing, so its type is read from its first
 * bytes, and the name has to agree with it. What is on no list is refused: the list is short on purpose,
 * and a format that a browser would run (HTML, SVG, XML) is not on it.
 * Own code for eleven types: the package file-type (22.3.0) inflates an entry of an archive to tell Word from Excel, and
 * nothing that people send is unpacked here.
 */

export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_FILES = 10;
/** How much of a file is looked at. */
export const SNIFFED_BYTES = 64 * 1024;
const NAME_MAX_LENGTH = 120;
/** What is longer behind the last dot is no ending. */
const ENDING_MAX_LENGTH = 20;

/** Formats by the endings their names may have. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/gif": ["gif"],
  "image/webp": ["webp"],
  "application/pdf": ["pdf"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ["pptx"],
  "text/plain": ["txt", "log", "md", "sql", "yml", "yaml"],
  "text/csv": ["csv", "tsv"],
  "application/json": ["json"],
};

/** The endings a file chooser offers. */
export const FILE_ENDINGS: readonly string[] = Object.values(ENDINGS)
  .flat()
  .map((ending) => `.${ending}`);

/** What a file was found to be, or why it cannot be kept. */
export type FileFinding = { readonly contentType: string } | { readonly problem: string };

const ALLOWED = "Allowed are images, PDF, Word, Excel and PowerPoint files, and plain text such as CSV, JSON or SQL.";

/** Judges a file by its first bytes, its size and its name. */
export function judgeFile(
  head: Uint8Array,
  { name, size }: { readonly name: string; readonly size: number },
): FileFinding {
  if (size === 0) return { problem: "The file is empty." };
  if (size > MAX_FILE_BYTES) return { problem: "The file is larger than 20 MB." };
  const ending = endingOf(name);
  const contentType = typeByBytes(head) ?? textType(head, ending);
  if (contentType === null) return { problem: `This kind of file cannot be attached. ${ALLOWED}` };
  if (!ENDINGS[contentType]?.includes(ending)) {
    return { problem: `The name ends in “.${ending}”, but the content is something else. ${ALLOWED}` };
  }
  return { contentType };
}

/** The name as it is kept: without folders, control and direction characters, and not longer than a line. */
export function fileName(given: string): string {
  const bare = given.toWellFormed().split(/[\\/]/).at(-1) ?? "";
  // Direction marks can make "gpj.exe" read as "exe.jpg".
  const clean = bare
    .replace(/[\p{Cc}\p{Cf}"<>|*?:]/gu, "")
    .trim()
    .replace(/^\.+/, "");
  if (clean.length <= NAME_MAX_LENGTH) return clean === "" ? "file" : clean;
  const ending = endingOf(clean);
  if (ending === "" || ending.length > ENDING_MAX_LENGTH) return `${cut(clean, NAME_MAX_LENGTH - 1)}…`;
  return `${cut(clean, NAME_MAX_LENGTH - ending.length - 2)}….${ending}`;
}

/** The beginning of a text, never with half a character at its end. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/** The header that makes a browser save a file under its name, whatever characters that has. */
export function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

const SIGNATURES: readonly [contentType: string, offset: number, bytes: string][] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
  ["application/pdf", 0, "%PDF-"],
];

function typeByBytes(head: Uint8Array): string | null {
  const found = SIGNATURES.find(([, offset, bytes]) => hasAt(head, offset, bytes));
  if (found) return found[0];
  if (hasAt(head, 0, "RIFF") && hasAt(head, 8, "WEBP")) return "image/webp";
  return hasAt(head, 0, ZIP_ENTRY) ? officeType(head) : null;
}

const ZIP_ENTRY = "PK\x03\x04";
const OFFICE_FOLDERS: Readonly<Record<string, string>> = {
  "word/": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "xl/": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "ppt/": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

/**
 * Office files are ZIP archives whose entries lie in a folder named after the program. Other archives have no type
 * here.
 */
function officeType(head: Uint8Array): string | null {
  const names = entryNames(head);
  const isOffice = names.some((name) => name === "[Content_Types].xml" || name === "_rels/.rels");
  const folder = Object.keys(OFFICE_FOLDERS).find((start) => names.some((name) => name.startsWith(start)));
  return isOffice && folder !== undefined ? (OFFICE_FOLDERS[folder] ?? null) : null;
}

/** The names in the local headers of an archive's beginning: 30 bytes, the name's length at 26, then the name. */
function entryNames(head: Uint8Array): string[] {
  const names: string[] = [];
  for (let at = 0; at + 30 < head.length; at++) {
    if (!hasAt(head, at, ZIP_ENTRY)) continue;
    const length = (head[at + 26] ?? 0) + 256 * (head[at + 27] ?? 0);
    names.push(String.fromCharCode(...head.slice(at + 30, at + 30 + Math.min(length, 200))));
  }
  return names;
}

const MARKUP = /^\s*(<\?xml|<!doctype|<html|<head|<body|<script|<svg|<iframe)/i;

/** Plain text is what decodes as UTF-8, holds no control characters and does not begin as markup. */
function textType(head: Uint8Array, ending: string): string | null {
  const text = decoded(head);
  if (text === null || /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(text) || MARKUP.test(text)) return null;
  return ["text/csv", "application/json"].find((type) => ENDINGS[type]?.includes(ending)) ?? "text/plain";
}

function decoded(head: Uint8Array): string | null {
  try {
    // As a stream, because the head may end inside a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
  } catch {
    return null;
  }
}

function hasAt(head: Uint8Array, offset: number, bytes: string): boolean {
  for (let index = 0; index < bytes.length; index++) {
    if (head[offset + index] !== bytes.charCodeAt(index)) return false;
  }
  return true;
}
