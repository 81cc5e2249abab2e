/**
 * What a business area may be called and who may be in charge of it; what a file of areas would do. Screens ask the
 * same.
 */

import type { SheetColumn, SheetProblem, SheetRow } from "../../lib/pure/sheet";
import { nameKey, whyNotText } from "../../lib/pure/text";
import { type KnownPeople, type NamedPerson, whyNotDeputies, whyNotInCharge } from "../people/rules/owners";

/** More areas than a company has. */
export const MAX_AREAS = 200;

/** Why an area is not removed, in words. */
export const AREA_USED =
  "People belong to it, requests, data domains or support topics name it, or another area was merged into it";
export const AREA_NAME_MAX_LENGTH = 50;
const CODE_MAX_LENGTH = 12;
/** The highest default budget of an area, in whole US dollars a month. */
export const MAX_BUDGET = 1_000_000;

/** What is typed about an area. */
export interface AreaTexts {
  readonly name: string;
  readonly code: string;
  readonly costCentre: string;
}

/** An area with those in charge of it. */
export interface Area extends AreaTexts {
  readonly ownerId: string | null;
  readonly deputyId: string | null;
  /** Who decides where neither of them can. */
  readonly approverId: string | null;
  /** What a budget of the area starts with, in whole US dollars a month. */
  readonly budget: number | null;
}

/** An area that is there. */
export interface KnownArea extends Area {
  /** The name of the area that stands for it, or null. */
  readonly mergedInto: string | null;
}

/** Why an area that was merged is not changed: undoing the merge has to find it as it was. */
export function whyNotChangeMerged(mergedInto: string | null): string | null {
  return mergedInto === null ? null : `It was merged into ${mergedInto}. Undo the merge first`;
}

/** A field of the form. */
export type AreaField = "name" | "code" | "costCentre" | "owner" | "deputy" | "approver" | "budget";
/** What is wrong, by field. */
export type AreaProblems = Partial<Record<AreaField, string>>;

/** The texts as they are kept: codes in capitals, no spaces around. */
export function tidyArea({ name, code, costCentre }: AreaTexts): AreaTexts {
  return { name: name.trim().replaceAll(/\s+/gu, " "), code: code.trim().toUpperCase(), costCentre: costCentre.trim() };
}

/** What is wrong with the texts of an area. */
export function areaTextProblems({ name, code, costCentre }: AreaTexts): AreaProblems {
  return {
    ...problem("name", whyNotText("Name", name, { maxLength: AREA_NAME_MAX_LENGTH, isRequired: true })),
    ...problem(
      "code",
      whyNotText("Code", code, { maxLength: CODE_MAX_LENGTH, isRequired: true }) ??
        (/^[\w-]+$/.test(code.trim()) ? null : "Code can only contain letters A to Z, digits, hyphens and underscores"),
    ),
    ...problem("costCentre", whyNotText("Cost centre", costCentre, { maxLength: 50 })),
  };
}

/** What is wrong with a default budget. */
export function areaBudgetProblems(budget: number | null): AreaProblems {
  const isFine = budget === null || (Number.isInteger(budget) && budget >= 0 && budget <= MAX_BUDGET);
  return problem(
    "budget",
    isFine
      ? null
      : `Default budget must be a whole number of US dollars between 0 and ${MAX_BUDGET.toLocaleString("en-GB")}`,
  );
}

/** What is typed as a budget: nothing is none, and what is no number is NaN. */
export function budgetIn(text: string): number | null {
  const plain = text.trim().replaceAll(",", "");
  if (plain === "") return null;
  return /^\d{1,9}$/.test(plain) ? Number(plain) : Number.NaN;
}

/** What is wrong with an area beside the others that are there. */
export function areaClashes(area: AreaTexts, others: readonly AreaTexts[]): AreaProblems {
  const sameCode = others.find(({ code }) => codeKey(code) === codeKey(area.code));
  const sameName = others.find(({ name }) => nameKey(name) === nameKey(area.name));
  return {
    ...problem("code", sameCode ? `${sameCode.name} already has this code` : null),
    ...problem("name", sameName ? `There is already an area called ${sameName.name}` : null),
  };
}

/** The people of an area who are read: null is somebody unknown, undefined nobody. */
export interface AreaPeople {
  readonly owner: NamedPerson | null | undefined;
  readonly deputy: NamedPerson | null | undefined;
  readonly approver: NamedPerson | null | undefined;
}

/**
 * What is wrong with those who are named now; `undefined` stands for nobody, null for somebody unknown. Who is not
 * named stays as before.
 */
export function areaPeopleProblems(named: AreaPeople, before: AreaPeople): AreaProblems {
  const why = (person: NamedPerson | null | undefined): string | null =>
    person === undefined ? null : whyNotInCharge(person);
  const [owner, deputy] = [named.owner ?? before.owner, named.deputy ?? before.deputy];
  const isSame = owner && deputy && (named.owner || named.deputy) ? whyNotDeputies([owner], [deputy]) : null;
  return {
    ...problem("owner", why(named.owner)),
    ...problem("deputy", why(named.deputy) ?? isSame),
    ...problem("approver", why(named.approver)),
  };
}

