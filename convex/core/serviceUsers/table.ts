/** Service users: users of an outside system for programs, each with people who answer for it. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../../lib/validators";
import { connectorName } from "../services/table";

/** A retired name is never used again, so its row stays. */
export const serviceUserState = v.union(v.literal("Active"), v.literal("Retired"));

export const serviceUser = v.object({
  name: v.string(),
  system: connectorName,
  ownerId: v.id("people"),
  /** Absent from when the deputy left or took over until somebody names another one. */
  deputyId: v.optional(v.id("people")),
  state: serviceUserState,
  updatedAt: timestamp,
});
export type ServiceUserFields = Infer<typeof serviceUser>;

export const serviceUserTables = {
  serviceUsers: defineTable(serviceUser)
    .index("by_name", ["system", "name"])
    .index("by_owner", ["ownerId", "state"])
    .index("by_deputy", ["deputyId", "state"])
    .index("by_state", ["state"]),
};
