import { DAY_MS } from "../../convex/lib/pure/time.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { mutationGeneric, queryGeneric } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MutationCtx } from "../../convex/_generated/server";
import { chained } from "../../convex/core/audit/chain.ts";
import { AUDIT_TRAIL_OF_VERSION_1 } from "../../convex/audit/chainV1.testing.ts";
import { recordEvent } from "../../convex/core/audit/model.ts";
import { removeOld, sealNext } from "../../convex/core/audit/retention.ts";
import type { AuditEventFields } from "../../convex/core/audit/table.ts";
import { createEngine, type Engine } from "@data-portal/engine";
import { runDataCommand } from "./command.ts";

type Row = AuditEventFields;
type Forged = Record<string, unknown> & { sequence: number };

const NOW = Date.UTC(2026, 2, 2);
/** Events 1 to 6 are a hundred days old, 7 to 10 are young; 11 tells that 2, 4 and 6 were emptied. */
const LENGTH = 11;

const modules = {
  schema: () => import("../../convex/schema.ts"),
  audit: async () => ({
    build: mutationGeneric({ handler: async (generic) => {
      const ctx = generic as unknown as MutationCtx;
      for (let each = 1; each < LENGTH; each += 1) {
        await recordEvent(ctx, {
          action: each % 2 === 0 ? "mail.recorded" : "task.started",
          actor: { kind: "visitor", label: "Ada" }, impersonator: { kind: "visitor", label: "Sofia" },
          targets: [{ type: "task", id: `t${each}` }], context: { each }, changes: [{ field: "status", before: null, after: "Running" }],
          occurredAt: NOW - (each <= 6 ? 100 : 1) * DAY_MS,
        });
      }
      await removeOld(ctx, { activity: 40 }, NOW);
    } }),
    seal: mutationGeneric({ handler: async (ctx) => void (await sealNext(ctx as unknown as MutationCtx, 0)) }),
    remove: mutationGeneric({ handler: async (ctx) => void (await removeOld(ctx as unknown as MutationCtx, { access: 40, activity: 40, security: 40 }, NOW)) }),
    rows: queryGeneric({ handler: async (ctx) => (await ctx.db.query("auditEvents").collect()).sort((a, b) => Number(a["sequence"]) - Number(b["sequence"])).map(({ _id, _creationTime, ...row }) => row) }),
    put: mutationGeneric({ handler: async (ctx, { rows }: { rows: Row[] }) => {
      for (const { _id } of await ctx.db.query("auditEvents").collect()) await ctx.db.delete(_id);
      for (const row of rows) await ctx.db.insert("auditEvents", row);
    } }),
  }),
};

let folder = "";
let engine: Engine;
let genuine: Row[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "audit-attack-"));
  engine = await createEngine({ modules, dataDir: join(folder, "data/engine") });
  await engine.mutation("audit:build");
  genuine = (await engine.query("audit:rows")) as Row[];
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function verify(...args: string[]): Promise<string> {
  const said: string[] = [];
  const context = { dataDir: join(folder, "data"), backup: null, print: (line: string) => void said.push(line), pathOf: (file: string) => resolve(folder, file), loadAuditChain: () => import("../../convex/core/audit/chain.ts") };
  await runDataCommand(["verify-audit", ...args], context).catch((error: unknown) => said.push(String(error)));
  return said.join("\n");
}

