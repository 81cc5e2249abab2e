/**
 * Changes of data domains. Whoever decides about a domain decides about access to its data: once it is open, others
 * in charge, less sensitivity, other roles or databases and another place in the tree take two people, and so does
 * every change of its state. Words and experts one person changes. Owners propose about their own domain.
 */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { can } from "../../../access/rules";
import { type Deed, recordEvent } from "../../../core/audit/model";
import { changedFields } from "../../../core/audit/rules";
import { effectiveDomain, type EffectiveDomain } from "../../../core/domains/inherited";
import { keepLed } from "../../../core/domains/linking";
import { BY_SENSITIVITY } from "../../../core/domains/rules";
import { isSettled, STATUS_LABELS, whyNotOpen, whyNotState } from "../../../core/domains/rules/states";
import {
  asEffective,
  shapeOf,
  targetOf,
  type WantedDomain,
  whyNotDomains,
  writeDomains,
} from "../../../core/domains/saving";
import { namedByIds } from "../../../core/people/duties";
import { holdersOf } from "../../../core/people/holders";
import { humanBehind } from "../../../core/people/humans";
import { DOMAIN_FILE_SUBJECT } from "../../../core/proposals/rules";
import type { ProposedChange, ProposedLine } from "../../../core/proposals/table";
import type { Refusal } from "../../../lib/pure/refusal";
import { plural } from "../../../lib/pure/text";
import { type ChangeKind, whyNotHolds, type Word, wordOf } from "../steps/change";
import { linesOf } from "./domainLines";
import { domainImpact, NO_IMPACT, hangingOn, hasRequests } from "./impact";

type ReadCtx = Pick<QueryCtx, "db">;
type Change = Extract<ProposedChange, { kind: "domains.change" }>;
type State = Extract<ProposedChange, { kind: "domain.state" }>;
type Row = Doc<"dataDomains">;

/** More people than look after a portal. */
const KEEPERS_READ = 200;

/** Whether nobody else looks after the portal: nobody is there who could confirm anything, or stop it. */
export async function isAloneInOffice(ctx: ReadCtx, by: Doc<"people">): Promise<boolean> {
  const holders = await holdersOf(ctx, "proposals.decide", KEEPERS_READ);
  return holders.every((person) => humanBehind(person) === humanBehind(by));
}

/** Words one person changes; who decides, and about what, takes two. */
export const changeOfDomains: ChangeKind<Change> = {
  isReasonForSecond: true,
  look: async (ctx, { domains: proposed, isByPatterns }, by) => {
    const domains = await keepLed(ctx, proposed);
    const lines: ProposedLine[] = [];
    const parties = new Set<Id<"people">>();
    let needsSecond = !mayWrite(by);
    for (const wanted of domains) {
      const row = wanted.domainId && (await ctx.db.get(wanted.domainId));
      const before = row ? await effectiveDomain(ctx, row) : null;
      const after = await asEffective(ctx, wanted, row || null);
      const prefix = domains.length === 1 ? "" : `${row ? row.name : wanted.name}: `;
      const own = await linesOf(ctx, before, after, wanted);
      lines.push(...own.map(({ field, ...values }) => ({ field: prefix + field, ...values })));
      for (const id of [...inCharge(before), ...inCharge(after)]) parties.add(id);
      if (await takesTwo(ctx, { row: row || null, before, after, wanted, by })) needsSecond = true;
    }
    const [first] = domains;
    const domainId = domains.length === 1 ? (first?.domainId ?? null) : null;
    const one = domainId ? (await ctx.db.get(domainId))?.name : first?.name;
    const label = domains.length === 1 && one !== undefined ? one : plural(domains.length, "data domain");
    return {
      // What is made by it has no page yet: it waits where files do.
      subject: domainId
        ? { type: "domain", id: domainId, label }
        : { type: "domainFile", id: DOMAIN_FILE_SUBJECT, label },
      title: `${isByPatterns ? "Assign by name patterns:" : "Change"} ${label}`,
      lines,
      partyIds: [...parties],
      needsSecond,
    };
  },
  whyNot: async (ctx, { domains: proposed }, by) => {
    const domains = await keepLed(ctx, proposed);
    for (const { domainId } of domains) {
      const row = domainId && (await ctx.db.get(domainId));
      const no = await whyNotPropose(ctx, row || null, by);
      if (no) return no;
    }
    return (await whyNotDomains(ctx, domains)) ?? (await whyNotOpenNow(ctx, domains, by));
  },
  hanging: async (ctx, { domains }) => await hangingOn(ctx, await movedOf(ctx, domains)),
  apply: async (deed, { domains, isByPatterns = false }, word) => {
    await writeDomains(deed.ctx, await keepLed(deed.ctx, domains), writerOf(deed, word));
    if (domains.length === 1 && !isByPatterns) return;
    const created = domains.filter(({ domainId }) => domainId === null).length;
    await recordEvent(deed.ctx, {
      ...deed.by,
      action: isByPatterns ? "domain.assigned" : "domain.fileImported",
      targets: [],
      context: { created, changed: domains.length - created },
      occurredAt: deed.at,
    });
  },
};

