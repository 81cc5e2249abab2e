/** A text cut into plain parts and mentioned names. */
export interface TextPart {
  readonly text: string;
  readonly isMention: boolean;
}

const WORD = /[\p{L}\p{N}]/u;

/** Finds "@Name" of the people a text mentions, as whole words; the longest name wins where one begins another. */
export function mentionParts(body: string, names: readonly string[]): TextPart[] {
  const wanted = names.map((name) => `@${name}`).toSorted((a, b) => b.length - a.length);
  const parts: TextPart[] = [];
  let plain = "";
  for (let at = 0; at < body.length;) {
    const found = WORD.test(body[at - 1] ?? "") ? undefined : wanted.find((name) => isWordAt(body, name, at));
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

/** Those of whom a text says "@" and their name; of two with one name both. */
export function mentionedOf<Named extends { readonly name: string }>(body: string, people: readonly Named[]): Named[] {
  const parts = mentionParts(
    body,
    people.map(({ name }) => name),
  );
  const said = new Set(parts.flatMap(({ text, isMention }) => (isMention ? [text.slice(1)] : [])));
  return people.filter(({ name }) => said.has(name));
}

function isWordAt(body: string, word: string, at: number): boolean {
  return body.startsWith(word, at) && !WORD.test(body[at + word.length] ?? "");
}
