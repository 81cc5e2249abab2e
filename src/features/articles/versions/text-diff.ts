/** Which lines of a text are gone and which are new: pure, so that each case stands in text-diff.test.ts. */

/** A line of two texts side by side: in both, gone, or new. */
export interface DiffLine {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}

/** Beyond so many pairs of lines that differ, what was there is shown as gone as a whole. */
const MAX_PAIRS = 250_000;

/** The lines of two texts, as few of them gone and new as can be. */
export function textDiff(before: string, after: string): DiffLine[] {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  const start = sameStart(old, fresh);
  const end = sameStart(old.slice(start).toReversed(), fresh.slice(start).toReversed());
  const [gone, added] = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)];
  const between =
    gone.length * added.length > MAX_PAIRS ? [...marked(gone, "gone"), ...marked(added, "new")] : merged(gone, added);
  return [...marked(old.slice(0, start), "same"), ...between, ...marked(old.slice(old.length - end), "same")];
}

function marked(lines: readonly string[], kind: DiffLine["kind"]): DiffLine[] {
  return lines.map((text) => ({ kind, text }));
}

function sameStart(one: readonly string[], other: readonly string[]): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one[at] === other[at]) at += 1;
  return at;
}

/** By the longest lines they have in common: `common[i][j]` of what follows `i` and `j`. */
function merged(gone: readonly string[], added: readonly string[]): DiffLine[] {
  const common = Array.from({ length: gone.length + 1 }, () => new Uint32Array(added.length + 1));
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  for (let row = gone.length - 1; row >= 0; row -= 1)
    for (let column = added.length - 1; column >= 0; column -= 1) {
      const line = common[row];
      if (line)
        line[column] =
          gone[row] === added[column]
            ? at(row + 1, column + 1) + 1
            : Math.max(at(row + 1, column), at(row, column + 1));
    }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < gone.length || column < added.length) {
    const [old, fresh] = [gone[row], added[column]];
    if (old !== undefined && old === fresh) {
      lines.push({ kind: "same", text: old });
      row += 1;
      column += 1;
    } else if (fresh === undefined || (old !== undefined && at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: "gone", text: old ?? "" });
      row += 1;
    } else {
      lines.push({ kind: "new", text: fresh });
      column += 1;
    }
  }
  return lines;
}
