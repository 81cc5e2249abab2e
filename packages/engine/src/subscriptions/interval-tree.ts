/**
 * Half-open intervals of keys, asked "which contain this key?". A treap ordered by (lower, upper);
 * each node knows the greatest upper end below it, so a search skips every subtree that ends before
 * the key: the cost is logarithmic in the number of intervals plus the number found.
 */

import { compareBytes } from "../lib/bytes.ts";

/** An interval with what hangs on it. `upper === null` is unbounded. */
export interface Interval<Value> {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array | null;
  readonly value: Value;
}

interface Node<Value> extends Interval<Value> {
  readonly priority: number;
  left: Node<Value> | null;
  right: Node<Value> | null;
  greatestUpper: Uint8Array | null;
}

type Tree<Value> = Node<Value> | null;

/** Compares interval ends, where null lies beyond every key. */
function compareUpper(a: Uint8Array | null, b: Uint8Array | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compareBytes(a, b);
}

function compareIntervals(
  a: Pick<Interval<unknown>, "lower" | "upper">,
  b: Pick<Interval<unknown>, "lower" | "upper">,
): number {
  return compareBytes(a.lower, b.lower) || compareUpper(a.upper, b.upper);
}

function refresh<Value>(node: Node<Value>): Node<Value> {
  let greatest = node.upper;
  for (const child of [node.left, node.right]) {
    if (child !== null && compareUpper(child.greatestUpper, greatest) > 0) greatest = child.greatestUpper;
  }
  node.greatestUpper = greatest;
  return node;
}

/** Cuts a tree into what lies before `at` and the rest. */
function split<Value>(tree: Tree<Value>, at: Node<Value>): [Tree<Value>, Tree<Value>] {
  if (tree === null) return [null, null];
  if (compareIntervals(tree, at) < 0) {
    const [low, high] = split(tree.right, at);
    tree.right = low;
    return [refresh(tree), high];
  }
  const [low, high] = split(tree.left, at);
  tree.left = high;
  return [low, refresh(tree)];
}

function join<Value>(low: Tree<Value>, high: Tree<Value>): Tree<Value> {
  if (low === null || high === null) return low ?? high;
  if (low.priority > high.priority) {
    low.right = join(low.right, high);
    return refresh(low);
  }
  high.left = join(low, high.left);
  return refresh(high);
}

function insert<Value>(tree: Tree<Value>, node: Node<Value>): Node<Value> {
  if (tree === null) return node;
  if (node.priority > tree.priority) {
    [node.left, node.right] = split(tree, node);
    return refresh(node);
  }
  if (compareIntervals(node, tree) < 0) tree.left = insert(tree.left, node);
  else tree.right = insert(tree.right, node);
  return refresh(tree);
}

function remove<Value>(tree: Tree<Value>, interval: Pick<Interval<Value>, "lower" | "upper">): Tree<Value> {
  if (tree === null) return null;
  const order = compareIntervals(interval, tree);
  if (order === 0) return join(tree.left, tree.right);
  if (order < 0) tree.left = remove(tree.left, interval);
  else tree.right = remove(tree.right, interval);
  return refresh(tree);
}

/** See the file comment. Each interval is held once; the holder keeps what several owners share in `value`. */
export class IntervalTree<Value> {
  #root: Tree<Value> = null;
  #seed = 0x9e3779b9;

  get isEmpty(): boolean {
    return this.#root === null;
  }

  /** The value at exactly this interval. */
  find(lower: Uint8Array, upper: Uint8Array | null): Value | undefined {
    const wanted = { lower, upper };
    let node = this.#root;
    while (node !== null) {
      const order = compareIntervals(wanted, node);
      if (order === 0) return node.value;
      node = order < 0 ? node.left : node.right;
    }
    return undefined;
  }

  /** Adds an interval that is not in the tree. */
  add(interval: Interval<Value>): void {
    const { lower, upper, value } = interval;
    const node = { lower, upper, value, priority: this.#nextPriority(), left: null, right: null, greatestUpper: upper };
    this.#root = insert(this.#root, node);
  }

  /** Removes the interval with these ends, if it is there. */
  remove(lower: Uint8Array, upper: Uint8Array | null): void {
    this.#root = remove(this.#root, { lower, upper });
  }

  /** Visits the value of every interval that contains `key`. */
  visitContaining(key: Uint8Array, visit: (value: Value) => void): void {
    const walk = (node: Tree<Value>): void => {
      if (node === null || (node.greatestUpper !== null && compareBytes(node.greatestUpper, key) <= 0)) return;
      walk(node.left);
      if (compareBytes(node.lower, key) > 0) return;
      if (node.upper === null || compareBytes(key, node.upper) < 0) visit(node.value);
      walk(node.right);
    };
    walk(this.#root);
  }

  /** Xorshift: balance needs scattered priorities, not unpredictable ones. */
  #nextPriority(): number {
    let x = this.#seed;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#seed = x;
    return x >>> 0;
  }
}
