/** What every kind of change that may need a second person says about itself. */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { ROLES, type RoleName } from "../../../access/roles";
import { type Capability, can } from "../../../access/rules";
import type { Deed } from "../../../core/audit/model";
import { fullName } from "../../../core/people/model";
import { lastDay, type WishedEnd } from "../../../core/people/rules/dates";
import { INVITE_FILE_SUBJECTS } from "../../../core/people/rules/inviteFile";
import { telling } from "../../../core/people/rules/listed";
import type { ProposedLine } from "../../../core/proposals/table";
import type { Refusal } from "../../../lib/pure/refusal";
import { pathTo } from "../../../site/links";
import { PAGES } from "../../../site/pages";

/** What is shown before anybody says yes. */
export interface Shown {
  readonly subject: { readonly type: string; readonly id: string; readonly label: string };
  /** "Suspend Ada Byron": what a second person is asked about. */
  readonly title: string;
  readonly lines: readonly ProposedLine[];
  /** Whom it is about. */
  readonly partyIds: readonly Id<"people">[];
  readonly needsSecond: boolean;
}

/** Whose word a change goes by. */
export interface Word {
  readonly reason: string;
  readonly proposedBy: Doc<"people">;
  /** Null where no second person was needed, or none was there in time. */
  readonly confirmedBy: Doc<"people"> | null;
}

/** One kind of change. */
export interface ChangeKind<Change> {
  readonly look: (ctx: Pick<QueryCtx, "db">, change: Change, by: Doc<"people">) => Promise<Shown>;
  readonly whyNot: (ctx: Pick<QueryCtx, "db">, change: Change, by: Doc<"people">) => Promise<Refusal | null>;
  readonly apply: (deed: Deed, change: Change, word: Word) => Promise<void>;
  /**
   * What hangs on what is changed, as it is now. Both see it before their word, and each confirms what they saw; what
   * comes and goes in between does not end a proposal.
   */
  readonly hanging?: (ctx: Pick<QueryCtx, "db">, change: Change) => Promise<readonly ProposedLine[]>;
  /**
   * What others would take over by it, in words, by person: each of them says yes before it is carried out where it takes
   * two people.
   */
  readonly handsOver?: (
    ctx: Pick<QueryCtx, "db">,
    change: Change,
  ) => Promise<ReadonlyMap<Id<"people">, readonly string[]>>;
  /** Whether only what is proposed needs a reason, not what one person does alone. */
  readonly isReasonForSecond?: boolean;
}

/** Where what a change is about has its page. */
export function placeOf({ type, id }: Shown["subject"]): string {
  if (type === "option") return pathTo("configOption", { option: id });
  if (type === "area") return pathTo("businessArea", { areaId: id });
  if (type === "review") return pathTo("accessReview", { reviewId: id });
  if (type === "domain") return pathTo("dataDomain", { domainId: id });
  if (type === "inviteFile")
    return `${PAGES.inviteUser.path}${id === INVITE_FILE_SUBJECTS.snowflake ? "?to=snowflake" : ""}`;
  if (type === "domainFile") return PAGES.dataDomains.path;
  return type === "person" ? pathTo("person", { personId: id }) : PAGES.businessAreas.path;
}

/** Both whose word it is, for the event and for what they do not decide about afterwards. */
export function wordOf({ reason, proposedBy, confirmedBy }: Word) {
  return {
    ids: [proposedBy._id, ...(confirmedBy ? [confirmedBy._id] : [])],
    context: {
      ...(reason !== "" && { reason }),
      proposedById: proposedBy._id,
      confirmedById: confirmedBy?._id ?? null,
    },
  };
}

/** What is shown of a change of a person. */
export function shown(
  person: Doc<"people">,
  title: string,
  lines: readonly ProposedLine[],
  needsSecond: boolean,
): Shown {
  const subject = { type: "person", id: person._id, label: person.email };
  return { subject, title, lines, partyIds: [person._id], needsSecond };
}

/** Roles before and after, in words. */
export function rolesLine(before: readonly RoleName[], after: readonly RoleName[]): ProposedLine[] {
  return [{ field: "Roles", before: rolesWords(before), after: rolesWords(after) }];
}

/** What roles say about somebody, in words, each with its last day where it has one. */
export function rolesWords(roles: readonly RoleName[], ends: readonly WishedEnd[] = []): string {
  return telling(roles)
    .map((role) => {
      const end = ends.find((one) => one.role === role);
      return end ? `${ROLES[role].label} until ${lastDay(end.endsAt)}` : ROLES[role].label;
    })
    .join(", ");
}

/** Why somebody may not do what a capability allows, or null: as themselves, whoever else may do it by then. */
export function whyNotHolds(
  { roles, status, hasChangedInitialPassword }: Doc<"people">,
  capability: Capability,
): Refusal | null {
  return can({ roles, status, hasChangedInitialPassword, impersonation: null }, capability)
    ? null
    : { code: "not-allowed", capability };
}

/** Names can be alike; addresses cannot. */
export async function nameAndAddress(ctx: Pick<QueryCtx, "db">, id: Id<"people"> | null): Promise<string> {
  const person = id && (await ctx.db.get(id));
  return person ? `${fullName(person)} (${person.email})` : "Nobody known";
}
