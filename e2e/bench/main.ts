/**
 * What each click costs, this working tree side by side with another commit in the same run.
 *
 *   npm run bench -- pages                      against the commit before, three rounds of everything
 *   npm run bench -- pages --before 1a2b3c4     against another commit
 *   npm run bench -- pages --rounds 1 --as staff --slow 4 --page /admin/requests     less of it
 */

import { execFileSync } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser/browser.ts";
import type { Persona } from "../support/personas.ts";
import { Side } from "./side.ts";
import { menuOf, signedIn, visit, type Visit, type Visitor } from "./visit.ts";

const ROLES: readonly Persona[] = ["staff", "admin", "governance", "finops", "superAdmin"];
/** The machine as it is, and a fourth of its processor. */
const SLOWDOWNS = [1, 4];
const COLUMNS = ["change", "row", "whole", "inp", "lcp", "shift"] as const;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    before: { type: "string", default: "HEAD~1" },
    rounds: { type: "string", default: "3" },
    as: { type: "string" },
    slow: { type: "string" },
    page: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const roles = values.as === undefined ? ROLES : ROLES.filter((role) => role === values.as);
const slowdowns = values.slow === undefined ? SLOWDOWNS : [Number(values.slow)];
const commit = execFileSync("git", ["rev-parse", "--short", values.before], { encoding: "utf8" }).trim();

process.stdout.write(
  `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1) ?? "?"}; each cell is ${commit} → now, the median of ${rounds}\n`,
);
const sides = [await Side.start(commit), await Side.start(null)] as const;
const browser = await launchBrowser();
try {
  for (const role of roles) for (const slowdown of slowdowns) await measure(browser, role, slowdown);
} finally {
  await browser.close();
  for (const side of sides) await side.stop();
}

/** One table: the pages of a role's menu at one speed. */
async function measure(within: Browser, role: Persona, slowdown: number): Promise<void> {
  const visitors = await Promise.all(sides.map(({ url }) => signedIn(within, url, role, slowdown)));
  const [before, now] = visitors as [Visitor, Visitor];
  const known = new Set(await menuOf(before.page));
  const menu = (await menuOf(now.page)).filter((path) => values.page === undefined || path === values.page);
  process.stdout.write(
    `\n${role}, ${slowdown}x\n\n| page | route change | first row | whole page | INP | LCP | shift |\n|---|---|---|---|---|---|---|\n`,
  );
  for (const path of menu) {
    const [old, fresh]: [Visit[], Visit[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      if (known.has(path)) old.push(await visit(before, path));
      fresh.push(await visit(now, path));
    }
    process.stdout.write(`| ${path} | ${COLUMNS.map((column) => cell(column, old, fresh)).join(" | ")} |\n`);
  }
  await Promise.all(visitors.map(({ page }) => page.context().close()));
}

function cell(column: keyof Visit, old: readonly Visit[], fresh: readonly Visit[]): string {
  const shown = (visits: readonly Visit[]): string => {
    const value = median(visits.map((one) => one[column]).filter((one) => !Number.isNaN(one)));
    if (value === undefined) return "–";
    return column === "shift" ? value.toFixed(3) : value.toFixed(0);
  };
  return `${shown(old)} → ${shown(fresh)}`;
}

function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
