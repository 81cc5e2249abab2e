/**
 * What the portal sees by itself about what a ticket is about, from live state and as the reader may see it: whose turn a
 * request is, what failed, whether access stands, how a system is. Read for the form, and once more when it is sent.
 */

import type { Doc } from "../../_generated/dataModel";
import { scopeOf } from "../../access/scope";
import { offeredTypes } from "../../core/catalog/model";
import { primaryAmong } from "../../core/domains/assigning";
import { activeDomains, domainByKey } from "../../core/domains/model";
import { rolesIn } from "../../core/domains/rules";
import { grantsOf } from "../../core/grants/model";
import { nameOfAccess } from "../../core/grants/names";
import { extendLink, extensionPage, isHeld } from "../../core/grants/rules";
import type { GrantState } from "../../core/grants/table";
import { requestsFor } from "../../core/requests/model";
import { CONNECTOR_NAMES } from "../../core/services/rules";
import { accessLink, type FoundRole, type OfferedType, resizeLink } from "../../core/shared/rules/finding";
import type { NextStepTone } from "../../core/shared/rules/nextStep";
import { addressOfTask } from "../../core/tasks/model";
import { typeOf } from "../../core/tasks/rules";
import type { TicketFinding } from "../../core/tickets/table";
import { shorten } from "../../lib/pure/text";
import { DAY_MS, dateUtc } from "../../lib/pure/time";
import { accessTo, loadInvolved, type Visible } from "../../process/steps/circle";
import type { Related } from "../../process/supporting/relating";
import { pathTo } from "../../site/links";
import { showRequest } from "../request/detail";
import { aboutApproval } from "./approvalFinding";
import { aboutAccount, aboutSystem, accountTrouble, type LinkedFinding, type Look, troubles } from "./systemFindings";
import { stateOfWarehouse } from "./warehouseFinding";

/** So much is found at most, and read of one thing. */
const MAX_FINDINGS = 6;
const LONGEST = 500;
const LOOKED_AT = 50;
/** Access that ends within this time is offered to be extended. */
const SOON_MS = 7 * DAY_MS;

/** What is found about a thing that `relatedFor` let its reader name, for that reader. */
export async function findingsFor(look: Look, about: Related): Promise<LinkedFinding[]> {
  const { roles } = look.person;
  const seesAll = scopeOf({ roles }, "connectionProblems").isAll;
  return cut((await aboutThing(look, about)).filter(({ isForAgents }) => seesAll || !isForAgents));
}

/** The same and what is for agents alone, as it is kept with a ticket. */
export async function evidenceOf(look: Look, about: Related): Promise<TicketFinding[]> {
  return cut(await aboutThing(look, about)).map(({ link: _link, ...kept }) => kept);
}

function cut(found: readonly LinkedFinding[]): LinkedFinding[] {
  return found.slice(0, MAX_FINDINGS).map((one) => ({ ...one, text: shorten(one.text, LONGEST) }));
}

async function aboutThing(look: Look, { thing, seen }: Related): Promise<LinkedFinding[]> {
  if (thing.kind === "service") {
    const system = CONNECTOR_NAMES.find((name) => `service:${name}` === thing.ref);
    return system ? [...(await aboutSystem(look, system)), ...aboutAccount(look, system)] : [];
  }
  if (thing.kind === "domain") return await aboutDomain(look, thing.ref);
  if (thing.kind === "table") return await aboutTable(look, thing.ref);
  if (thing.kind === "warehouse") return await aboutWarehouse(look, thing.ref);
  if (!seen) return [];
  if (thing.kind === "grant") return await aboutGrantOf(look, seen, thing.ref);
  if (thing.kind === "approval") return await aboutApproval(look, seen, thing.ref);
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
  return [
    ...(await aboutGrant(look, seen.request, grant)),
    ...(await troubles(look, grant.account ? [grant.account] : [])),
  ];
}

/** Whether an access stands; who holds it can extend it or ask for it again. */
async function aboutGrant(
  { ctx, person, now }: Look,
  request: Doc<"requests">,
  grant: Doc<"grants">,
): Promise<LinkedFinding[]> {
  const { description } = await nameOfAccess(ctx, request, grant);
  const { expiresAt, endedAt, endReason, state, requestId } = grant;
  const isOwn = grant.beneficiaryId === person._id;
  const says = (weight: TicketFinding["weight"], text: string, to?: string, label = ""): LinkedFinding[] => [
    { weight, text, requestId, ...(isOwn && to !== undefined && { link: { to, label } }) },
  ];
  if (state === "Superseded") return says("fine", `A later request granted the same access: ${description}.`);
  if (!isHeld(grant)) {
    const when = endedAt === undefined ? "" : ` on ${dateUtc(endedAt)}`;
    const why = endReason ? ` ${endReason}` : "";
    return says("problem", `This access ended${when}: ${description}.${why}`, extendLink(request), "Ask for it again");
  }
  if (grant.removalAskedAt !== undefined) return says("problem", `This access is being removed: ${description}.`);
  if (expiresAt === undefined) return says("fine", `This access has no end date: ${description}.`);
  const text = `This access is valid until ${dateUtc(expiresAt)}: ${description}.`;
  return expiresAt - now > SOON_MS
    ? says("fine", text)
    : says("waiting", text, extensionPage(await addressOfTask(ctx, grant.taskId)), "Extend it");
}

/** What the reader has in a domain, or asked for, or how to ask for it. */
async function aboutDomain(look: Look, key: string): Promise<LinkedFinding[]> {
  const domain = await domainByKey(look.ctx, key);
  if (!domain) return [];
  const found = await heldIn(look, domain);
  if (found.length > 0) return found;
  const text = `No access to ${domain.name} is held, and no request for it is open.`;
  return [{ weight: "problem", text, isPersonal: true, ...(await asking(look, domain)) }];
}