const STATE_VERBS: Readonly<Partial<Record<Row["status"], string>>> = {
  active: "Open",
  deprecated: "Close",
  archived: "Archive",
};

/** From a draft to the archive. What is confirmed is the domain as it was shown, line by line. */
export const stateOfDomain: ChangeKind<State> = {
  look: async (ctx, { domainId, to }, by) => {
    const row = await ctx.db.get(domainId);
    const name = row?.name ?? "";
    const now = row && (await effectiveDomain(ctx, row));
    const texts = row && now ? await linesOf(ctx, null, now, { ...shapeOf(row), domainId }) : [];
    return {
      subject: { type: "domain", id: domainId, label: name },
      title: `${STATE_VERBS[to] ?? "Change"} ${name}`,
      lines: [
        { field: "State", before: STATUS_LABELS[row?.status ?? "draft"], after: STATUS_LABELS[to] },
        ...texts.map(({ field, after }) => ({ field, before: after, after })),
      ],
      partyIds: inCharge(now),
      needsSecond: !((await isAloneInOffice(ctx, by)) && row && !(await hasRequests(ctx, row.key))),
    };
  },
  whyNot: async (ctx, { domainId, to }, by) => {
    const row = await ctx.db.get(domainId);
    if (!row) return { code: "not-found" };
    const no = await whyNotPropose(ctx, row, by);
    if (no) return no;
    const now = await effectiveDomain(ctx, row);
    const parent = row.parentId ? await ctx.db.get(row.parentId) : null;
    return whyNotState(
      {
        status: row.status,
        owners: await namedByIds(ctx, now.ownerIds),
        deputies: await namedByIds(ctx, now.deputyIds),
        // Only the archive asks what hangs on it, and counting that reads the most.
        impact: to === "archived" ? await domainImpact(ctx, row) : NO_IMPACT,
        parentStatus: parent?.status ?? null,
        isAlone: await isAloneInOffice(ctx, by),
      },
      to,
    );
  },
  hanging: async (ctx, { domainId }) => {
    const row = await ctx.db.get(domainId);
    return row ? await hangingOn(ctx, [row]) : [];
  },
  apply: async ({ ctx, by, at }, { domainId, to }, word) => {
    const row = await ctx.db.get(domainId);
    if (!row) return;
    await ctx.db.patch(domainId, { status: to, updatedAt: at });
    await recordEvent(ctx, {
      ...by,
      action: to === "active" ? "domain.activated" : to === "archived" ? "domain.archived" : "domain.deprecated",
      targets: [targetOf(row)],
      context: wordOf(word).context,
      changes: changedFields({ status: row.status }, { status: to }),
      occurredAt: at,
    });
  },
};

/** Why somebody cannot ask for a change of a domain, or null: governance about all, those in charge about their own. */
export async function whyNotPropose(ctx: ReadCtx, row: Row | null, by: Doc<"people">): Promise<Refusal | null> {
  const no = whyNotHolds(by, "domains.write");
  if (!no || !row) return no;
  const isOwn = inCharge(await effectiveDomain(ctx, row)).includes(by._id);
  return isOwn ? whyNotHolds(by, "domains.propose") : no;
}

