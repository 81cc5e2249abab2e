/**
 * What a page may tell about an error of its own. Anybody may send one, so it is cut before it is read closely, its
 * lists are cut before they are checked, and every text in it loses what nobody should read.
 */

import * as z from "zod";
import { shortWithoutSecrets } from "../../convex/lib/pure/secrets.ts";

const MAX = {
  name: 200,
  message: 2_048,
  stack: 8_192,
  path: 200,
  category: 40,
  tagName: 64,
  tag: 2_048,
  tags: 20,
  breadcrumbs: 100,
};

const clean = (length: number) => z.string().transform((text) => shortWithoutSecrets(text, length));

const breadcrumb = z.object({ at: z.number(), category: clean(MAX.category), message: clean(MAX.message) });

const tags = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  )
  .transform(cleanTags);

const report = z.object({
  name: clean(MAX.name).default("Error"),
  message: clean(MAX.message).default(""),
  stack: clean(MAX.stack).nullable().default(null),
  level: z.enum(["fatal", "error", "warning", "info"]).default("error"),
  tags: tags.default({}),
  breadcrumbs: z
    .array(z.unknown())
    .transform((crumbs) => crumbs.slice(-MAX.breadcrumbs))
    .pipe(z.array(breadcrumb))
    .default([]),
  path: z
    .string()
    .transform((text) => shortWithoutSecrets(text, MAX.path).split(/[?#]/, 1)[0] ?? "")
    .default(""),
});

/** A report as it may be kept. */
export type ErrorReport = z.output<typeof report>;

/** The report in a body, without secrets; null when it is none. */
export function readErrorReport(body: unknown): ErrorReport | null {
  const parsed = report.safeParse(body);
  return parsed.success ? parsed.data : null;
}

/** A name may say that its value is a secret, so they are read as one text. */
function cleanTags(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const cleaned: [string, string][] = [];
  for (const name in given) {
    if (cleaned.length === MAX.tags) break;
    const value = given[name];
    if (typeof value !== "string" || name.length > MAX.tagName) continue;
    const start = `${name}=`;
    const text = shortWithoutSecrets(start + value, start.length + MAX.tag);
    if (text.startsWith(start)) cleaned.push([name, text.slice(start.length)]);
  }
  return Object.fromEntries(cleaned);
}
