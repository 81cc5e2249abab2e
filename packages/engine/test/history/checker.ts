/**
 * Is a history serialisable, in the order of its timestamps?
 *
 * A version of a cell is named by the transaction that wrote it, "" being the cell before it was written.
 * A writer also says which version it replaced, so the order of versions comes from what was seen and not
 * from timestamps. From that follow the dependencies: A wrote what B read (wr) or replaced (ww), A read
 * what B replaced (rw). Each means that A came before B. A cycle of them is a history no order explains;
 * an edge against the timestamps is one that the engine's own order does not explain.
 */
export interface Observation {
  readonly key: number;
  /** Which version was read, or replaced. */
  readonly version: string;
}

export interface Transaction {
  readonly name: string;
  readonly ts: bigint;
  /** The newest timestamp somebody had been told when this one was asked for. */
  readonly knownTs: bigint;
  readonly reads: readonly Observation[];
  readonly writes: readonly Observation[];
  /** Read at a snapshot: everything up to and including `ts`, where a mutation sees what is before its own. */
  readonly isQuery?: boolean;
}

interface Edge {
  readonly from: Transaction;
  readonly to: Transaction;
  readonly why: string;
}

/** Everything that is wrong with a history. */
export function faultsOfHistory(history: readonly Transaction[]): string[] {
  const writers = new Map(history.filter(({ writes }) => writes.length > 0).map((one) => [one.name, one]));
  const faults: string[] = [];
  const edges = edgesOf(history, writers, nextVersions(history, faults), faults);
  for (const { name, ts, knownTs } of history)
    if (ts < knownTs) faults.push(`${name} has ${ts} and was asked for after ${knownTs} had been told`);
  for (const edge of edges)
    if (!isForward(edge)) faults.push(`${describe(edge)} against their timestamps ${edge.from.ts}, ${edge.to.ts}`);
  const cycle = cycleIn(history, edges);
  if (cycle !== null) faults.push(`a cycle: ${cycle.map(describe).join("; ")}`);
  return faults;
}

/** By "key version": who replaced that version. */
function nextVersions(history: readonly Transaction[], faults: string[]): Map<string, Transaction> {
  const next = new Map<string, Transaction>();
  for (const one of history) {
    for (const { key, version } of one.writes) {
      const other = next.get(`${key} ${version}`);
      if (other !== undefined)
        faults.push(`${other.name} and ${one.name} both replaced ${version || "nothing"} of cell ${key}`);
      next.set(`${key} ${version}`, one);
    }
  }
  return next;
}

function edgesOf(
  history: readonly Transaction[],
  writers: ReadonlyMap<string, Transaction>,
  next: ReadonlyMap<string, Transaction>,
  faults: string[],
): Edge[] {
  const edges: Edge[] = [];
  const add = (from: Transaction | undefined, to: Transaction, kind: string, key: number): void => {
    if (from !== undefined && from !== to) edges.push({ from, to, why: `${kind} ${key}` });
  };
  const maker = (one: Transaction, { key, version }: Observation): Transaction | undefined => {
    const writer = writers.get(version);
    const isReal = version === "" || (writer?.writes.some((write) => write.key === key) ?? false);
    if (!isReal) faults.push(`${one.name} saw ${version} in cell ${key}, which was never committed`);
    return writer;
  };
  for (const one of history) {
    for (const write of one.writes) add(maker(one, write), one, "ww", write.key);
    for (const read of one.reads) {
      add(maker(one, read), one, "wr", read.key);
      const overwriter = next.get(`${read.key} ${read.version}`);
      if (overwriter !== undefined && overwriter !== one)
        edges.push({ from: one, to: overwriter, why: `rw ${read.key}` });
    }
  }
  return edges;
}

function isForward({ from, to }: Edge): boolean {
  return to.isQuery === true ? from.ts <= to.ts : from.ts < to.ts;
}

function describe({ from, to, why }: Edge): string {
  return `${from.name} -${why}-> ${to.name}`;
}

/** One cycle, or null: removes whoever nobody comes before until nobody is left to remove. */
function cycleIn(history: readonly Transaction[], edges: readonly Edge[]): Edge[] | null {
  const out = Map.groupBy(edges, ({ from }) => from);
  const before = new Map(history.map((one) => [one, 0]));
  for (const { to } of edges) before.set(to, (before.get(to) ?? 0) + 1);
  const free = history.filter((one) => before.get(one) === 0);
  for (let one = free.pop(); one !== undefined; one = free.pop()) {
    before.delete(one);
    for (const { to } of out.get(one) ?? []) {
      const left = (before.get(to) ?? 0) - 1;
      before.set(to, left);
      if (left === 0) free.push(to);
    }
  }
  return before.size === 0 ? null : walk(before, edges);
}

/** Everybody left has somebody left before them: walking backwards ends in a cycle. */
function walk(left: ReadonlyMap<Transaction, number>, edges: readonly Edge[]): Edge[] {
  const into = new Map<Transaction, Edge>();
  for (const edge of edges) if (left.has(edge.from) && left.has(edge.to)) into.set(edge.to, edge);
  const path: Edge[] = [];
  const seen = new Set<Transaction>();
  let at = [...left.keys()].find((one) => into.has(one)) as Transaction;
  while (!seen.has(at)) {
    seen.add(at);
    const edge = into.get(at) as Edge;
    path.unshift(edge);
    at = edge.from;
  }
  return path.slice(0, path.findIndex(({ to }) => to === at) + 1);
}
