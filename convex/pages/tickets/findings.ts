/**
 * What the portal sees by itself about what a ticket is about, from live state and as the reader may see it: whose turn a
 * request is, what failed, whether access stands, how a system is. Read for the form, and once more when it is sent.
 */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { accountName, accountRuleOf } from "../../connectors/manifests";
import { offeredTypes } from "../../core/catalog/model";
import { domainByKey } from "../../core/domains/model";
import { grantsOf } from "../../core/grants/model";
import { extendLink, extensionPage, isHeld } from "../../core/grants/rules";
import { requestsFor } from "../../core/requests/model";
import { loadConnectors, loadHealth } from "../../core/services/model";
import { CONNECTOR_LABELS, CONNECTOR_NAMES, type ConnectorSwitch, isConnectorOn } from "../../core/services/rules";
import type { ConnectorName } from "../../core/services/table";
import { accessLink } from "../../core/shared/rules/finding";
import type { NextStepTone } from "../../core/shared/rules/nextStep";
import { typeOf } from "../../core/tasks/rules";
import type { RelatedThing, TicketFinding } from "../../core/tickets/table";
import { shorten } from "../../lib/pure/text";
import { DAY_MS, dateUtc, stampUtc } from "../../lib/pure/time";
import { accessTo, loadInvolved, type Visible } from "../../process/steps/circle";
import { seenBehind } from "../../process/supporting/relating";
import { pathTo } from "../../site/links";
import { showRequest } from "../request/detail";

/** One finding with where it is mended or looked at; the link is the reader's alone and is not kept. */
export interface LinkedFinding extends TicketFinding {
  readonly link?: { readonly to: string; readonly label: string };
}

/** Who reads, and when. */
interface Look {
  readonly ctx: Pick<QueryCtx, "db">;
  readonly person: Doc<"people">;
  readonly now: number;
}

/** So much is found at most, and read of one thing. */
const MAX_FINDINGS = 6;
const LONGEST = 500;
const LOOKED_AT = 50;
/** Access that ends within this time is offered to be extended. */
const SOON_MS = 7 * DAY_MS;

/** What is found about a thing that `relatedFor` let its reader name. */
export async function findingsFor(look: Look, thing: RelatedThing): Promise<LinkedFinding[]> {
  const found = await aboutThing(look, thing);
  return found.slice(0, MAX_FINDINGS).map((one) => ({ ...one, text: shorten(one.text, LONGEST) }));
}

/** The same, as it is kept with a ticket. */
export async function evidenceOf(look: Look, thing: RelatedThing): Promise<TicketFinding[]> {
  return (await findingsFor(look, thing)).map(({ link: _link, ...kept }) => kept);
}

async function aboutThing(look: Look, thing: RelatedThing): Promise<LinkedFinding[]> {
  if (thing.kind === "service") {
    const system = CONNECTOR_NAMES.find((name) => `service:${name}` === thing.ref);
    return system ? [...(await aboutSystem(look, system)), ...aboutAccount(look, system)] : [];
  }
  if (thing.kind === "domain") return await aboutDomain(look, thing.ref);
  const seen = await seenBehind(look.ctx, look.person, thing);
  if (!seen) return [];
  if (thing.kind === "grant") return await aboutGrantOf(look, seen, thing.ref);
  return await aboutRequest(look, seen, thing.kind === "task" ? thing.ref : null);
}

const WEIGHT: Readonly<Record<NextStepTone, TicketFinding["weight"]>> = {
  you: "waiting",
  people: "waiting",
  portal: "waiting",
  stuck: "problem",
  done: "fine",
  over: "problem",
};

/** Whose turn it is, what failed, and how the systems are that are still needed; of one task only what is its. */
async function aboutRequest(look: Look, seen: Visible, taskId: string | null): Promise<LinkedFinding[]> {
  const { ctx, person, now } = look;
  const { nextStep, tasks, grants } = await showRequest(ctx, seen, person, now);
  const { _id: requestId, key, typeId, form } = seen.request;
  const open = { to: pathTo("request", { id: key }), label: `Open ${key}` };
  const found: LinkedFinding[] = [
    { weight: WEIGHT[nextStep.tone], text: `${key}: ${nextStep.text}.`, requestId, link: open },
  ];
  for (const { id, title, problem } of tasks)
    if (problem !== null && (taskId === null || id === taskId))
      found.push({ weight: "problem", text: `“${title}”: ${problem}`, requestId });
  for (const { state, description, endedAt } of grants)
    if (endedAt !== null && state !== "Superseded")
      found.push({
        weight: "problem",
        text: `Access ended on ${dateUtc(endedAt)}: ${description}.`,
        requestId,
        link: { to: extendLink({ typeId, form }), label: "Ask for it again" },
      });
  const systems = seen.tasks.flatMap(({ _id, type, status }) => {
    const connector = typeOf(type)?.connector;
    return connector && status !== "Complete" && (taskId === null || _id === taskId) ? [connector] : [];
  });
  return [...found, ...(await troubles(look, systems))];
}

