/** Why somebody can or cannot do something, read from what is there. Writes nothing. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  explainCapability,
  explainEntry,
  type Explained,
  no,
  type Subject,
  UNKNOWN,
  yes,
} from "../../access/explaining";
import { wholeRoles } from "../../access/rank";
import { CAPABILITIES, type Capability, personCan } from "../../access/rules";
import { roleName } from "../../access/validators";
import { loadCase } from "../../core/approvals/case";
import { factsFor } from "../../core/approvals/guardFacts";
import { whyNotDecide } from "../../core/approvals/rules/guard";
import { publishedVersion } from "../../core/catalog/model";
import { whyNotOffered } from "../../core/catalog/rules/offer";
import { fullName } from "../../core/people/model";
import type { Refusal } from "../../lib/pure/refusal";
import { accessTo, involvedIn, seenApproval } from "../../process/steps/circle";
import { PAGES } from "../../site/pages";

type ReadCtx = Pick<QueryCtx, "db">;

/** Whom it is asked about: somebody, or somebody made up. */
export const questionWho = v.union(
  v.object({ kind: v.literal("person"), personId: v.string() }),
  v.object({
    kind: v.literal("madeUp"),
    roles: v.array(roleName),
    businessAreaId: v.optional(v.id("businessAreas")),
  }),
);

/** What it is asked about, by the name it goes by. */
export const questionWhat = v.object({
  kind: v.union(
    v.literal("page"),
    v.literal("button"),
    v.literal("requestType"),
    v.literal("request"),
    v.literal("approval"),
  ),
  name: v.string(),
});

/** A question about somebody's rights. */
export interface Question {
  readonly who: Infer<typeof questionWho>;
  readonly what: Infer<typeof questionWhat>;
}

/** Somebody as the answer looks at them; made-up people have no row. */
interface Looked extends Subject {
  readonly row: Doc<"people"> | null;
  readonly businessAreaId: Id<"businessAreas"> | undefined;
}

/** The answer as far as the asker may know it. */
export async function explainRights(
  ctx: ReadCtx,
  asker: Doc<"people">,
  { who, what }: Question,
  now: number,
): Promise<Explained> {
  const subject = await subjectOf(ctx, who);
  if (!subject) return UNKNOWN;
  switch (what.kind) {
    case "page":
      return explainPage(subject, what.name);
    case "button":
      return Object.hasOwn(CAPABILITIES, what.name)
        ? explainCapability(subject, what.name as Capability, "This")
        : UNKNOWN;
    case "requestType":
      return await explainType(ctx, asker, subject, what.name);
    case "request":
      return await explainRequest(ctx, asker, subject, what.name);
    case "approval":
      return await explainApproval(ctx, asker, subject, what.name, now);
  }
  return what.kind satisfies never;
}

async function subjectOf(ctx: ReadCtx, who: Question["who"]): Promise<Looked | null> {
  if (who.kind === "madeUp") {
    const roles = wholeRoles(who.roles);
    const made = { name: "Somebody like that", roles, status: "active", hasChangedInitialPassword: true } as const;
    return { ...made, row: null, businessAreaId: who.businessAreaId };
  }
  const id = ctx.db.normalizeId("people", who.personId);
  const row = id && (await ctx.db.get(id));
  if (!row) return null;
  const { roles, status, hasChangedInitialPassword, businessAreaId } = row;
  return { name: fullName(row), roles, status, hasChangedInitialPassword, row, businessAreaId };
}

function explainPage(subject: Subject, name: string): Explained {
  if (!Object.hasOwn(PAGES, name)) return UNKNOWN;
  const page: { title: string; capability?: Capability } = PAGES[name as keyof typeof PAGES];
  if (page.capability) return explainCapability(subject, page.capability, `The page “${page.title}”`);
  return (
    explainEntry(subject) ?? yes(`The page “${page.title}” is for everybody; what it shows depends on the person.`)
  );
}

async function explainType(ctx: ReadCtx, asker: Doc<"people">, subject: Looked, key: string): Promise<Explained> {
  const published = await publishedVersion(ctx, key);
  if (!published) return UNKNOWN;
  const offer = { isOffered: published.type.isOffered, audience: published.version.definition.audience };
  // A type that is not offered to the asker is none of theirs, unless they look after the types.
  if (whyNotOffered(offer, asker.roles) && !personCan(asker, "templates.read")) return UNKNOWN;
  const rule = `“${published.version.definition.name}” is offered to those its template names.`;
  const hidden = whyNotOffered(offer, subject.roles);
  return explainEntry(subject) ?? (hidden ? no(rule, hidden.reason, hidden.who) : yes(rule));
}

const SEEING =
  "A request is seen by those it involves, those who are mentioned in it, and those whose role or area it is in.";

async function explainRequest(ctx: ReadCtx, asker: Doc<"people">, subject: Looked, name: string): Promise<Explained> {
  const involved = await involvedIn(ctx, name);
  if (!involved || accessTo(involved, asker) === null) return UNKNOWN;
  const closed = explainEntry(subject);
  if (closed) return closed;
  const { row, roles, businessAreaId } = subject;
  // Nobody has this id, so a made-up person is involved in nothing.
  const looked = row ?? { _id: "" as Id<"people">, roles: [...roles], businessAreaId };
  if (accessTo(involved, looked) !== null) return yes(SEEING);
  return no(
    SEEING,
    `${subject.name} has no part in this request and no role that oversees it.`,
    "Somebody who takes part mentions them in a comment.",
    "A super admin proposes a role that oversees it, and a second one confirms it.",
  );
}

const DECIDING =
  "The approvers of the open step decide, unless they made the request, get what it asks for, changed its answers or used the portal as one of those.";

async function explainApproval(
  ctx: ReadCtx,
  asker: Doc<"people">,
  subject: Looked,
  name: string,
  now: number,
): Promise<Explained> {
  const approval = await seenApproval(ctx, asker, name);
  if (!approval) return UNKNOWN;
  const closed = explainEntry(subject);
  if (closed) return closed;
  const { row } = subject;
  if (!row) return no(DECIDING, `${subject.name} is not an approver: only real people can be.`, SEAT_GIVERS);
  const open = await loadCase(ctx, approval._id, now);
  const wanted = { verdict: "approve", comment: "Is it possible?" } as const;
  const refusal = whyNotDecide(factsFor(open, { person: row, isImpersonating: false }, wanted, now));
  return refusal ? refused(subject.name, refusal) : yes(DECIDING);
}

const SEAT_GIVERS = "An approver can hand over their decision, and so can those who look after approvals.";

function refused(name: string, { code, reason }: Refusal): Explained {
  if (code === "wrong-state" || code === "already-decided" || code === "too-late")
    return no(DECIDING, "Nothing is open in this approval that they could decide.");
  if (code === "form-changed") return no(DECIDING, "The answers changed, so the approval starts again.");
  if (code !== "not-eligible" || typeof reason !== "string") return no(DECIDING, `${name} cannot decide this now.`);
  if (reason === "Not an approver") return no(DECIDING, `${name} is not an approver in the open step.`, SEAT_GIVERS);
  return no(DECIDING, `${name} must not decide: ${reason}.`, "Nobody: somebody else has to decide.");
}