type Edit = (rows: Forged[]) => unknown[];
/** Puts what an attacker made of an audit trail in its place. */
async function forge(edit: Edit, from: readonly Row[] = genuine): Promise<void> {
  await engine.mutation("audit:put", { rows: edit(structuredClone(from) as unknown as Forged[]) as never });
}
const at = (sequence: number, change: Record<string, unknown>): Edit => (rows) => rows.map((row) => (row.sequence === sequence ? { ...row, ...change } : row));
const without = (sequence: number): Edit => (rows) => rows.filter((row) => row.sequence !== sequence);
const strip = (...fields: string[]): Edit => (rows) => rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field))));
const inTurn = (...edits: Edit[]): Edit => (rows) => edits.reduce((given, edit) => edit(given as Forged[]), rows as unknown[]);
/** An event before it was chained. */
const bare = (row: object): Forged => strip("hash", "hashVersion", "contentHash")([row as Forged])[0] as Forged;
/** Hashes computed again from an event on, as somebody does who knows how. */
const rehashed = (from: number): Edit => (rows) => {
  let previous: string | undefined;
  return rows.map((row) => {
    const made = row.sequence < from || row["removedAt"] !== undefined ? row : chained(previous, bare(row));
    previous = made["hash"] as string;
    return made;
  });
};
const emptied = { actor: { kind: "system", label: "Removed" }, impersonator: undefined, origin: undefined, targets: [], context: {}, changes: [] };
const spare = (): Row => genuine[2] as Row;
const contentsOf = (sequence: number) => new RegExp(`broken\\. The contents of event ${sequence} are not what was written`);
const altered = (sequence: number) => new RegExp(`broken\\. Event ${sequence}, or the one before it, is not what was written: its hash`);
const unproven = (sequence: number) => new RegExp(`broken\\. The contents of event ${sequence} are gone, and no event of the chain says that they were removed`);
const proof = () => genuine[LENGTH - 1] as Row;

const EDITS: [string, () => Edit, RegExp][] = [
  ["other changes", () => at(3, { changes: [] }), contentsOf(3)],
  ["another context", () => at(3, { context: { each: 4 } }), contentsOf(3)],
  ["an origin that was never seen", () => at(3, { origin: { ip: "192.0.2.1" } }), contentsOf(3)],
  ["another actor", () => at(3, { actor: { kind: "visitor", label: "Bob" } }), contentsOf(3)],
  ["another impersonator", () => at(5, { impersonator: { kind: "visitor", label: "Bob" } }), contentsOf(5)],
  ["no impersonator", () => at(5, { impersonator: undefined }), contentsOf(5)],
  ["another target", () => at(7, { targets: [{ type: "task", id: "t1" }] }), contentsOf(7)],
  ["another actor and the content hash that fits", () => inTurn(at(3, { actor: { kind: "visitor", label: "Bob" } }), (rows) => rows.map((row) => (row.sequence === 3 ? { ...row, contentHash: chained(undefined, bare(row)).contentHash } : row))), altered(3)],
  ["another time", () => at(7, { occurredAt: NOW }), altered(7)],
  ["another action", () => at(7, { action: "task.failed" }), altered(7)],
  ["another outcome", () => at(7, { outcome: "denied" }), altered(7)],
  ["another concern", () => at(7, { concern: "cost" }), altered(7)],
  ["the first deleted", () => without(1), /broken\. Event 1 is missing/],
  ["one in the middle deleted", () => without(5), /broken\. Event 5 is missing/],
  ["one put in", () => (rows) => [...rows.slice(0, 4), { ...spare(), sequence: 5 }, ...rows.slice(4).map((row) => ({ ...row, sequence: row.sequence + 1 }))], altered(5)],
  ["one put in between two numbers", () => (rows) => [...rows, { ...spare(), sequence: 4.5 }], /broken\. Event 4\.5 appears more than once, or was inserted/],
  ["one there twice", () => (rows) => [...rows, structuredClone(rows[4])], /broken\. Event 5 appears more than once/],
  ["two swapped", () => (rows) => rows.map((row) => (row.sequence === 3 ? { ...rows[4], sequence: 3 } : row.sequence === 5 ? { ...rows[2], sequence: 5 } : row)), altered(3)],
  ["all renumbered after a deletion", () => inTurn(without(5), (rows) => rows.map((row, index) => ({ ...row, sequence: index + 1 }))), altered(5)],
  ["called emptied, with other contents", () => at(3, { removedAt: NOW, removedBy: LENGTH, actor: { kind: "visitor", label: "Bob" } }), contentsOf(3)],
  ["emptied without a word", () => at(3, { ...emptied, removedAt: NOW }), unproven(3)],
  ["emptied with a pointer to a removal that names others", () => at(3, { ...emptied, removedAt: NOW, removedBy: LENGTH }), unproven(3)],
  ["emptied with a pointer to an event that is no removal", () => at(3, { ...emptied, removedAt: genuine[6]?.occurredAt, removedBy: 7 }), unproven(3)],
  ["an emptied one filled again", () => at(4, { actor: { kind: "visitor", label: "Bob" } }), contentsOf(4)],
  ["an emptied one of another day", () => at(4, { removedAt: NOW + DAY_MS }), unproven(4)],
  ["an emptied one of another action", () => at(4, { action: "mail.failed" }), altered(4)],
  ["a removal that names one more", () => inTurn(at(3, { ...emptied, removedAt: NOW, removedBy: LENGTH }), at(LENGTH, { context: { ...proof().context, sequences: "2-4, 6" } })), contentsOf(LENGTH)],
  ["the removal emptied itself", () => at(LENGTH, { ...emptied, removedAt: NOW + 40 * DAY_MS, removedBy: LENGTH }), unproven(2)],
  ["a removal of what is too young, chained as it should be", () => inTurn(at(7, { ...emptied, removedAt: NOW, removedBy: LENGTH }), at(LENGTH, { context: { ...proof().context, sequences: "2, 4, 6, 7" } }), rehashed(LENGTH)), unproven(7)],
  ["the removal deleted", () => without(LENGTH), unproven(2)],
  ["another hash", () => at(7, { hash: "0".repeat(64) }), altered(7)],
  ["no hash", () => at(7, { hash: undefined }), /broken\. Event 7 has no hash although the chain had begun/],
  ["no hash at the end", () => at(LENGTH, { hash: undefined }), new RegExp(`broken\\. Event ${LENGTH} has no hash`)],
  ["no hashes", () => strip("hash"), /broken\. Event 1 has no hash although/],
  ["no trace of the chain", () => strip("hash", "hashVersion", "contentHash"), /broken\. No event has a hash, so nothing shows what was written/],
  ["no trace of the chain, then one honest event more", () => inTurn(strip("hash", "hashVersion", "contentHash"), (rows) => [...rows, chained(undefined, { ...bare(spare()), sequence: LENGTH + 1 })]), /broken\. Event 1 has no hash although/],
  ["one of the new events made an old one", () => at(7, { hashVersion: undefined, contentHash: undefined }), /broken\. Event 7 is hashed in the old way although newer events come before it/],
  ["everything deleted", () => () => [], /broken\. No event has a hash, so nothing shows what was written/],
];