function mayWrite({ roles, status, hasChangedInitialPassword }: Doc<"people">): boolean {
  return can({ roles, status, hasChangedInitialPassword, impersonation: null }, "domains.write");
}

/** What a file opens has somebody who decides, as a domain that is opened manually. */
async function whyNotOpenNow(
  ctx: ReadCtx,
  domains: readonly WantedDomain[],
  by: Doc<"people">,
): Promise<Refusal | null> {
  if (!domains.some(({ opens }) => opens)) return null;
  const isAlone = await isAloneInOffice(ctx, by);
  for (const wanted of domains.filter(({ opens }) => opens)) {
    const row = wanted.domainId && (await ctx.db.get(wanted.domainId));
    const now = await asEffective(ctx, wanted, row || null);
    const people = { owners: await namedByIds(ctx, now.ownerIds), deputies: await namedByIds(ctx, now.deputyIds) };
    const no = whyNotOpen({ ...people, isAlone });
    if (no) return { ...no, message: `${wanted.name}: ${String(no["message"])}` };
  }
  return null;
}

/** The domains that get another place in the tree. */
export async function movedOf(ctx: ReadCtx, domains: readonly WantedDomain[]): Promise<Row[]> {
  const moved: Row[] = [];
  for (const { domainId, parentId } of domains) {
    const row = domainId && (await ctx.db.get(domainId));
    if (row && (row.parentId ?? null) !== parentId) moved.push(row);
  }
  return moved;
}

/** A domain as it is with another place in the tree: what is seen of a move before it is proposed. */
export function movedTo(row: Row, { parentId, inherits }: Pick<WantedDomain, "parentId" | "inherits">): Change {
  const { status: _status, allRoles: _allRoles, ...shape } = shapeOf(row);
  return { kind: "domains.change", domains: [{ ...shape, parentId, inherits, domainId: row._id, opens: false }] };
}

interface Pair {
  readonly row: Row | null;
  readonly before: EffectiveDomain | null;
  readonly after: EffectiveDomain;
  readonly wanted: WantedDomain;
  readonly by: Doc<"people">;
}

/** Whether a second person has to agree. Nobody is asked where nobody is there and nothing hangs on it yet. */
async function takesTwo(ctx: ReadCtx, { row, before, after, wanted, by }: Pair): Promise<boolean> {
  const isGrave =
    wanted.opens || (row !== null && before !== null && isSettled(row.status) && isGraveChange(before, after));
  if (!isGrave) return false;
  return !((await isAloneInOffice(ctx, by)) && !(row && (await hasRequests(ctx, row.key))));
}

function isGraveChange(before: EffectiveDomain, after: EffectiveDomain): boolean {
  const list = (ids: readonly string[] = []): string => ids.toSorted().join();
  const names = ({ roles }: EffectiveDomain): string => list(roles.map(({ name, level }) => `${name} ${level}`));
  return (
    list(before.ownerIds) !== list(after.ownerIds) ||
    list(before.deputyIds) !== list(after.deputyIds) ||
    list(before.ownerAreaIds) !== list(after.ownerAreaIds) ||
    list(before.deputyAreaIds) !== list(after.deputyAreaIds) ||
    list(before.databases) !== list(after.databases) ||
    names(before) !== names(after) ||
    before.parentId !== after.parentId ||
    list(before.inherits) !== list(after.inherits) ||
    BY_SENSITIVITY.indexOf(after.sensitivity) < BY_SENSITIVITY.indexOf(before.sensitivity)
  );
}

function inCharge(domain: EffectiveDomain | null): Id<"people">[] {
  return domain ? [...domain.ownerIds, ...domain.deputyIds] : [];
}

function writerOf({ by, at }: Deed, word: Word) {
  const { ids, context } = wordOf(word);
  return { byId: word.proposedBy._id, by, at, wordOf: ids, context };
}
