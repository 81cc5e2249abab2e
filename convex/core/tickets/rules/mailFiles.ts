/** Which files of a mail are kept: what could be uploaded on the screen, by the same rules, and no more of them. */

import { type FileFinding, fileName, judgeFile, MAX_FILES, SNIFFED_BYTES } from "../../files/rules";

/** A file as it came with a mail. */
export interface MailedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** One that is kept. */
interface Kept extends MailedFile {
  readonly contentType: string;
}

/** Names of refused files that are said. */
const NAMED = 10;

/** The files that are kept, under names without folders, and the names of the others. */
export function judgeMailed(files: readonly MailedFile[]): { readonly kept: Kept[]; readonly refused: string[] } {
  const kept: Kept[] = [];
  const refused: string[] = [];
  for (const { name: given, bytes } of files) {
    const name = fileName(given);
    const finding: FileFinding =
      kept.length >= MAX_FILES
        ? { problem: "Too many files." }
        : judgeFile(bytes.subarray(0, SNIFFED_BYTES), { name, size: bytes.length });
    if ("contentType" in finding) kept.push({ name, bytes, contentType: finding.contentType });
    else refused.push(name);
  }
  return { kept, refused };
}

/** What a mail says, with the names of files that were not kept; of one that is nothing but files, that. */
export function mailedWords(words: string, { kept, refused }: { kept: readonly unknown[]; refused: string[] }): string {
  const said = words === "" && kept.length > 0 ? "[This mail has files and no text.]" : words;
  if (said === "" || refused.length === 0) return said;
  const more = refused.length > NAMED ? ` and ${refused.length - NAMED} more` : "";
  return `[These files in the mail were not kept: ${refused.slice(0, NAMED).join(", ")}${more}]\n\n${said}`;
}