/** What the chain by itself cannot know: only somebody who noted a hash sees it. */
const SEEN_BY_NOTES: [string, () => Edit][] = [
  ["the end cut off", () => (rows) => rows.slice(0, 1)],
  ["all of it computed again", () => inTurn((rows) => rows.filter((row) => row["removedAt"] === undefined && row.sequence < LENGTH).map((row, index) => ({ ...row, sequence: index + 1 })), at(2, { actor: { kind: "visitor", label: "Bob" } }), rehashed(1))],
];

describe("an audit trail somebody meddled with", () => {
  test("holds before, with and without a noted hash", async () => {
    await forge((rows) => rows);
    expect(await verify()).toContain(`intact: ${LENGTH} events`);
    expect(await verify("--expect", `${LENGTH}:${proof().hash}`)).toContain("is the one you noted");
    expect(genuine.filter(({ removedAt }) => removedAt !== undefined).map(({ sequence }) => sequence)).toEqual([2, 4, 6]);
  });

  test.each(EDITS)("%s: named", async (_, edit, message) => {
    await forge(edit());
    expect(await verify()).toMatch(message);
    expect(await verify("--expect", `${LENGTH}:${proof().hash}`)).toMatch(message);
  });

  test.each(SEEN_BY_NOTES)("%s: seen by who noted a hash", async (_, edit) => {
    await forge(edit());
    expect(await verify()).toContain("The audit trail is intact");
    for (const sequence of [LENGTH, 7]) expect(await verify("--expect", `${sequence}:${genuine[sequence - 1]?.hash}`)).toMatch(new RegExp(`The hash of event ${sequence} is not the one you noted: .*\nError: The audit trail does not hold`));
  });
});

