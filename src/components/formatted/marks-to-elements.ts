/** What is done with the tree of a formatted text before it is drawn. */

import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { piecesOf } from "./pieces";

/** As much of a node of the tree as is looked at here. */
interface Node {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** Quotes and lists within each other, at most: more of them exhaust who reads them, person or machine. */
const MAX_WITHIN = 24;
/** What a line of a quote or a list begins with. */
const BEGINNING = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))*/;

/** Emphasis within emphasis, at most: far fewer than exhaust the stack of whoever draws them. */
const MAX_EMPHASIS_WITHIN = 100;
/** Stars and underscores that can only begin emphasis, before a word, or only end it, after one. */
const EMPHASIS = /(?<![^\s])[*_]+(?=[^\s*_])|(?<=[^\s*_])[*_]+(?![^\s])/g;

/** How deep emphasis may lie within emphasis in a paragraph. */
function emphasisIn(paragraph: string): number {
  let [depth, deepest] = [0, 0];
  for (const { index } of paragraph.matchAll(EMPHASIS)) {
    depth = Math.max(0, depth + (index === 0 || /\s/.test(paragraph.charAt(index - 1)) ? 1 : -1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Cells in the tables of a text, at most. A table's rows have as many cells as its head, however short they are written. */
const MAX_CELLS = 5_000;
/** What may stand in the line below the head of a table, whatever it is within. */
const BELOW_HEAD = /^[-+*>\d.)\s|:]*$/;

/** Why a text is shown as it was written, or null. */
export function whyNotDraw(text: string): "nested" | "wide" | null {
  const lines = text.split("\n");
  const isNested = lines.some((line) => {
    const begins = BEGINNING.exec(line)?.[0] ?? "";
    return (begins.match(/>|[-+*]|\d[.)]/g)?.length ?? 0) > MAX_WITHIN;
  });
  if (isNested || text.split(/\n\s*\n/).some((part) => emphasisIn(part) > MAX_EMPHASIS_WITHIN)) return "nested";
  const columns = lines.map((line) => (line.includes("-") && BELOW_HEAD.test(line) ? line.split("|").length : 0));
  return Math.max(...columns) * lines.length > MAX_CELLS ? "wide" : null;
}

/** Marks that are left as text: HTML, what stands for another character, and addresses kept apart from their link. */
const UNKNOWN = ["htmlFlow", "htmlText", "characterReference", "definition", "setextUnderline"];

/** A plugin of the parser: it knows marks alone, and tables. */
export function onlyMarks(this: { data(): object }): void {
  const data: { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] } = this.data();
  (data.micromarkExtensions ??= []).push({ disable: { null: UNKNOWN } }, gfmTable());
  (data.fromMarkdownExtensions ??= []).push(gfmTableFromMarkdown());
}

/** A plugin: addresses and numbers in words become links, pictures too, and marks that nobody sees are seen. */
export function withLinks() {
  return (tree: Node): void => walk(tree, "text");
}

type Within = "text" | "link" | "code";

function walk(node: Node, within: Within): void {
  const children = (node.children ?? []).filter((child, place, all) => !isBetweenBlocks(child, all, place));
  node.children = children.flatMap((child) => {
    if (child.type === "text") return partsOf(child.value ?? "", within);
    if (child.tagName === "img") return picture(child.properties ?? {}, within);
    walk(child, child.tagName === "a" ? "link" : child.tagName === "code" ? "code" : within);
    return child;
  });
}

const INLINE = ["a", "br", "code", "em", "img", "strong"];

/** The line break the tree has before and after each paragraph, quote or list; those in words are kept. */
function isBetweenBlocks(child: Node, all: readonly Node[], place: number): boolean {
  if (child.type !== "text" || child.value?.trim() !== "") return false;
  return [all[place - 1], all[place + 1]].some((beside) => beside?.tagName && !INLINE.includes(beside.tagName));
}

function partsOf(text: string, within: Within): Node[] {
  return piecesOf(text).map((piece) => {
    const address = piece.to ?? piece.href;
    return within === "text" && address !== undefined ? link(address, piece.text) : { type: "text", value: piece.text };
  });
}

function picture({ src, alt }: Record<string, unknown>, within: Within): Node {
  const address = typeof src === "string" ? src : "";
  const words = typeof alt === "string" && alt !== "" ? alt : address;
  return within === "text" ? link(address, words) : { type: "text", value: words };
}

function link(href: string, text: string): Node {
  return { type: "element", tagName: "a", properties: { href }, children: [{ type: "text", value: text }] };
}

/** The words within a node. */
export function wordsIn(node: object | undefined): string {
  const { value, children = [] }: Node = { type: "", ...node };
  return value ?? children.map(wordsIn).join("");
}