/** Which domain a table belongs to, and what the reader has there; or the request for it, filled in. */
async function aboutTable(look: Look, name: string): Promise<LinkedFinding[]> {
  const [database = ""] = name.split(".");
  const domains = domainsOfTable(await activeDomains(look.ctx), name);
  const primary = domains.length > 1 ? await primaryAmong(look.ctx, "database", database, domains) : null;
  const [domain] = domains;
  if (!domain) {
    const text = `No data domain has the database ${database}, so access to ${name} cannot be requested in the portal.`;
    return [{ weight: "problem", text }];
  }
  const names = domains.map((one) => one.name).join(", ");
  const where =
    domains.length === 1
      ? `part of ${names}`
      : `in ${database}, which several data domains share: ${names}${primary ? ` (${primary.name} is its primary)` : ""}`;
  const found: LinkedFinding[] = [];
  for (const one of domains) found.push(...(await heldIn(look, one)));
  const account = accountTrouble(look, "snowflake");
  if (found.length > 0) return [{ weight: "fine", text: `${name} is ${where}.` }, ...found, ...account];
  const text = `SELECT on ${name} is missing: it is ${where}. No role there is held, and no request for one is open.`;
  // Of several, only the primary is the one to ask; otherwise none is guessed.
  const meant = domains.length === 1 ? domain : primary;
  const role = rolesIn(meant?.roles ?? [], "production").find(({ level }) => level === "read");
  const asks = meant && (await asking(look, meant, role));
  return [{ weight: "problem", text, isPersonal: true, ...asks }, ...account, ...(await troubles(look, ["snowflake"]))];
}

/** The domains that have the database of a table; where several do, the one that its schema or the table is named after. */
function domainsOfTable(active: readonly Doc<"dataDomains">[], name: string): readonly Doc<"dataDomains">[] {
  const [database, ...rest] = name.split(".");
  const shared = active.filter(({ databases }) => databases.some((one) => one.toUpperCase() === database));
  const named = shared.filter(({ key }) => rest.includes(key.replaceAll("-", "_").toUpperCase()));
  return named.length === 1 ? named : shared;
}

/** The reader's access in a domain and their open requests for it; without either, the last access there that ended. */
async function heldIn(look: Look, { key }: Doc<"dataDomains">): Promise<LinkedFinding[]> {
  const { ctx, person } = look;
  const about = async (state: GrantState) => {
    const found: LinkedFinding[] = [];
    for (const grant of await grantsOf(ctx, person._id, state, LOOKED_AT)) {
      const request = await ctx.db.get(grant.requestId);
      if (request?.domainKey === key) found.push(...(await aboutGrant(look, request, grant)));
    }
    return found;
  };
  const found = [...(await about("Expiring")), ...(await about("Active"))];
  const isOfDomain = ({ domainKey }: Doc<"requests">): boolean => domainKey === key;
  found.push(...(await aboutOpen(look, isOfDomain)));
  if (found.length > 0) return found;
  return [...(await about("Expired")), ...(await about("Revoked"))].slice(0, 1);
}

/** The reader's open requests of some kind. */
async function aboutOpen(look: Look, isMeant: (request: Doc<"requests">) => boolean): Promise<LinkedFinding[]> {
  const { ctx, person } = look;
  const found: LinkedFinding[] = [];
  for (const request of (await requestsFor(ctx, person._id, LOOKED_AT)).filter((one) => one.isOpen && isMeant(one))) {
    const involved = await loadInvolved(ctx, request);
    const access = accessTo(involved, person);
    if (access) found.push(...(await aboutRequest(look, { ...involved, access }, null)));
  }
  return found;
}

/** The form that asks for a domain, or for a role of it, filled in; where the reader is offered one. */
async function asking({ ctx, person }: Look, { key }: Doc<"dataDomains">, role?: FoundRole) {
  const link = accessLink(await offeredTo({ ctx, person }));
  return link && { link: { to: link(key, role), label: role ? `Request ${role.name}` : "Ask for access" } };
}

async function offeredTo({ ctx, person }: Pick<Look, "ctx" | "person">): Promise<OfferedType[]> {
  const offered = await offeredTypes(ctx, person.roles);
  return offered.map(({ type, version }) => ({ key: type.key, definition: version.definition }));
}

/** Where forms name a warehouse: what is changed, made, or used from the start. */
const WAREHOUSE_FIELDS = ["warehouse", "newName", "default_warehouse", "defaultWarehouse"];

/** How a warehouse is, what the reader asked for about it and what holds of that; or the request to resize it, filled in. */
async function aboutWarehouse(look: Look, name: string): Promise<LinkedFinding[]> {
  const { ctx, person } = look;
  const isOfIt = ({ form }: Doc<"requests">): boolean => WAREHOUSE_FIELDS.some((field) => form[field] === name);
  const found = await aboutOpen(look, isOfIt);
  for (const state of ["Expiring", "Active"] as const)
    for (const grant of await grantsOf(ctx, person._id, state, LOOKED_AT)) {
      const request = await ctx.db.get(grant.requestId);
      if (request && isOfIt(request)) found.push(...(await aboutGrant(look, request, grant)));
    }
  if (found.length === 0) {
    const to = resizeLink(await offeredTo(look), name);
    const text = `No change to ${name} is in place or requested. If queries queue or run for too long there, a larger size can be requested.`;
    found.push({
      weight: "fine",
      text,
      isPersonal: true,
      ...(to !== null && { link: { to, label: "Request a resize" } }),
    });
  }
  return [
    ...(await stateOfWarehouse(look, name)),
    ...found,
    ...accountTrouble(look, "snowflake"),
    ...(await troubles(look, ["snowflake"])),
  ];
}
