/**
 * Many people by one file: the whole file is read and checked before anything is done, then each row goes its own way
 * through the same changes as one by one, with the same second person. What a rule refuses is skipped with its reason; what
 * is there already is nothing to do, so the same file again does nothing twice.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Deed } from "../../core/audit/model";
import { currentAreaId } from "../../core/people/mergedAreas";
import { fullName, personByEmail } from "../../core/people/model";
import { endOfDayIn, MAX_PEOPLE_ROWS, PEOPLE_COLUMNS } from "../../core/people/rules/file";
import { allAreas } from "../../core/people/search";
import { MAX_OPEN_PROPOSALS } from "../../core/proposals/rules";
import type { ProposedChange } from "../../core/proposals/table";
import { hashOfJson } from "../../lib/hash";
import type { Refusal } from "../../lib/pure/refusal";
import { readSheet, type SheetProblem, type SheetRow } from "../../lib/pure/sheet";
import { nameKey, normalizeEmail } from "../../lib/pure/text";
import { kindOf } from "./kinds";
import { openAbout, wish } from "./proposing";

/** The reason that stands with what a file did. */
const BY_FILE = "By a file of people";

type ReadCtx = Pick<QueryCtx, "db">;

/** One row, with what it would change and why it cannot. */
export interface PlannedPerson {
  readonly row: number;
  readonly name: string;
  readonly changes: readonly ProposedChange[];
  readonly words: string;
  readonly takesTwo: boolean;
  readonly whyNot: Refusal | null;
}

/** A file as it was read; `hash` names this very outcome. */
export interface PeopleImport {
  readonly problems: readonly SheetProblem[];
  readonly planned: readonly PlannedPerson[];
  readonly hash: string;
}

/** Reads a file of people and says what it would do. */
export async function planPeopleFile(ctx: ReadCtx, text: string, by: Doc<"people">): Promise<PeopleImport> {
  const { rows, problems } = readSheet(text, PEOPLE_COLUMNS, MAX_PEOPLE_ROWS);
  const areas = (await allAreas(ctx)).filter(({ mergedIntoId }) => mergedIntoId === undefined);
  const seen = new Map<Id<"people">, number>();
  const planned: PlannedPerson[] = [];
  for (const row of rows) {
    const read = await readRow(ctx, row, areas, seen);
    if ("problems" in read) problems.push(...read.problems);
    else planned.push(await plannedOf(ctx, row.row, read, by));
  }
  const outcome = planned.map(({ row, changes, whyNot, takesTwo }) => ({ row, changes, whyNot, takesTwo }));
  return { problems, planned, hash: hashOfJson({ outcome }) };
}

interface ReadRow {
  readonly person: Doc<"people">;
  readonly changes: readonly ProposedChange[];
}

async function readRow(
  ctx: ReadCtx,
  { row, cells }: SheetRow,
  areas: readonly Doc<"businessAreas">[],
  seen: Map<Id<"people">, number>,
): Promise<ReadRow | { readonly problems: SheetProblem[] }> {
  const problems: SheetProblem[] = [];
  const wrong = (column: string, message: string): null => {
    problems.push({ row, column, message });
    return null;
  };
  const cell = (name: string): string => (cells[name] ?? "").trim();
  const person = await personByEmail(ctx, normalizeEmail(cell("email")));
  if (!person) wrong("email", "Nobody here has this address.");
  const twin = person && seen.get(person._id);
  if (twin !== null && twin !== undefined) wrong("email", `Row ${twin} is about the same person.`);
  if (person) seen.set(person._id, row);
  const named = nameKey(cell("business_area"));
  const area = areas.find(({ code, name }) => named !== "" && [code, name].some((one) => nameKey(one) === named));
  if (named !== "" && !area) wrong("business_area", "No business area has this code or name.");
  const managerEmail = normalizeEmail(cell("manager"));
  const manager = managerEmail === "" ? null : await personByEmail(ctx, managerEmail);
  if (managerEmail !== "" && !manager) wrong("manager", "Nobody here has this address.");
  const endsAt = cell("last_day") === "" ? null : endOfDayIn(cell("last_day"));
  if (cell("last_day") !== "" && endsAt === null)
    wrong("last_day", "This is not a date. Write 31/12/2026 or 2026-12-31.");
  if (problems.length > 0 || !person) return { problems };
  return { person, changes: await changesOf(ctx, person, { areaId: area?._id, managerId: manager?._id, endsAt }) };
}

