import { roleWords } from "../../../convex/core/catalog/rules/review";
import type { Review, ReviewableRole } from "./api";

/** What a role opens, "Read Cloud cost"; its name where the domain no longer has it and nobody knows. */
export function accessOf({ name, level, environment }: ReviewableRole, domain: string): string {
  return level === null ? name : roleWords({ level, environment }, domain);
}

/** What a review is called: by what its role opens, or by its domain. */
export function reviewName({ role, domain }: Pick<Review, "role" | "domain">): string {
  return role ? accessOf(role, domain) : domain;
}

/** The title of its page. */
export function reviewTitle({ role, domain }: Pick<Review, "role" | "domain">): string {
  if (role === null) return `Access to ${domain}`;
  const words = accessOf(role, domain);
  return role.level === null ? `Who has ${words}` : `Who can ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
