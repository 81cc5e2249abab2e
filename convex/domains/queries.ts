/** Reading data domains. */

import { v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { guardedQuery } from "../access/functions";
import { personStatus } from "../access/roles";
import { changedFields } from "../core/audit/rules";
import { activeDomains, allDomains } from "../core/domains/model";
import { type Domain, whyNotActivate, whyNotChange } from "../core/domains/rules";
import { editorOf, planDomainImport, shapeOf } from "../core/domains/saving";
import { dataDomain, domainStatus } from "../core/domains/table";
import { namedByIds, namedPerson } from "../core/people/duties";
import { nameOf } from "../core/people/model";
import { MAX_PROBLEMS } from "../lib/pure/sheet";
import { plannedRow, sheetProblem, timestamp } from "../lib/validators";

/** The domains that can be asked for, with their roles and owners, by name; at most 300. */
export const list = guardedQuery("domains.read", {
  args: {},
  returns: v.array(
    v.object({
      key: v.string(),
      name: v.string(),
      description: v.string(),
      sensitivity: dataDomain.fields.sensitivity,
      roles: dataDomain.fields.roles,
      owners: v.array(v.string()),
    }),
  ),
  handler: async (ctx) => {
    const domains = await activeDomains(ctx);
    return await Promise.all(
      domains.map(async ({ key, name, description, sensitivity, roles, ownerIds }) => ({
        key,
        name,
        description,
        sensitivity,
        roles,
        owners: await Promise.all(ownerIds.map((id) => nameOf(ctx, id))),
      })),
    );
  },
});

const inCharge = v.array(v.object({ id: v.id("people"), name: v.string(), email: v.string(), status: personStatus }));
const refusal = v.union(v.null(), v.record(v.string(), v.any()));

/**
 * Every data domain by name, of whatever status, for those who look after them; with why the caller cannot change or
 * activate it.
 */
export const all = guardedQuery("domains.write", {
  args: {},
  returns: v.array(
    v.object({
      id: v.id("dataDomains"),
      name: v.string(),
      description: v.string(),
      sensitivity: dataDomain.fields.sensitivity,
      status: domainStatus,
      owners: inCharge,
      deputies: inCharge,
      databases: v.array(v.string()),
      readRoles: v.array(v.string()),
      writeRoles: v.array(v.string()),
      updatedAt: timestamp,
      whyNotChange: refusal,
      whyNotActivate: refusal,
    }),
  ),
  handler: async (ctx) => {
    const editor = editorOf(ctx.viewer.roles);
    return await Promise.all(
      (await allDomains(ctx)).map(async (domain) => {
        const { _id, name, description, sensitivity, status, databases, updatedAt } = domain;
        const [owners, deputies] = [await namedByIds(ctx, domain.ownerIds), await namedByIds(ctx, domain.deputyIds)];
        const [author] = domain.changedById ? await namedByIds(ctx, [domain.changedById]) : [];
        const shown = (people: typeof owners) =>
          people.map((person) => ({
            id: person.id as Id<"people">,
            name: person.name,
            email: person.email,
            status: person.status,
          }));
        const { readRoles, writeRoles } = shapeOf(domain);
        const viewer = namedPerson(ctx.viewer.person);
        return {
          id: _id,
          name,
          description,
          sensitivity,
          status,
          owners: shown(owners),
          deputies: shown(deputies),
          databases,
          readRoles: [...readRoles],
          writeRoles: [...writeRoles],
          updatedAt,
          whyNotChange: whyNotChange(editor, status),
          whyNotActivate: whyNotActivate({ editor, status, viewer, author: author ?? null, owners, deputies }),
        };
      }),
    );
  },
});

/** What a CSV file of domains would do, with everything that is in the way; writes nothing. */
export const previewImport = guardedQuery("domains.write", {
  args: { text: v.string() },
  returns: v.object({ problems: v.array(sheetProblem), rows: v.array(plannedRow), hash: v.string() }),
  handler: async (ctx, { text }) => {
    const { problems, planned, hash } = await planDomainImport(ctx, text, editorOf(ctx.viewer.roles));
    const rows = planned.map(({ row, does, domain, doc, status }) => ({
      row,
      name: domain.name,
      does,
      detail:
        status === "draft"
          ? "Draft: nobody can ask for it yet"
          : domain.ownerIds.length === 0
            ? "Without an owner"
            : null,
      changes: does === "change" && doc ? changedText(shapeOf(doc), domain) : null,
    }));
    return { problems: problems.slice(0, MAX_PROBLEMS), rows, hash };
  },
});

const WORDS: Readonly<Record<string, string>> = {
  description: "description",
  sensitivity: "sensitivity",
  ownerIds: "owners",
  deputyIds: "deputies",
  databases: "databases",
  readRoles: "read roles",
  writeRoles: "write roles",
};

function changedText(before: Domain, after: Domain): string {
  return changedFields({ ...before }, { ...after })
    .flatMap(({ field }) => WORDS[field] ?? [])
    .join(", ");
}
