/** A file of people to invite, read and checked as a whole before anybody is asked. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { COMMON_ROLE } from "../../access/roles";
import { publishedVersion, type VersionedType } from "../../core/catalog/model";
import { whyNotInviteAddress } from "../../core/people/invitations";
import { currentAreaId } from "../../core/people/mergedAreas";
import { fullName, personByMailbox } from "../../core/people/model";
import {
  COLUMN_OF_FIELD,
  INVITE_COLUMNS,
  type InviteTarget,
  MAX_INVITE_ROWS,
  SNOWFLAKE_USER,
} from "../../core/people/rules/inviteFile";
import {
  type InviteCompany,
  inviteProblems,
  snowflakeNameOf,
  whyNotSnowflakeWhom,
} from "../../core/people/rules/inviting";
import { allAreas } from "../../core/people/search";
import type { InvitedRow } from "../../core/proposals/table";
import { hashOfJson } from "../../lib/hash";
import { mailboxOf } from "../../lib/pure/mailbox";
import { readSheet, type SheetProblem, type SheetRow } from "../../lib/pure/sheet";
import { nameKey, normalizeEmail } from "../../lib/pure/text";
import { whyOpenAlready } from "../submitting/already";
import { INVITATION } from "../submitting/inviting";
import { whyNotSnowflakeUser } from "../submitting/newUsers";
import { targetKeyOf } from "../submitting/prepare";

type ReadCtx = Pick<QueryCtx, "db">;

/** Somebody in a file, and why they are left out, if they are. */
export interface PlannedInvitation extends InvitedRow {
  readonly name: string;
  readonly area: string;
  /** What they will be called in Snowflake, where it is that they are invited to. */
  readonly userName: string | null;
  readonly whyNot: string | null;
}

/** A file as it was read; `hash` names this very outcome. */
export interface InvitePlan {
  readonly problems: readonly SheetProblem[];
  readonly planned: readonly PlannedInvitation[];
  readonly hash: string;
}

/** Who looks at which kind of file, where and when. */
interface PlanFor {
  readonly target: InviteTarget;
  readonly by: Doc<"people">;
  readonly company: InviteCompany;
  readonly now: number;
}

/** Reads a file of people and says who would be invited; whoever is there already is left out. */
export async function planInviteFile(
  ctx: ReadCtx,
  text: string,
  { target, by, company, now }: PlanFor,
): Promise<InvitePlan> {
  const { rows, problems } = readSheet(text, INVITE_COLUMNS[target], MAX_INVITE_ROWS);
  const areas = (await allAreas(ctx)).filter(({ mergedIntoId }) => mergedIntoId === undefined);
  const reading = { target, by, areas, mailboxes: new Map(), userNames: new Map(), company };
  const type = await publishedVersion(ctx, target === "snowflake" ? SNOWFLAKE_USER : INVITATION);
  const planned: PlannedInvitation[] = [];
  for (const row of rows) {
    const read = await readRow(ctx, row, reading);
    if ("problems" in read) {
      problems.push(...read.problems);
      continue;
    }
    const { person, holder } = read;
    const { email, userName } = person;
    const whyNot =
      userName === null
        ? await whyNotInviteAddress(ctx, email, now)
        : await whyNotSnowflakeUser(ctx, { email, name: userName }, by._id);
    planned.push({ ...person, whyNot: whyNot ?? (await whyOpen(ctx, person, { type, by, holder })) });
  }
  const outcome = planned.map(({ row, email, name, area, userName, whyNot }) => ({
    row,
    email,
    name,
    area,
    ...(userName !== null && { userName }),
    whyNot,
  }));
  return { problems, planned, hash: hashOfJson({ outcome }) };
}

