/** The shapes of roles.ts as documents and arguments have them; apart, so that a page needs no validators to name a role. */

import { v } from "convex/values";
import { IMPERSONATION_MODES, PERSON_STATUSES, ROLE_NAMES } from "./roles";

export const roleName = v.union(...ROLE_NAMES.map((name) => v.literal(name)));
export const personStatus = v.union(...PERSON_STATUSES.map((name) => v.literal(name)));
export const impersonationMode = v.union(...IMPERSONATION_MODES.map((name) => v.literal(name)));
