/** Who can sign in after the first start: the demo people, or the first super admin alone. */
import * as z from "zod";
import { generatePassword, type Provisioning } from "./auth/provisioning.ts";
import type { Backend, BackendModules } from "./backend/port.ts";
import type { DemoPassword } from "./secrets.ts";

const demoAccount = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(z.string()),
  hasChangedInitialPassword: z.boolean().default(true),
});
const accountsModule = z.object({ demoAccounts: z.array(demoAccount) });
export type DemoAccount = z.infer<typeof demoAccount>;

/** The demo people as the backend's functions list them. */
export async function readDemoAccounts(modules: BackendModules): Promise<DemoAccount[]> {
  const load = modules["dev/accounts"];
  if (load === undefined) throw new Error("The backend functions hold no dev/accounts: a demo world cannot be filled from them.");
  return accountsModule.parse(await load()).demoAccounts;
}

/** Fills the demo world and opens its accounts. Passwords are only touched when the demo password changed. */
export async function fillDemoWorld(parts: {
  backend: Backend;
  provisioning: Provisioning;
  accounts: readonly DemoAccount[];
  demoPassword: DemoPassword;
}): Promise<void> {
  const { backend, provisioning, accounts, demoPassword } = parts;
  for (const account of accounts) {
    const isUpToDate = !demoPassword.isNew && (await provisioning.stateOf(account.email)) !== "missing";
    if (!isUpToDate) await provisioning.setAccount({ ...account, password: demoPassword.password });
  }
  await backend.mutation("dev/seed:fill", {});
}

/**
 * Makes sure there is a first super admin. Returns the one-time password to print, or null when the
 * account already has a password of its own. An unchanged one is replaced at every start, because only
 * its hash was kept.
 */
export async function bootstrapSuperAdmin(parts: { backend: Backend; provisioning: Provisioning; email: string }): Promise<string | null> {
  const { backend, provisioning, email } = parts;
  const names = { firstName: "First", lastName: "Admin" };
  await backend.mutation("people/internal:bootstrapSuperAdmin", { email, ...names });
  if ((await provisioning.stateOf(email)) === "own-password") return null;
  const password = generatePassword();
  await provisioning.setAccount({ email, ...names, password, hasChangedInitialPassword: false });
  return password;
}

/** The demo accounts as a table for the terminal. */
export function demoTable(accounts: readonly DemoAccount[], password: string): string {
  const rows = accounts.map(({ email, roles }) => [email, roles.join(", "), password]);
  const all = [["E-mail", "Role", "Password"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd()).join("\n");
}