/** Whether somebody asked for the very same before, and it is still open. */
async function whyOpen(
  ctx: ReadCtx,
  { email, name, userName }: Omit<PlannedInvitation, "whyNot">,
  { type, by, holder }: Pick<PlanFor, "by"> & Pick<ReadRow, "holder"> & { readonly type: VersionedType | null },
): Promise<string | null> {
  if (!type) return null;
  const values = userName === null ? { email } : { snowflake_email: email };
  const { typeKey, definition } = type.version;
  const targetKey = targetKeyOf(typeKey, definition, values, holder?._id ?? by._id);
  return await whyOpenAlready(ctx, { targetKey, requester: by, name: holder ? fullName(holder) : name });
}

interface ReadWith extends Pick<PlanFor, "target" | "by" | "company"> {
  readonly areas: readonly Doc<"businessAreas">[];
  /** Rows by the mailbox, and by the name in Snowflake, that they name. */
  readonly mailboxes: Map<string, number>;
  readonly userNames: Map<string, number>;
}

/** Somebody in a file, and the colleague who is to have a user in Snowflake, where there is such a one. */
interface ReadRow {
  readonly person: Omit<PlannedInvitation, "whyNot">;
  readonly holder: Doc<"people"> | null;
}

async function readRow(
  ctx: ReadCtx,
  { row, cells }: SheetRow,
  reading: ReadWith,
): Promise<ReadRow | { readonly problems: SheetProblem[] }> {
  const { target, company, mailboxes, userNames } = reading;
  const columns = COLUMN_OF_FIELD[target];
  const cell = (field: string): string => (cells[columns[field] ?? ""] ?? "").trim();
  const whom = { email: cell("email"), firstName: cell("firstName"), lastName: cell("lastName") };
  const userName = target === "snowflake" ? snowflakeNameOf(whom.firstName, whom.lastName) : null;
  const holder = userName === null ? null : await personByMailbox(ctx, normalizeEmail(whom.email));
  const area = await areaOf(ctx, cell("businessArea"), holder, reading);
  const form = { ...whom, role: COMMON_ROLE, businessArea: area === "none" ? null : "named" };
  const found: Record<string, string> =
    userName === null ? inviteProblems(form, company) : whyNotSnowflakeWhom(form, userName, company);
  if (area === "unknown") found["businessArea"] = "No business area has this code or name.";
  const twin = twinOf(mailboxes, mailboxOf(normalizeEmail(whom.email)), row);
  if (found["email"] === undefined && twin !== undefined) found["email"] = `Row ${twin} has the same mailbox.`;
  const namesake = userName === null ? undefined : twinOf(userNames, userName, row);
  if (found["lastName"] === undefined && twin === undefined && namesake !== undefined)
    found["lastName"] =
      `Row ${namesake} would be called ${userName}, too. Invite one of them by the form of the catalog.`;
  const problems = Object.entries(columns).flatMap(([field, column]) => {
    const message = found[field];
    return message === undefined ? [] : [{ row, column, message }];
  });
  if (problems.length > 0 || typeof area === "string") return { problems };
  const { firstName, lastName } = whom;
  const person = { row, email: normalizeEmail(whom.email), firstName, lastName, businessAreaId: area._id };
  return { person: { ...person, name: `${firstName} ${lastName}`, area: area.name, userName }, holder };
}

/** The row before this one that says the same, or none. */
function twinOf(seen: Map<string, number>, key: string, row: number): number | undefined {
  const twin = seen.get(key);
  seen.set(key, twin ?? row);
  return twin;
}

/** The area a row names. Where it names none, a user in Snowflake is paid for by their own, or else by that of who asks. */
async function areaOf(
  ctx: ReadCtx,
  cell: string,
  holder: Doc<"people"> | null,
  { target, by, areas }: ReadWith,
): Promise<Doc<"businessAreas"> | "none" | "unknown"> {
  const named = nameKey(cell);
  if (named !== "")
    return areas.find(({ code, name }) => [code, name].some((one) => nameKey(one) === named)) ?? "unknown";
  if (target === "portal") return "none";
  const id = await currentAreaId(ctx, holder?.businessAreaId ?? by.businessAreaId);
  return areas.find(({ _id }) => _id === id) ?? "none";
}
