/**
 * Errors of pages as somebody reads them who wants to mend them: equal ones of one place together, with how often,
 * since when, on which pages and in which browsers. Ids and numbers differ from report to report and tell no two errors
 * apart.
 */

import type { ClientErrorGroup } from "../../contracts/environment.ts";
import type { ClientErrorRow } from "./client-errors.ts";

/** Pages, browsers and references of one group: as many as a person looks through. */
const MAX_NAMED = 20;
/** What happened before an error: the last of it. */
const SHOWN_BREADCRUMBS = 30;

/** The groups of the rows, the one seen last first. The rows come newest first. */
export function groupErrors(rows: readonly ClientErrorRow[]): ClientErrorGroup[] {
  const groups = new Map<string, ClientErrorRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].map(([key, group]) => groupOf(key, group));
}

function keyOf({ name, message, path }: ClientErrorRow): string {
  return JSON.stringify([name, withoutIds(message), placeOf(path)]);
}

/** "/requests/jd79xk2m4c8s7t1a" and "/requests/REQ-142" are one place: "/requests/…". */
export function placeOf(path: string): string {
  return path
    .split("/")
    .map((part) => (isId(part) ? "…" : part))
    .join("/");
}

const isId = (part: string): boolean => /\d/.test(part) && (part.length >= 12 || /^[A-Za-z]*-?\d+$/.test(part));

function withoutIds(message: string): string {
  return message
    .split(/(\s+)/)
    .map((word) => (/\d/.test(word) ? "…" : word))
    .join("");
}

function groupOf(key: string, rows: readonly ClientErrorRow[]): ClientErrorGroup {
  const newest = rows[0];
  if (!newest) throw new Error("A group has at least one error");
  return {
    key,
    name: newest.name,
    message: newest.message,
    level: newest.level,
    place: placeOf(newest.path),
    count: rows.length,
    people: new Set(rows.flatMap(({ userId }) => userId ?? [])).size,
    firstSeenAt: Math.min(...rows.map(({ at }) => at)),
    lastSeenAt: newest.at,
    pages: distinct(rows.map(({ path }) => path)),
    browsers: distinct(rows.map(({ agent }) => browserOf(agent))),
    references: distinct(rows.flatMap(({ tags }) => textTags(tags)["reference"] ?? [])),
    newest: {
      stack: newest.stack,
      breadcrumbs: breadcrumbsOf(newest.breadcrumbs),
      boundary: textTags(newest.tags)["errorBoundary"] ?? null,
    },
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, MAX_NAMED);
}

/** "Firefox 128 on Windows": what somebody who looks into an error needs of a user agent. */
export function browserOf(agent: string | null): string {
  if (agent === null || agent === "") return "Unknown browser";
  const found = /(Edg|OPR|Firefox|Chrome|Version)\/(\d+)/.exec(
    ["Edg", "OPR", "Firefox", "Chrome", "Version"]
      .map((name) => new RegExp(`${name}/\\d+`).exec(agent)?.[0])
      .find(Boolean) ?? "",
  );
  const names: Readonly<Record<string, string>> = {
    Edg: "Edge",
    OPR: "Opera",
    Firefox: "Firefox",
    Chrome: "Chrome",
    Version: "Safari",
  };
  const system = (
    [
      ["Windows", "Windows"],
      ["iPhone", "iPhone"],
      ["iPad", "iPad"],
      ["Android", "Android"],
      ["Mac OS X", "macOS"],
      ["Linux", "Linux"],
    ] as const
  ).find(([mark]) => agent.includes(mark))?.[1];
  const browser = found ? `${names[found[1] ?? ""] ?? "Browser"} ${found[2]}` : "Unknown browser";
  return system === undefined ? browser : `${browser} on ${system}`;
}

function textTags(json: string): Readonly<Record<string, string>> {
  return JSON.parse(json) as Record<string, string>;
}

function breadcrumbsOf(json: string): ClientErrorGroup["newest"]["breadcrumbs"] {
  return (JSON.parse(json) as ClientErrorGroup["newest"]["breadcrumbs"]).slice(-SHOWN_BREADCRUMBS);
}