async function aboutGrantOf(look: Look, seen: Visible, grantId: string): Promise<LinkedFinding[]> {
  const { ctx } = look;
  const id = ctx.db.normalizeId("grants", grantId);
  const grant = id && (await ctx.db.get(id));
  if (!grant) return [];
  return [...aboutGrant(look, seen.request, grant), ...(await troubles(look, grant.account ? [grant.account] : []))];
}

/** Whether an access stands; who holds it can extend it or ask for it again. */
function aboutGrant({ person, now }: Look, request: Doc<"requests">, grant: Doc<"grants">): LinkedFinding[] {
  const { description, expiresAt, endedAt, endReason, state, requestId } = grant;
  const isOwn = grant.beneficiaryId === person._id;
  const says = (weight: TicketFinding["weight"], text: string, to?: string, label = ""): LinkedFinding[] => [
    { weight, text, requestId, ...(isOwn && to !== undefined && { link: { to, label } }) },
  ];
  if (state === "Superseded") return says("fine", `A later request gave the same access: ${description}.`);
  if (!isHeld(grant)) {
    const when = endedAt === undefined ? "" : ` on ${dateUtc(endedAt)}`;
    const why = endReason ? ` ${endReason}` : "";
    return says("problem", `This access ended${when}: ${description}.${why}`, extendLink(request), "Ask for it again");
  }
  if (grant.removalAskedAt !== undefined) return says("problem", `This access is being removed: ${description}.`);
  if (expiresAt === undefined) return says("fine", `This access stands, without an end: ${description}.`);
  const text = `This access stands until ${dateUtc(expiresAt)}: ${description}.`;
  return expiresAt - now > SOON_MS ? says("fine", text) : says("waiting", text, extensionPage(grant._id), "Extend it");
}

/** What the reader has in a domain, or asked for, or how to ask for it. */
async function aboutDomain(look: Look, key: string): Promise<LinkedFinding[]> {
  const { ctx, person } = look;
  const domain = await domainByKey(ctx, key);
  if (!domain) return [];
  const found: LinkedFinding[] = [];
  for (const state of ["Expiring", "Active"] as const)
    for (const grant of await grantsOf(ctx, person._id, state, LOOKED_AT)) {
      const request = await ctx.db.get(grant.requestId);
      if (request?.domainKey === key) found.push(...aboutGrant(look, request, grant));
    }
  const requests = await requestsFor(ctx, person._id, LOOKED_AT);
  for (const request of requests.filter((one) => one.isOpen && one.domainKey === key)) {
    const involved = await loadInvolved(ctx, request);
    const access = accessTo(involved, person);
    if (access) found.push(...(await aboutRequest(look, { ...involved, access }, null)));
  }
  if (found.length > 0) return found;
  const offered = await offeredTypes(ctx, person.roles);
  const link = accessLink(offered.map(({ type, version }) => ({ key: type.key, definition: version.definition })));
  const text = `No access to ${domain.name} is held, and no request for it is open.`;
  return [
    { weight: "problem", text, isPersonal: true, ...(link && { link: { to: link(key), label: "Ask for access" } }) },
  ];
}

/** What is wrong with systems, each looked at once. */
async function troubles(look: Look, systems: readonly ConnectorName[]): Promise<LinkedFinding[]> {
  const found: LinkedFinding[] = [];
  for (const system of new Set(systems))
    found.push(...(await aboutSystem(look, system)).filter(({ weight }) => weight === "problem"));
  return found;
}

/** The switch of a system, and whether it answered when it was last asked. */
async function aboutSystem({ ctx, now }: Look, system: ConnectorName): Promise<LinkedFinding[]> {
  const label = CONNECTOR_LABELS[system];
  const switched = (await loadConnectors(ctx)).get(system);
  if (switched && !isConnectorOn(switched, now))
    return [{ weight: "problem", text: switchWords(label, switched, now) }];
  const health = (await loadHealth(ctx)).get(system);
  if (!health?.isConnected) return [];
  const when = `when the portal last asked, at ${stampUtc(health.checkedAt, now)}`;
  return [
    health.isHealthy
      ? { weight: "fine", text: `${label} answered ${when}.` }
      : { weight: "problem", text: `${label} did not answer as it should ${when}.` },
  ];
}

function switchWords(
  label: string,
  { state, until, reason }: ConnectorSwitch & { reason?: string },
  now: number,
): string {
  const what = state === "maintenance" ? "in maintenance" : "switched off";
  const end = state === "maintenance" && until !== undefined ? ` until ${stampUtc(until, now)}` : "";
  return `${label} is ${what}${end}, and what needs it waits.${reason ? ` Reason given: ${reason}` : ""}`;
}

/** Whether the portal knows what the reader is called in a system. */
function aboutAccount({ person }: Look, system: ConnectorName): LinkedFinding[] {
  if (accountRuleOf(system) === null) return [];
  const label = CONNECTOR_LABELS[system];
  const name = accountName(person, system);
  return [
    name === null
      ? { weight: "problem", text: `The portal knows no account in ${label}.`, isPersonal: true }
      : { weight: "fine", text: `The account in ${label} is ${name}.`, isPersonal: true },
  ];
}
