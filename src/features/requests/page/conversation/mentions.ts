/** A text cut into plain parts and mentioned names. */
export interface TextPart {
  readonly text: string;
  readonly isMention: boolean;
}

/** Finds "@Name" of the people a comment mentions; the longest name wins where one begins another. */
export function mentionParts(body: string, names: readonly string[]): TextPart[] {
  const wanted = names.map((name) => `@${name}`).toSorted((a, b) => b.length - a.length);
  const parts: TextPart[] = [];
  let plain = "";
  for (let at = 0; at < body.length;) {
    const found = wanted.find((name) => body.startsWith(name, at));
    if (found === undefined) {
      plain += body[at];
      at += 1;
      continue;
    }
    if (plain !== "") parts.push({ text: plain, isMention: false });
    plain = "";
    parts.push({ text: found, isMention: true });
    at += found.length;
  }
  return plain === "" ? parts : [...parts, { text: plain, isMention: false }];
}

/** The name being typed after an "@", with its place, or null when the caret is somewhere else. */
export function mentionAt(text: string, caret: number): { readonly start: number; readonly query: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(text.slice(0, caret));
  const query = found?.[1];
  return query === undefined ? null : { start: caret - query.length - 1, query };
}
