/** Who can sign in after the first start of a portal without a demo: the first super admin alone. */

import * as z from "zod";
import { generatePassword, type Provisioning } from "./auth/provisioning.ts";
import type { Backend } from "./backend/port.ts";
import type { Demo, DemoOptions } from "./demo-port.ts";

const bootstrapShape = z.object({ isSuperAdmin: z.boolean(), email: z.string() });

/**
 * What a start without the demo says of a folder that still holds one, whose accounts have a password that was shown to
 * everybody who tried it; null when it holds none.
 */
export async function inventedPeopleNote(backend: Pick<Backend, "query">): Promise<string | null> {
  const count = z.number().parse(await backend.query("seedData/internal:inventedPeople", {}));
  if (count === 0) return null;
  return `This folder still holds the demo: its ${count} invented people can sign in with the demo's password until a super admin clears it (Seed Data).`;
}

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
  const names = namesFrom(parts.email);
  const { isSuperAdmin, email } = bootstrapShape.parse(
    await backend.mutation("people/internal:bootstrapSuperAdmin", { email: parts.email, ...names }),
  );
  if (!isSuperAdmin) return null;
  await provisioning.enable(email);
  const account = { email, ...names, password: generatePassword(), hasChangedInitialPassword: false };
  const isOpen = (await provisioning.openAccount(account)) || (await provisioning.renewPassword(account));
  return isOpen ? { email, password: account.password } : null;
}

/** What the first super admin is called until they say so themselves: as their address has it, "jan.de-vries" or "owner". */
export function namesFrom(email: string): { firstName: string; lastName: string } {
  const words = email
    .slice(0, email.lastIndexOf("@"))
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
  const [first = "First", ...others] = words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return { firstName: first.slice(0, 50), lastName: others.join(" ").slice(0, 50) || "Admin" };
}

/** What opens the accounts where no demo does. */
export function firstAdmin({ env, print }: Pick<DemoOptions, "env" | "print">): Pick<Demo, "open"> {
  return {
    async open({ backend, provisioning }) {
      const note = await inventedPeopleNote(backend);
      if (note !== null) print(`\n  ${note}`);
      if (env.bootstrapAdminEmail === null) return;
      const first = await bootstrapSuperAdmin({ backend, provisioning, email: env.bootstrapAdminEmail });
      if (first === null) return;
      print(
        `\n  First super admin: ${first.email}\n  One-time password: ${first.password}  (it has to be changed at the first sign-in)`,
      );
    },
  };
}
