/**
 * What a person may be and how one may look through another's eyes: the shapes that deciding who may do what begins
 * with.
 */
import { v, type Infer } from "convex/values";

/** Additive roles. Every active person is staff; Admin contains neither Governance nor FinOps. */
export const roleName = v.union(
  v.literal("staff"),
  v.literal("admin"),
  v.literal("governance"),
  v.literal("finops"),
  v.literal("superAdmin"),
);
export type RoleName = Infer<typeof roleName>;

/** Where a person stands in the portal. Only `active` opens anything. */
export const personStatus = v.union(
  v.literal("invited"),
  v.literal("active"),
  v.literal("suspended"),
  v.literal("removed"),
  v.literal("revoked"),
  v.literal("expired"),
);
export type PersonStatus = Infer<typeof personStatus>;

/** How a super admin looks through another person's eyes: reading only, or acting for them. */
export const impersonationMode = v.union(v.literal("view"), v.literal("act"));
export type ImpersonationMode = Infer<typeof impersonationMode>;
