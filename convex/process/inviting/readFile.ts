/** A file of people to invite, read and checked as a whole before anybody is asked. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { whyNotInviteAddress } from "../../core/people/invitations";
import { INVITE_COLUMNS, MAX_INVITE_ROWS } from "../../core/people/rules/inviteFile";
import { type InviteCompany, inviteProblems } from "../../core/people/rules/inviting";
import { allAreas } from "../../core/people/search";
import type { InvitedRow } from "../../core/proposals/table";
import { hashOfJson } from "../../lib/hash";
import { mailboxOf } from "../../lib/pure/mailbox";
import { readSheet, type SheetProblem, type SheetRow } from "../../lib/pure/sheet";
import { nameKey, normalizeEmail } from "../../lib/pure/text";

type ReadCtx = Pick<QueryCtx, "db">;

/** Somebody in a file, and why they are left out, if they are. */
export interface PlannedInvitation extends InvitedRow {
  readonly name: string;
  readonly area: string;
  readonly whyNot: string | null;
}

/** A file as it was read; `hash` names this very outcome. */
export interface InvitePlan {
  readonly problems: readonly SheetProblem[];
  readonly planned: readonly PlannedInvitation[];
  readonly hash: string;
}

/** Reads a file of people and says who would be invited; whoever is here already is left out. */
export async function planInviteFile(
  ctx: ReadCtx,
  text: string,
  { company, now }: { readonly company: InviteCompany; readonly now: number },
): Promise<InvitePlan> {
  const { rows, problems } = readSheet(text, INVITE_COLUMNS, MAX_INVITE_ROWS);
  const areas = (await allAreas(ctx)).filter(({ mergedIntoId }) => mergedIntoId === undefined);
  const seen = new Map<string, number>();
  const planned: PlannedInvitation[] = [];
  for (const row of rows) {
    const read = readRow(row, { areas, seen, company });
    if ("problems" in read) problems.push(...read.problems);
    else planned.push({ ...read, whyNot: await whyNotInviteAddress(ctx, read.email, now) });
  }
  const outcome = planned.map(({ row, email, name, area, whyNot }) => ({ row, email, name, area, whyNot }));
  return { problems, planned, hash: hashOfJson({ outcome }) };
}

/** The columns by the fields whose messages they show. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  email: "email",
  firstName: "first_name",
  lastName: "last_name",
  businessArea: "business_area",
};

interface ReadWith {
  readonly areas: readonly Doc<"businessAreas">[];
  /** Rows by the mailbox they name. */
  readonly seen: Map<string, number>;
  readonly company: InviteCompany;
}

function readRow(
  { row, cells }: SheetRow,
  { areas, seen, company }: ReadWith,
): Omit<PlannedInvitation, "whyNot"> | { readonly problems: SheetProblem[] } {
  const cell = (name: string): string => (cells[name] ?? "").trim();
  const whom = { email: cell("email"), firstName: cell("first_name"), lastName: cell("last_name") };
  const named = nameKey(cell("business_area"));
  const area = areas.find(({ code, name }) => named !== "" && [code, name].some((one) => nameKey(one) === named));
  const form = { ...whom, role: "staff" as const, businessArea: named === "" ? null : "named" };
  const found: Record<string, string> = inviteProblems(form, company);
  if (named !== "" && !area) found["businessArea"] = "No business area has this code or name.";
  const mailbox = mailboxOf(normalizeEmail(whom.email));
  const twin = seen.get(mailbox);
  if (found["email"] === undefined && twin !== undefined) found["email"] = `Row ${twin} has the same mailbox.`;
  seen.set(mailbox, twin ?? row);
  const problems = Object.entries(COLUMN_OF).flatMap(([field, column]) => {
    const message = found[field];
    return message === undefined ? [] : [{ row, column, message }];
  });
  if (problems.length > 0 || !area) return { problems };
  const { firstName, lastName } = whom;
  const person = { row, email: normalizeEmail(whom.email), firstName, lastName, businessAreaId: area._id };
  return { ...person, name: `${firstName} ${lastName}`, area: area.name };
}