async function changesOf(
  ctx: ReadCtx,
  person: Doc<"people">,
  wanted: { readonly areaId?: Id<"businessAreas">; readonly managerId?: Id<"people">; readonly endsAt: number | null },
): Promise<ProposedChange[]> {
  const personId = person._id;
  const before = { areaId: await currentAreaId(ctx, person.businessAreaId), managerId: person.managerId };
  const areaId = wanted.areaId ?? before.areaId ?? null;
  const managerId = wanted.managerId ?? before.managerId ?? null;
  const isMoved = areaId !== (before.areaId ?? null) || managerId !== (before.managerId ?? null);
  const isDated = wanted.endsAt !== null && wanted.endsAt !== person.endsAt;
  return [
    ...(isMoved ? [{ kind: "person.move" as const, personId, areaId, managerId }] : []),
    ...(isDated
      ? [{ kind: "person.dates" as const, personId, startsAt: person.startsAt ?? null, endsAt: wanted.endsAt }]
      : []),
  ];
}

async function plannedOf(
  ctx: ReadCtx,
  row: number,
  { person, changes }: ReadRow,
  by: Doc<"people">,
): Promise<PlannedPerson> {
  const words: string[] = [];
  let takesTwo = false;
  let whyNot: Refusal | null = null;
  for (const change of changes) {
    whyNot ??= await kindOf(change).whyNot(ctx, change, by);
    const look = await kindOf(change).look(ctx, change, by);
    takesTwo ||= look.needsSecond;
    words.push(...look.lines.map((line) => `${line.field}: ${line.before} → ${line.after}`));
  }
  // One change of a person waits at a time: two that take two people would shut each other out.
  if (takesTwo && (changes.length > 1 || (await openAbout(ctx, person._id)) !== null))
    whyNot ??= { code: "duplicate", message: "Only one change to a person can wait for a second person at a time." };
  return { row, name: fullName(person), changes, words: words.join("; "), takesTwo, whyNot };
}

/** Why a row was left out. */
export interface SkippedRow {
  readonly row: number;
  readonly name: string;
  readonly refusal: Refusal;
}

/** Does what a file says, row by row; limits count from one row to the next. */
export async function doPeopleFile(
  deed: Deed,
  by: Doc<"people">,
  planned: readonly PlannedPerson[],
): Promise<{ changed: number; proposed: number; skipped: SkippedRow[] }> {
  const skipped: SkippedRow[] = [];
  const open = await deed.ctx.db
    .query("proposals")
    .withIndex("by_proposer", (q) => q.eq("proposedById", by._id).eq("state", "open"))
    .take(MAX_OPEN_PROPOSALS);
  const room = MAX_OPEN_PROPOSALS - open.length;
  let [changed, proposed] = [0, 0];
  for (const { row, name, changes, takesTwo, whyNot } of planned) {
    let refusal = whyNot;
    for (const change of changes) refusal ??= await kindOf(change).whyNot(deed.ctx, change, by);
    if (takesTwo && proposed >= room) refusal ??= { code: "too-many", max: MAX_OPEN_PROPOSALS };
    if (refusal) skipped.push({ row, name, refusal });
    else if (changes.length > 0) {
      for (const change of changes) await wish(deed, by, change, BY_FILE);
      if (takesTwo) proposed += 1;
      else changed += 1;
    }
  }
  return { changed, proposed, skipped };
}
