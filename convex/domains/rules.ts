/** Decisions about data domains: which of a domain's roles can be asked for. */
import type { DataDomain } from "./table";

/** The roles of a domain in an environment; all of them where the form asks for none. */
export function rolesIn<R extends DataDomain["roles"][number]>(roles: readonly R[], environment: string | null): readonly R[] {
  return environment === null ? roles : roles.filter((role) => (role.environment ?? "production") === environment);
}
