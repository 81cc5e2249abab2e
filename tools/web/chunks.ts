/**
 * Which modules of the web app travel together. Left alone the bundler makes a chunk for each set of pages that share
 * something: 430 files, 90 of them to show Home. Here such chunks are merged as long as the requests saved on pages
 * that need both outweigh what is loaded in vain by pages that need one.
 */

/** A module as the bundler knows it. `bytes` is its source; `imports` are static, `lazy` are dynamic. */
export interface BundledModule {
  readonly bytes: number;
  readonly imports: readonly string[];
  readonly lazy: readonly string[];
  readonly isEntry: boolean;
}

/** The module graph: id to module. */
export type ModuleGraph = ReadonlyMap<string, BundledModule>;

/** Modules that travel together. */
interface Chunk {
  readonly modules: readonly string[];
  /** The pages (and what else is loaded late, such as dialogs) that cannot be shown without it. */
  readonly pages: ReadonlySet<string>;
  readonly bytes: number;
  /** The chunks it imports from. */
  readonly uses: Set<Chunk>;
}

/** What one request costs, in bytes of source that could be read instead (decision 0035). */
export const requestBytes = 3000;

/** How much more a page without a frame counts: it is the first that people see, and nothing is there before it. */
const outsideWeight = 10;
/** How much more the page counts that people arrive at within the frame: they open it more often than any other. */
const arrivalWeight = 2;

/**
 * The name of the chunk of each module that more than one page needs; any other stays with the page that needs it.
 *
 * What the entry needs is one chunk, as every page has loaded it. `shownInside` names the frame that is there around a
 * page, `isArrival` the page that people arrive at. No two chunks import each other, by whatever way round: a module could otherwise run before what it uses.
 */
export function planChunks(
  found: ModuleGraph,
  shownInside: (page: string) => string | undefined,
  isArrival: (page: string) => boolean = () => false,
): ReadonlyMap<string, string> {
  // Modules are found in another order by each build: where two merges gain the same, the first would be another one.
  const graph: ModuleGraph = new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const entries = [...graph].filter(([, { isEntry }]) => isEntry).map(([id]) => id);
  const start = closure(graph, entries);
  const pages = [...new Set([...graph.values()].flatMap(({ lazy }) => lazy))].filter((id) => graph.has(id)).sort();
  const pagesOf = new Map<string, Set<string>>();
  const needs = new Map(pages.map((page) => [page, closure(graph, [page, shownInside(page) ?? page])]));
  for (const [page, loaded] of withOpeners(graph, start, needs)) {
    for (const id of loaded) {
      if (start.has(id)) continue;
      pagesOf.set(id, (pagesOf.get(id) ?? new Set()).add(page));
    }
  }
  const shared = [...pagesOf].filter(([id, needing]) => needing.size > 1 && !pages.includes(id));
  const names = new Map<string, string>();
  for (const id of start) if (!entries.includes(id)) names.set(id, "start");
  const weight = (page: string): number =>
    shownInside(page) === undefined ? outsideWeight : isArrival(page) ? arrivalWeight : 1;
  mergeWhatPays(chunksOf(graph, shared), weight).forEach(({ modules }, index) => {
    for (const id of modules) names.set(id, `shared${index}`);
  });
  return names;
}

/**
 * What is loaded once a page or dialog is shown: what it needs, and what every page that opens it has loaded before,
 * whichever of them it is. A page that the entry opens finds nothing but what the entry needs.
 */
function withOpeners(
  graph: ModuleGraph,
  start: ReadonlySet<string>,
  needs: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const openers = new Map<string, string[]>([...needs.keys()].map((page) => [page, []]));
  const isOpenedByEntry = new Set([...start].flatMap((id) => graph.get(id)?.lazy ?? []));
  for (const [opener, needed] of needs) {
    for (const page of new Set([...needed].flatMap((id) => graph.get(id)?.lazy ?? []))) {
      if (!isOpenedByEntry.has(page)) openers.get(page)?.push(opener);
    }
  }
  let loaded = needs;
  for (let known = -1; known !== sizeOf(loaded);) {
    known = sizeOf(loaded);
    loaded = new Map(
      [...needs].map(([page, needed]) => {
        const behind = (openers.get(page) ?? []).flatMap((opener) => loaded.get(opener) ?? []);
        const found = [...(behind[0] ?? [])].filter((id) => behind.every((other) => other.has(id)));
        return [page, new Set([...needed, ...found])];
      }),
    );
  }
  return loaded;
}

