/** The name being typed after an "@", with its place, or null when the caret is somewhere else. */
export function mentionAt(text: string, caret: number): { readonly start: number; readonly query: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(text.slice(0, caret));
  const query = found?.[1];
  return query === undefined ? null : { start: caret - query.length - 1, query };
}
