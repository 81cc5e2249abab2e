/** The refusals the README lists: nothing else may be answered to anything. */

import { readFileSync } from "node:fs";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** Each row of the table: where, status, code. */
export const listed: ReadonlySet<string> = new Set(
  [...README.matchAll(/^\| (socket|http) \| (\d+) \| (\w*) \|/gm)].map(
    ([, where, status, code]) => `${where} ${status} ${code}`,
  ),
);

export function isDocumented(where: "socket" | "http", status: number, code: string): boolean {
  return listed.has(`${where} ${status} ${code}`);
}