/** The columns of a file of areas. */
export const AREA_COLUMNS: readonly SheetColumn[] = [
  {
    name: "code",
    isRequired: true,
    help: "Short and unique. A row with an existing code changes that area.",
    example: "LOG",
  },
  { name: "name", isRequired: true, help: "What people call it.", example: "Logistics" },
  { name: "cost_centre", isRequired: false, help: "Where its costs are booked.", example: "4711" },
  {
    name: "owner",
    isRequired: false,
    help: "Address of the person who decides for it. They have to be active here.",
    example: "owner@ao.com",
  },
  { name: "deputy", isRequired: false, help: "Address of who decides when the owner cannot.", example: "" },
  { name: "default_approver", isRequired: false, help: "Address of who decides when neither can.", example: "" },
  {
    name: "default_budget",
    isRequired: false,
    help: "What a budget of the area starts with, in US dollars a month.",
    example: "",
  },
];

const COLUMN_OF: Readonly<Record<AreaField, string>> = {
  name: "name",
  code: "code",
  costCentre: "cost_centre",
  owner: "owner",
  deputy: "deputy",
  approver: "default_approver",
  budget: "default_budget",
};

/** What one row of a file would do. */
export interface PlannedArea {
  readonly row: number;
  readonly does: "create" | "change" | "nothing";
  readonly area: Area;
}

/**
 * What a file of areas would do, row by row, with everything that is in the way. An empty cell leaves what is there.
 */
export function planAreas(
  rows: readonly SheetRow[],
  known: readonly KnownArea[],
  people: KnownPeople,
): { planned: PlannedArea[]; problems: SheetProblem[] } {
  const byCode = new Map(known.map((area) => [codeKey(area.code), area]));
  const codes = new Map<string, number>();
  const planned: PlannedArea[] = [];
  const problems: SheetProblem[] = [];
  for (const { row, cells } of rows) {
    const note = (found: AreaProblems): void => {
      for (const [field, message] of Object.entries(found))
        problems.push({ row, column: COLUMN_OF[field as AreaField], message });
    };
    const code = codeKey(cells["code"] ?? "");
    const before = byCode.get(code);
    const texts = tidyArea({
      code: before?.code ?? code,
      name: cells["name"] || (before?.name ?? ""),
      costCentre: cells["cost_centre"] || (before?.costCentre ?? ""),
    });
    const [owner, deputy, approver] = [cells["owner"], cells["deputy"], cells["default_approver"]].map((email) =>
      email ? people.withEmail(email) : undefined,
    );
    const typed = budgetIn(cells["default_budget"] ?? "");
    note(areaTextProblems(texts));
    note(problem("code", whyNotChangeMerged(before?.mergedInto ?? null)));
    note(areaBudgetProblems(typed));
    note(
      areaPeopleProblems(
        { owner, deputy, approver },
        {
          owner: people.byId(before?.ownerId),
          deputy: people.byId(before?.deputyId),
          approver: people.byId(before?.approverId),
        },
      ),
    );
    const twin = code === "" ? undefined : codes.get(code);
    if (twin !== undefined) problems.push({ row, column: "code", message: `Row ${twin} has the same code.` });
    codes.set(code, row);
    const area = {
      ...texts,
      ownerId: owner?.id ?? before?.ownerId ?? null,
      deputyId: deputy?.id ?? before?.deputyId ?? null,
      approverId: approver?.id ?? before?.approverId ?? null,
      budget: typed ?? before?.budget ?? null,
    };
    planned.push({ row, does: before === undefined ? "create" : isSame(before, area) ? "nothing" : "change", area });
  }
  return {
    planned,
    problems: [...problems, ...namesTwice(planned, known), ...tooMany(planned, known)].toSorted(
      (a, b) => (a.row ?? 0) - (b.row ?? 0),
    ),
  };
}

/** Names are compared as they would be afterwards: two areas of one file may swap theirs. */
function namesTwice(planned: readonly PlannedArea[], known: readonly Area[]): SheetProblem[] {
  const inFile = new Set(planned.map(({ area }) => codeKey(area.code)));
  const taken = new Map(
    known
      .filter(({ code }) => !inFile.has(codeKey(code)))
      .map(({ name }) => [nameKey(name), `There is already an area called ${name}`]),
  );
  const problems: SheetProblem[] = [];
  for (const { row, area } of planned) {
    const message = taken.get(nameKey(area.name));
    if (message !== undefined && area.name !== "") problems.push({ row, column: "name", message });
    else taken.set(nameKey(area.name), `Row ${row} has the same name.`);
  }
  return problems;
}

function tooMany(planned: readonly PlannedArea[], known: readonly Area[]): SheetProblem[] {
  const after = known.length + planned.filter(({ does }) => does === "create").length;
  return after > MAX_AREAS
    ? [{ row: null, column: null, message: `There would be ${after} areas; at most ${MAX_AREAS} are kept.` }]
    : [];
}

/** Whether two areas hold the same. */
export function isSame(a: Area, b: Area): boolean {
  return (
    a.name === b.name &&
    a.code === b.code &&
    a.costCentre === b.costCentre &&
    a.ownerId === b.ownerId &&
    a.deputyId === b.deputyId &&
    a.approverId === b.approverId &&
    a.budget === b.budget
  );
}

/** Codes are told apart without regard to case and width. */
export function codeKey(code: string): string {
  return code.trim().normalize("NFKC").toUpperCase();
}

function problem(field: AreaField, message: string | null): AreaProblems {
  return message === null ? {} : { [field]: message };
}
