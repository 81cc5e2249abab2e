/** Those in charge of business areas and data domains: who they are, and what they are told. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { mailboxOf } from "../../lib/pure/mailbox";
import { normalizeEmail, plural } from "../../lib/pure/text";
import { PAGES } from "../../site/pages";
import { notify } from "../notifications/model";
import { fullName, personByEmail, personByMailbox } from "./model";
import type { KnownPeople, NamedPerson } from "./rules/owners";

type ReadCtx = Pick<QueryCtx, "db">;

/** A person as the rules look at whoever is in charge. */
export function namedPerson(person: Doc<"people">): NamedPerson {
  const { _id, email, status } = person;
  return { id: _id, name: fullName(person), email, status, mailbox: mailboxOf(email) };
}

/** The people behind ids that are there. */
export async function namedByIds(ctx: ReadCtx, ids: readonly Id<"people">[]): Promise<NamedPerson[]> {
  const people = await Promise.all(ids.map((id) => ctx.db.get(id)));
  return people.flatMap((person) => (person ? [namedPerson(person)] : []));
}

/** Everybody a file names and everybody in charge now, read once each. */
export async function knownPeople(
  ctx: ReadCtx,
  emails: Iterable<string>,
  ids: Iterable<Id<"people">>,
): Promise<KnownPeople> {
  const byEmail = new Map<string, NamedPerson>();
  for (const email of new Set([...emails].map(normalizeEmail))) {
    const person = (await personByEmail(ctx, email)) ?? (await personByMailbox(ctx, email));
    if (person) byEmail.set(email, namedPerson(person));
  }
  const inCharge = await namedByIds(ctx, [...new Set(ids)]);
  const byId = new Map([...byEmail.values(), ...inCharge].map((person) => [person.id, person]));
  return {
    withEmail: (email) => byEmail.get(normalizeEmail(email)) ?? null,
    byId: (id) => (id ? (byId.get(id) ?? null) : null),
  };
}

/** One change of who is in charge: "the business area Logistics", before and after. */
export interface DutyChange {
  readonly what: string;
  readonly before: readonly Id<"people">[];
  readonly after: readonly Id<"people">[];
}

/**
 * Tells everybody who is in charge of something now or no longer, once each however many things it is; whoever did it
 * knows.
 */
export async function tellDuties(
  ctx: Pick<MutationCtx, "db">,
  changes: readonly DutyChange[],
  { byId, at }: { readonly byId: Id<"people">; readonly at: number },
): Promise<void> {
  const changesOf = new Map<Id<"people">, { gained: string[]; lost: string[] }>();
  const of = (id: Id<"people">): { gained: string[]; lost: string[] } => {
    const known = changesOf.get(id) ?? { gained: [], lost: [] };
    changesOf.set(id, known);
    return known;
  };
  for (const { what, before, after } of changes) {
    for (const id of new Set(after)) if (!before.includes(id)) of(id).gained.push(what);
    for (const id of new Set(before)) if (!after.includes(id)) of(id).lost.push(what);
  }
  changesOf.delete(byId);
  for (const [recipientId, { gained, lost }] of changesOf) {
    const person = await ctx.db.get(recipientId);
    if (!person) continue;
    const notice = {
      recipientId,
      kind: "person.dutiesChanged",
      subject: { type: "person", id: recipientId, label: person.email },
      to: PAGES.profile.path,
      at,
    };
    if (gained.length > 0)
      await notify(ctx, {
        ...notice,
        step: "gained",
        title: `You now decide about requests for ${namesOf(gained)}`,
        body: "You were named as owner or deputy. Requests that need you appear under My Approvals.",
      });
    if (lost.length > 0)
      await notify(ctx, {
        ...notice,
        step: "lost",
        title: `You no longer decide about requests for ${namesOf(lost)}`,
        body: "Others were named as owner or deputy.",
      });
  }
}

const NAMES_SHOWN = 3;

function namesOf(names: readonly string[]): string {
  if (names.length <= NAMES_SHOWN) return names.join(", ");
  return `${names.slice(0, NAMES_SHOWN).join(", ")} and ${plural(names.length - NAMES_SHOWN, "other")}`;
}
