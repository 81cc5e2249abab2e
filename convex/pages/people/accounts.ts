/** Reading what the portal knows about a person's accounts, each with the grant or request that made it so. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { accountName } from "../../connectors/manifests";
import { grantsOf } from "../../core/grants/model";
import { nameOfAccess } from "../../core/grants/names";
import { lastUseOf } from "../../core/grants/rules";
import { shownUse } from "../../core/grants/table";
import { requestsFor } from "../../core/requests/model";
import { CONNECTOR_NAMES } from "../../core/services/rules";
import { connectorName, type ConnectorName } from "../../core/services/table";
import { type AccountFact, factsOf, portalAccount, stateOf } from "../../core/shared/rules/accounts";
import { isInSight, type Overseer } from "../../core/shared/rules/queues";
import { tasksOf } from "../../core/tasks/model";
import { nullableString, nullableTimestamp } from "../../lib/validators";
import { externalUser } from "../../process/confirming/succeeding/owned";

type ReadCtx = Pick<QueryCtx, "db">;

/** Grants of one state, and the newest requests for somebody, that are looked at. */
const EXAMINED_GRANTS = 50;
const EXAMINED_REQUESTS = 30;
/** Lines of evidence one account shows. */
const SHOWN_EVIDENCE = 3;

export const accountState = v.union(
  v.literal("Provisioning"),
  v.literal("Active"),
  v.literal("Disabled"),
  v.literal("Dropped"),
  v.literal("Error"),
);

/** What shows that something is so. Without a request it is the person's own record. */
export const evidence = v.object({
  text: v.string(),
  /** The role beside the words, by its name in the system. */
  code: nullableString,
  /** Absent as well when the viewer does not oversee the request. */
  request: v.union(v.null(), v.object({ id: v.id("requests"), key: v.string() })),
  since: nullableTimestamp,
  until: nullableTimestamp,
  /** When it was last used; absent where it is no access, or the viewer does not oversee it. */
  use: v.optional(shownUse),
  /** Why access that should be gone is not. */
  problem: nullableString,
});
export type Evidence = Infer<typeof evidence>;

export const shownAccount = v.object({
  system: v.union(v.literal("portal"), connectorName),
  state: accountState,
  /** What the account is called there, where the portal knows. */
  name: nullableString,
  evidence: v.array(evidence),
  more: v.number(),
});
export type ShownAccount = Infer<typeof shownAccount>;

/** A fact with what shows it. */
interface Known {
  readonly fact: AccountFact;
  readonly evidence: Evidence;
}

/** Every account the portal knows of, in the order of lists, and the access somebody holds without one. */
export async function accountsOf(
  ctx: ReadCtx,
  viewer: Overseer,
  person: Doc<"people">,
): Promise<{ accounts: ShownAccount[]; others: Evidence[]; isAll: boolean }> {
  const grants = [
    ...(await grantsOf(ctx, person._id, "Active", EXAMINED_GRANTS)),
    ...(await grantsOf(ctx, person._id, "Expiring", EXAMINED_GRANTS)),
  ];
  const granting = new Set(grants.map(({ requestId }) => requestId));
  const known: Known[] = [...onRecord(person), ...(await underRequests(ctx, viewer, person, granting))];
  const others: Evidence[] = [];
  for (const grant of grants) {
    const shown = await evidenceOf(ctx, viewer, grant);
    if (grant.account === undefined) others.push(await forWhom(ctx, grant, shown));
    else
      known.push({
        evidence: shown,
        fact: {
          system: grant.account,
          state: grant.removalError === undefined ? "Active" : "Error",
          at: grant.startsAt,
          isUnderWay: false,
        },
      });
  }
  const accounts = CONNECTOR_NAMES.flatMap((system) =>
    accountIn(
      system,
      known.filter(({ fact }) => fact.system === system),
      person,
    ),
  );
  return { accounts: [...portalOf(person), ...accounts], others, isAll: grants.length < EXAMINED_GRANTS };
}

function portalOf({ status, email }: Doc<"people">): ShownAccount[] {
  const state = portalAccount(status);
  return state === null ? [] : [{ system: "portal", state, name: email, evidence: [], more: 0 }];
}

/** The accounts that stand on the person's own record: they were there before any request the portal knows of. */
function onRecord(person: Doc<"people">): Known[] {
  const shown = { text: "On the person's record", code: null, request: null, since: null, until: null, problem: null };
  return CONNECTOR_NAMES.filter((system) => accountName(person, system) !== null).map((system) => ({
    fact: { system, state: "Active", at: 0, isUnderWay: false },
    evidence: shown,
  }));
}

/**
 * What requests for the person are about to give, those aside that gave it already, and what the removal of their
 * access ended.
 */
async function underRequests(
  ctx: ReadCtx,
  viewer: Overseer,
  person: Doc<"people">,
  granting: ReadonlySet<string>,
): Promise<Known[]> {
  const known: Known[] = [];
  for (const request of await requestsFor(ctx, person._id, EXAMINED_REQUESTS)) {
    if (request.status === "Draft" || granting.has(request._id)) continue;
    const facts = factsOf({ ...request, tasks: await tasksOf(ctx, request._id) }, person);
    known.push(
      ...facts.map((fact) => ({
        fact,
        evidence: shownEvidence(viewer, request, {
          text: request.title,
          code: null,
          since: fact.at,
          until: null,
          problem: null,
        }),
      })),
    );
  }
  return known;
}

async function evidenceOf(ctx: ReadCtx, viewer: Overseer, grant: Doc<"grants">): Promise<Evidence> {
  const request = await ctx.db.get(grant.requestId);
  const { description: text, code } = await nameOfAccess(ctx, request, grant);
  return shownEvidence(viewer, request, {
    text,
    code,
    since: grant.startsAt,
    until: grant.expiresAt ?? null,
    use: lastUseOf(grant),
    problem: grant.removalError ?? null,
  });
}

/** A user that was made for somebody outside the portal says so: the person of the page only answers for it. */
async function forWhom(ctx: ReadCtx, grant: Doc<"grants">, shown: Evidence): Promise<Evidence> {
  const user = shown.request && (await externalUser(ctx, grant));
  return user ? { ...shown, text: `${shown.text}, held for ${user.address}, who is not in the portal` } : shown;
}

/** What somebody does not oversee keeps its name to itself. */
function shownEvidence(viewer: Overseer, request: Doc<"requests"> | null, what: Omit<Evidence, "request">): Evidence {
  if (request && isInSight(viewer, request)) return { ...what, request: { id: request._id, key: request.key } };
  const { use: _use, ...rest } = what;
  return { ...rest, text: "Through a request you do not oversee", code: null, request: null };
}

function accountIn(system: ConnectorName, known: readonly Known[], person: Doc<"people">): ShownAccount[] {
  const state = stateOf(known.map(({ fact }) => fact));
  if (state === null) return [];
  const newest = known.toSorted((a, b) => b.fact.at - a.fact.at).map((one) => one.evidence);
  return [
    {
      system,
      state,
      name: accountName(person, system),
      evidence: newest.slice(0, SHOWN_EVIDENCE),
      more: Math.max(0, newest.length - SHOWN_EVIDENCE),
    },
  ];
}
