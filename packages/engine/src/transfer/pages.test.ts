/** How much of a table is held while all of it is read. */

import { expect, onTestFinished, test, vi } from "vitest";
import { PAGE_LENGTH, Reader } from "../storage/reader.ts";
import { Staging } from "../storage/staging.ts";
import { documentsOf } from "../transactions/import-export/export-source.ts";
import { collect, mutate, openTestDatabase, queryOf, read, schemaOf } from "../transactions/testing.ts";
import { exportZip, importZip } from "./testing.ts";

const ROW_LENGTH = 900_000;
const ROWS = 14;

test("[STO9] exports, imports and schemas that are applied hold a few long documents at a time, and miss none", async () => {
  const { db } = openTestDatabase({ schemaJson: schemaOf({ notes: {} }) });
  onTestFinished(() => db.close());
  for (let n = 0; n < ROWS; n++) await mutate(db, (tx) => tx.insert("notes", { n, text: "x".repeat(ROW_LENGTH) }));
  const held: number[] = [];
  const { page } = Reader.prototype;
  vi.spyOn(Reader.prototype, "page").mockImplementation(function (this: Reader, ...asked) {
    const found = page.apply(this, asked);
    held.push(found.rows.reduce((sum, { json }) => sum + json.length, 0));
    return found;
  });
  const { pages } = Staging.prototype;
  vi.spyOn(Staging.prototype, "pages").mockImplementation(function* (this: Staging, limit) {
    for (const staged of pages.call(this, limit)) {
      held.push(staged.reduce((sum, { json }) => sum + json.length, 0));
      yield staged;
    }
  });
  onTestFinished(() => void vi.restoreAllMocks());
  /** How often something was read, and that it was never more than may be held. */
  const readings = (): number => {
    expect(Math.max(...held)).toBeLessThan(PAGE_LENGTH + 2 * ROW_LENGTH);
    return held.splice(0).filter((length) => length > 0).length;
  };
  await db.applySchema(schemaOf({ notes: { indexes: { by_n: ["n"] } } }));
  expect(readings()).toBeGreaterThan(2);
  expect(read(db, (tx) => collect(tx, queryOf("notes", { index: "by_n" }))).length).toBe(ROWS);
  const zip = await exportZip(db);
  expect(readings()).toBeGreaterThan(2);
  expect(await importZip(db, zip, { mode: "replace" })).toMatchObject({ written: { notes: ROWS }, deleted: ROWS });
  expect(readings()).toBeGreaterThan(5);
  const source = db.openExport();
  const notes = source.tables.find(({ name }) => name === "notes");
  const ns = notes === undefined ? [] : [...documentsOf(source, notes)].flat().map(({ n }) => n);
  source.release();
  expect(new Set(ns).size).toBe(ROWS);
});