describe("somebody who meddles with a copy", () => {
  test("is named in a backup's folder, in an export, and in what it was imported into before its first start", async () => {
    await forge(at(3, { actor: { kind: "visitor", label: "Bob" } }));
    const data = (...args: string[]) => runDataCommand(args, { dataDir: join(folder, args[0] === "import" ? "new" : "data"), backup: null, print: () => undefined, pathOf: (file) => resolve(folder, file), loadAuditChain: () => import("../../convex/core/audit/chain.ts") });
    await engine.backup(join(folder, "copy/engine"));
    await data("export", "forged.zip");
    await data("import", "forged.zip");
    await forge((rows) => rows);
    for (const copy of ["copy", "forged.zip", "new"]) expect(await verify(copy), copy).toMatch(contentsOf(3));
    await data("export", "genuine.zip");
    expect(await verify("genuine.zip")).toContain(`intact: ${LENGTH} events`);
  });
});

describe("an audit trail that began in the first way", () => {
  const EMPTIED = AUDIT_TRAIL_OF_VERSION_1.filter(({ removedAt }) => removedAt !== undefined).map(({ sequence }) => sequence);
  /** The old audit trail as the first start of this version leaves it. */
  async function sealed(): Promise<Row[]> {
    await forge((rows) => rows, AUDIT_TRAIL_OF_VERSION_1);
    await engine.mutation("audit:seal");
    return (await engine.query("audit:rows")) as Row[];
  }

  test("holds as it is, and after it was sealed; sealing again adds nothing", async () => {
    await forge((rows) => rows, AUDIT_TRAIL_OF_VERSION_1);
    expect(await verify("--expect", `7:${AUDIT_TRAIL_OF_VERSION_1[6]?.hash}`)).toMatch(/intact: 7 events(.|\n)*is the one you noted/);
    expect(await sealed()).toHaveLength(8);
    await engine.mutation("audit:seal");
    expect(await verify("--expect", `7:${AUDIT_TRAIL_OF_VERSION_1[6]?.hash}`)).toMatch(/intact: 8 events(.|\n)*is the one you noted/);
    expect(EMPTIED).toEqual([2, 4]);
  });

  test("goes on losing contents by the rule, each proven", async () => {
    await sealed();
    await engine.mutation("audit:remove");
    const rows = (await engine.query("audit:rows")) as Row[];
    expect(rows.filter(({ removedAt }) => removedAt !== undefined).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(await verify()).toContain("intact: 9 events");
    await forge(at(3, { action: "task.failed" }), rows);
    expect(await verify()).toMatch(unproven(3));
  });

  test.each<[string, Edit, RegExp]>([
    ["an old event altered", at(3, { outcome: "denied" }), altered(3)],
    ["an old event called emptied, with other contents", at(3, { removedAt: NOW, actor: { kind: "visitor", label: "Bob" } }), contentsOf(3)],
    ["one more old event emptied", at(3, { ...emptied, removedAt: NOW }), unproven(3)],
    ["an emptied old event of another action", at(4, { action: "task.failed" }), unproven(4)],
    ["an emptied old event that no longer points to the seal", at(4, { removedBy: undefined }), unproven(4)],
    ["the seal deleted, an honest event after it", (rows) => rows.map((row) => (row.sequence === 8 ? { ...chained(rows[6]?.["hash"] as string, { ...bare(row), action: "task.started", context: {} }) } : row)), unproven(2)],
  ])("%s after the seal: named", async (_, edit, message) => {
    await forge(edit, await sealed());
    expect(await verify()).toMatch(message);
  });

  test("with other contents under an emptied event: named even before the seal", async () => {
    await forge(at(3, { removedAt: NOW, actor: { kind: "visitor", label: "Bob" } }), AUDIT_TRAIL_OF_VERSION_1);
    expect(await verify()).toMatch(contentsOf(3));
  });
});
