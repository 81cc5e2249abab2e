/**
 * Stacks of bundled code, told by its sources. Node does that itself when asked (`--enable-source-maps`), but then reads
 * every map at the start; here a map is read when there is a fault to tell.
 */

import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** A file with a row and a column, as a frame of a stack ends. */
const PLACE = /((?:file:\/\/)?\/[^():]+\.js):(\d+):(\d+)/g;

/** By file; null for one without a map beside it. */
const maps = new Map<string, SourceMap | null>();

/** The same stack with places in sources, as far as a map lies beside the file (`main.js.map` beside `main.js`). */
export function withSourcePlaces(stack: string): string {
  return stack.replace(PLACE, (place, address: string, row: string, column: string) => {
    const file = address.startsWith("file:") ? fileURLToPath(address) : address;
    const origin = mapOf(file)?.findOrigin(Number(row), Number(column));
    if (origin === undefined || !("fileName" in origin)) return place;
    return `${path.resolve(path.dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) {
    map = readMap(`${file}.map`);
    maps.set(file, map);
  }
  return map;
}

function readMap(file: string): SourceMap | null {
  try {
    return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8")) as SourceMapPayload) : null;
  } catch {
    return null; // What it would tell is told less well.
  }
}
