/** Snapshots and tables on their way in and out, without the command around them. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { zipOfTable } from "../../serve/single-table.ts";
import { Transfers } from "../../serve/transfers.ts";
import type { Engine } from "../../src/index.ts";
import { seededRandom } from "../../src/lib/random.ts";
import { Archive } from "../../src/transfer/archive.ts";
import { eventually } from "../support.ts";

let folder: string;
let imported: string[];
let complaints: string[];
let gate: PromiseWithResolvers<void>;
let transfers: Transfers;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "transfers-"));
  [imported, complaints, gate] = [[], [], Promise.withResolvers<void>()];
  const engine = {
    importSnapshot: async (file: string) => {
      await gate.promise;
      imported.push(await contentOf(file));
      return { written: { notes: 2 }, deleted: 0 };
    },
    exportSnapshot: () => gate.promise,
  } as unknown as Engine;
  const hearing = { onChange: () => undefined, complain: (said: string) => void complaints.push(said) };
  transfers = new Transfers(engine, path.join(folder, "transfers"), hearing);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the one table of a snapshot holds. */
async function contentOf(file: string): Promise<string> {
  const archive = await Archive.open(file);
  try {
    return await text(await archive.read(archive.entries[0] ?? { name: "", size: 0 }));
  } finally {
    archive.close();
  }
}

const table = { name: "notes", format: "jsonLines" } as const;

async function anUpload(): Promise<string> {
  const token = transfers.startUpload();
  await transfers.part(token, 1, new Response('{"a":1}\n').body);
  await transfers.part(token, 2, new Response('{"a":2}\n').body);
  return token;
}

test("[ALN7] an upload that is finished twice is put together once, and its rows are imported once", async () => {
  const token = await anUpload();
  const twice = await Promise.allSettled([1, 2].map(() => transfers.finishUpload(token, "append", table)));
  expect(twice.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(twice[1]).toMatchObject({ reason: { code: "BadUploadToken" } });
  gate.resolve();
  for (const one of twice) if (one.status === "fulfilled") transfers.perform(one.value);
  await eventually(() => imported.length > 0, "the import");
  expect(imported).toEqual(['{"a":1}\n{"a":2}\n']);
});

test("[ALN7] an upload that could not be put together is gone, not continued by who asks again", async () => {
  const token = await anUpload();
  rmSync(path.join(folder, "transfers", `upload-${token}`, "2"));
  await expect(transfers.finishUpload(token, "append", table)).rejects.toThrow("ENOENT");
  await expect(transfers.finishUpload(token, "append", table)).rejects.toMatchObject({ code: "BadUploadToken" });
});

test("[ALN7] exports and imports are begun and answered at once, however long they take; their state tells how they went", async () => {
  transfers.export();
  expect(transfers.latest).toEqual({ state: "in_progress" });
  expect(() => transfers.export()).toThrow("An export is under way");
  const id = await transfers.finishUpload(await anUpload(), "append", table);
  transfers.perform(id);
  expect(transfers.imports()).toMatchObject([{ _id: id, state: { state: "in_progress" } }]);
  expect(() => transfers.perform(id)).toThrow("it was started before");
  gate.reject(new Error("no room"));
  await eventually(() => transfers.latest?.state === "failed", "the end of the export");
  await eventually(() => transfers.imports()[0]?.state.state === "failed", "the end of the import");
  expect(transfers.imports()).toMatchObject([{ state: { error_message: "no room" } }]);
  expect(complaints).toEqual(["The export failed: no room"]);
});

async function imports(csv: string): Promise<string> {
  const file = path.join(folder, "rows.csv");
  writeFileSync(file, csv);
  await zipOfTable(file, `${file}.zip`, { name: "notes", format: "csv" });
  return await contentOf(`${file}.zip`);
}

test("[ALN11] a row that goes on without an end, for a quote that is not closed, is refused with where it begins", async () => {
  const rows = "abcdefghij,klmnopqrs\n".repeat(900_000);
  await expect(imports(`a,b\n1,2\n3,"4\n${rows}`)).rejects.toThrow(
    "the row that begins in line 3 has more than 16777216 characters. Is a quote not closed?",
  );
  await expect(imports('a,b\n1,"2\n\n3,4\n')).rejects.toThrow("the quote that is opened in line 2 is never closed");
});

test("[ALN11] cells of any kind come out of a CSV as they went in, wherever the file is cut as it is read", async () => {
  const random = seededRandom(11);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)] as T;
  const cell = (): string => Array.from({ length: 1 + Math.floor(random.next() * 6) }, () => pick(PIECES)).join("");
  const rows = Array.from({ length: 9_000 }, () => [`x${cell()}`, cell(), `y${cell()}`]);
  const written = (value: string): string => (/["\n\r,]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const csv = [["a", "b", "c"], ...rows].map((row) => row.map(written).join(",")).join("\r\n");
  expect(csv.length).toBeGreaterThan(200_000);
  const read = (await imports(csv)).trimEnd().split("\n");
  expect(read.map((line) => Object.values(JSON.parse(line) as object))).toEqual(rows);
});
const PIECES = ['"', ",", "\n", "\r\n", "é", "plain", "😀", " ", '""', "x"];