const sizeOf = (sets: ReadonlyMap<string, ReadonlySet<string>>): number =>
  [...sets.values()].reduce((sum, { size }) => sum + size, 0);

/** Everything the given modules need before they run, themselves included. */
function closure(graph: ModuleGraph, from: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id) || !graph.has(id)) continue;
    seen.add(id);
    open.push(...(graph.get(id)?.imports ?? []));
  }
  return seen;
}

/** One chunk for all modules that the same pages need. */
function chunksOf(graph: ModuleGraph, shared: readonly (readonly [string, ReadonlySet<string>])[]): Chunk[] {
  const bySet = new Map<string, { modules: string[]; pages: ReadonlySet<string> }>();
  for (const [id, pages] of shared) {
    const key = [...pages].sort().join("\n");
    const known = bySet.get(key);
    if (known === undefined) bySet.set(key, { modules: [id], pages });
    else known.modules.push(id);
  }
  const chunks = [...bySet]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { modules, pages }]): Chunk => ({
      modules,
      pages,
      bytes: modules.reduce((sum, id) => sum + (graph.get(id)?.bytes ?? 0), 0),
      uses: new Set(),
    }));
  const chunkOf = new Map(chunks.flatMap((chunk) => chunk.modules.map((id) => [id, chunk] as const)));
  for (const chunk of chunks) {
    for (const id of chunk.modules) {
      for (const used of graph.get(id)?.imports ?? []) {
        const other = chunkOf.get(used);
        if (other !== undefined && other !== chunk) chunk.uses.add(other);
      }
    }
  }
  return chunks;
}

/** Merges the two chunks that gain most by it, again and again, until no two gain anything. */
function mergeWhatPays(chunks: readonly Chunk[], weight: (page: string) => number): readonly Chunk[] {
  let left = [...chunks];
  const gains = new Map(
    left.map((chunk) => [chunk, new Map(left.map((other) => [other, gain(chunk, other, weight)]))]),
  );
  for (;;) {
    let best: { a: Chunk; b: Chunk; gain: number } | undefined;
    for (const [place, a] of left.entries()) {
      for (const b of left.slice(place + 1)) {
        const gained = gains.get(a)?.get(b) ?? 0;
        if (gained > (best?.gain ?? 0) && !isThereAWayRound(a, b)) best = { a, b, gain: gained };
      }
    }
    if (best === undefined) return left;
    const merged = merge(best.a, best.b, left);
    left = left.filter((chunk) => chunk !== best.a && chunk !== best.b);
    gains.set(merged, new Map());
    for (const other of left) gains.get(other)?.set(merged, gain(other, merged, weight));
    left.push(merged);
  }
}

/** Bytes of source saved over all pages if the two chunks were one; below zero when it costs more than it saves. */
function gain(a: Chunk, b: Chunk, weight: (page: string) => number): number {
  let gained = 0;
  for (const page of a.pages) gained += weight(page) * (b.pages.has(page) ? requestBytes : -b.bytes);
  for (const page of b.pages) if (!a.pages.has(page)) gained -= weight(page) * a.bytes;
  return gained;
}

/** Whether one uses the other through a third, which would then import the merged chunk and be imported by it. */
function isThereAWayRound(a: Chunk, b: Chunk): boolean {
  return reaches(a, b) || reaches(b, a);
}

function reaches(from: Chunk, to: Chunk): boolean {
  const seen = new Set<Chunk>([from]);
  const open = [...from.uses].filter((chunk) => chunk !== to);
  for (let chunk = open.pop(); chunk !== undefined; chunk = open.pop()) {
    if (chunk === to) return true;
    if (seen.has(chunk)) continue;
    seen.add(chunk);
    open.push(...chunk.uses);
  }
  return false;
}

function merge(a: Chunk, b: Chunk, all: readonly Chunk[]): Chunk {
  const merged: Chunk = {
    modules: [...a.modules, ...b.modules],
    pages: new Set([...a.pages, ...b.pages]),
    bytes: a.bytes + b.bytes,
    uses: new Set([...a.uses, ...b.uses]),
  };
  for (const chunk of [merged, ...all]) {
    if (chunk.uses.delete(a) || chunk.uses.delete(b)) {
      chunk.uses.delete(b);
      if (chunk !== merged) chunk.uses.add(merged);
    }
  }
  return merged;
}
