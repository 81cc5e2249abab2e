/**
 * Circles of parts in server/ and src/. A part is a folder, or several that are one; no part uses another that uses it in
 * the end, so each can be read from the ground up.
 */

/** An import of one file by another. */
export interface FileArrow {
  readonly from: string;
  readonly to: string;
}

/** Folders that are one part with all below them, and why. */
const WHOLE: readonly (readonly [folders: RegExp, why: string])[] = [
  [/^server\/auth(?=\/)/, "endpoints/ are the calls of what stands beside them, which mounts them"],
  [/^src\/features\/(?:people|requests)\/[^/]+(?=\/)/, "a room is a feature of its own"],
  [/^src\/features\/[^/]+(?=\/)/, "its screens have folders, and share one api.ts with what composes them"],
  [/^src\/shell(?=\/)/, "the frame, its palette and its keys show each other"],
  [/^src\/ui(?=\/)/, "a button has a tooltip, a dialog has buttons and fields, a select opens like a menu"],
  [/^src\/routes(?=\/)/, "folders are parts of addresses"],
];

/** The part a file belongs to; null for tests, and outside of server/ and src/. */
function partOf(file: string): string | null {
  if (!/^(?:server|src)\//.test(file) || /\.(?:test|testing)\.tsx?$/.test(file)) return null;
  const whole = WHOLE.map(([folders]) => folders.exec(file)?.[0]).find((found) => found !== undefined);
  return whole ?? file.slice(0, file.lastIndexOf("/"));
}

/** Every import by which a part stands in a circle. What the demo plugs into loads it when asked for, and is below it. */
export function circleProblems(arrows: readonly FileArrow[]): string[] {
  const between = arrows.flatMap(({ from, to }) => {
    const [part, used] = [partOf(from), partOf(to)];
    return part === null || used === null || part === used || used === "server/demo" ? [] : [{ from, to, part, used }];
  });
  const uses = new Map<string, Set<string>>();
  for (const { part, used } of between) uses.set(part, (uses.get(part) ?? new Set()).add(used));
  const reached = new Map([...uses.keys()].map((part) => [part, reachedFrom(part, uses)]));
  return between.flatMap(({ from, to, part, used }) =>
    reached.get(used)?.has(part) ? [`no-circles-of-folders: ${from} -> ${to} (${used} uses ${part}, too)`] : [],
  );
}

function reachedFrom(part: string, uses: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const open = [part];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const one of uses.get(next) ?? []) {
      if (reached.has(one)) continue;
      reached.add(one);
      open.push(one);
    }
  return reached;
}
