/** Whatever leaves the portal as a table goes through the one writer that defuses formulas. */

import { expect, test } from "vitest";
import { filesIn, isTestFile } from "../../tools/lib/repository";

const sources = new Map(
  filesIn("src", "convex", "contracts", "server", "demo")
    .filter((file) => /\.tsx?$/.test(file.path) && !isTestFile(file) && !/_generated\/|\.testing\.ts/.test(file.path))
    .map(({ path, text }) => [path, text] as const),
);

/** Every way to hand somebody a file: the two helpers, what they are made of, and the header of an answer. */
const HANDS_OVER =
  /\bdownload(?:Text|Blob)\(|createObjectURL\(|\bdownload=|\.download = |showSaveFilePicker|content-disposition|data:text\//i;

/** Who hands tables over, and the file that writes them. */
const TABLES: Readonly<Record<string, string>> = {
  "src/components/listing/export-pages.ts": "src/components/listing/export-pages.ts",
  "src/components/sheet-import/sheet-import-dialog.tsx": "src/components/sheet-import/sheet-import-dialog.tsx",
  "src/features/audit/export-menu.tsx": "src/features/audit/export.ts",
};
/** Who hands over what is no table: what somebody attached, as it is, and one's own data as JSON. */
const OTHERS = [
  "convex/files/http.ts",
  "src/components/files/picture.tsx",
  "src/components/files/sent-files.tsx",
  "src/features/people/profile/own-data.tsx",
  "src/lib/download.ts",
];

test("every place that hands over a file is known, and a table comes from the writer", () => {
  const handing = [...sources].filter(([, text]) => HANDS_OVER.test(text)).map(([path]) => path);
  expect(handing.toSorted()).toEqual([...Object.keys(TABLES), ...OTHERS].toSorted());
  for (const writer of Object.values(TABLES)) expect(sources.get(writer), writer).toContain("toCsv(");
  expect(OTHERS.filter((path) => /csv/i.test(sources.get(path) ?? ""))).toEqual([]);
});

/** Cells put beside each other, and such lines under each other, in one statement. */
const WRITES_ROWS = /\.join\("(?:,|;|\\t)"\)[^;]*\.join\("(?:\\r)?\\n"\)/;

test("nobody else puts cells into lines; the owners of dbt are a text that the import alone reads", () => {
  const writing = [...sources].filter(([, text]) => WRITES_ROWS.test(text)).map(([path]) => path);
  expect(writing.toSorted()).toEqual(["convex/core/domains/rules/dbt.ts", "src/lib/csv.ts"]);
});
