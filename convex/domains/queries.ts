/** Reading data domains. */
import { v } from "convex/values";
import { guardedQuery } from "../lib/functions";
import { nameOf } from "../people/model";
import { activeDomains } from "./model";
import { dataDomain } from "./table";

/** The domains that can be asked for, with their roles and owners, by name; at most 300. */
export const list = guardedQuery("domains.read", {
  args: {},
  returns: v.array(v.object({
    key: v.string(),
    name: v.string(),
    description: v.string(),
    sensitivity: dataDomain.fields.sensitivity,
    roles: dataDomain.fields.roles,
    owners: v.array(v.string()),
  })),
  handler: async (ctx) => {
    const domains = await activeDomains(ctx);
    return await Promise.all(domains.map(async ({ key, name, description, sensitivity, roles, ownerIds }) => ({
      key, name, description, sensitivity, roles, owners: await Promise.all(ownerIds.map((id) => nameOf(ctx, id))),
    })));
  },
});
