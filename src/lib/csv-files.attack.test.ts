/** Whatever leaves the portal as a table goes through the one writer that defuses formulas. */

import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("every file of comma-separated values is written by it", () => {
  const handing = Object.entries(sources).filter(([, text]) => text.includes("downloadText(") && text.includes("csv"));
  expect(handing.map(([path]) => path).toSorted()).toEqual([
    "../components/listing/export-pages.ts",
    "../components/sheet-import/sheet-import-dialog.tsx",
    "../features/audit/export-menu.tsx",
  ]);
  for (const [path, text] of handing)
    expect(text.includes("toCsv(") || path.endsWith("export-menu.tsx"), path).toBe(true);
  expect(sources["../features/audit/export.ts"]).toContain("? toCsv(");
});
