/** Who can sign in after the first start of a portal without a demo: the first super admin alone. */

import * as z from "zod";
import { generatePassword, type Provisioning } from "./auth/provisioning.ts";
import type { Backend } from "./backend/port.ts";

const bootstrapShape = z.object({ isSuperAdmin: z.boolean(), email: z.string() });

/** The first super admin's address as the portal knows it, and the password to print. */
interface FirstAdmin {
  readonly email: string;
  readonly password: string;
}

/**
 * Makes sure there is a first super admin. Returns whom to print a one-time password for, or null when none is
 * needed: somebody else administers the portal, or the account has a password of its own. An unchanged one
 * is replaced at every start, because only its hash was kept.
 */
export async function bootstrapSuperAdmin(parts: {
  backend: Pick<Backend, "mutation">;
  provisioning: Provisioning;
  email: string;
}): Promise<FirstAdmin | null> {
  const { backend, provisioning } = parts;
  const names = { firstName: "First", lastName: "Admin" };
  const { isSuperAdmin, email } = bootstrapShape.parse(
    await backend.mutation("people/internal:bootstrapSuperAdmin", { email: parts.email, ...names }),
  );
  if (!isSuperAdmin) return null;
  await provisioning.enable(email);
  const account = { email, ...names, password: generatePassword(), hasChangedInitialPassword: false };
  const isOpen = (await provisioning.openAccount(account)) || (await provisioning.renewPassword(account));
  return isOpen ? { email, password: account.password } : null;
}
