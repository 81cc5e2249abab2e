/**
 * Stacks of bundled code, told by its sources. Node does that itself when asked (`--enable-source-maps`), but then reads
 * every map at the start; here a map is read when there is a fault to tell. A message may hold whatever somebody sent, so
 * nothing in a stack makes this fail, and only maps that are there are kept.
 */

import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const FRAME = /^\s+at .*$/gm;
/** A file with a row and a column, as a frame ends. */
const PLACE = /((?:file:\/\/)?\/[^():]+\.js):(\d+):(\d+)/;

/** By file. */
const maps = new Map<string, SourceMap>();

/** The same stack with places in sources, as far as a map lies beside the file (`main.js.map` beside `main.js`). */
export function withSourcePlaces(stack: string): string {
  return stack.replace(FRAME, (frame) =>
    frame.replace(PLACE, (place, address: string, row: string, column: string) => {
      try {
        return sourceOf(address, Number(row), Number(column)) ?? place;
      } catch {
        return place; // No address, or no map: it is told less well.
      }
    }),
  );
}

function sourceOf(address: string, row: number, column: number): string | null {
  const file = address.startsWith("file:") ? fileURLToPath(address) : address;
  const origin = mapOf(file).findOrigin(row, column);
  if (!("fileName" in origin)) return null;
  return `${path.resolve(path.dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
}

/** Throws when there is none that can be read. */
function mapOf(file: string): SourceMap {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")) as SourceMapPayload);
  maps.set(file, map);
  return map;
}
