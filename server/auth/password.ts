/** Reading and writing the password of an account: the one place that knows where its hash lies. */

import { whyNotNewPassword } from "../../contracts/sign-in.ts";
import { refusedPassword } from "./failure.ts";
import type { AuthParts } from "./parts.ts";

/** Refuses what cannot become a password: too weak by the form's rules, or known to be stolen. */
export async function refuseBadPassword(
  parts: Pick<AuthParts, "refuseBreached">,
  password: string,
  field: string,
): Promise<void> {
  const problem = whyNotNewPassword(password);
  if (problem !== null) throw refusedPassword(problem, field);
  await parts.refuseBreached(password);
}

/** Gives an account this password; one without gets its first. */
export async function writePassword(parts: Pick<AuthParts, "auth">, userId: string, password: string): Promise<void> {
  const { internalAdapter, password: hasher } = await parts.auth.$context;
  const hash = await hasher.hash(password);
  const account = await internalAdapter.findCredentialAccount(userId);
  if (account === null)
    await internalAdapter.linkAccount({ userId, providerId: "credential", accountId: userId, password: hash });
  else await internalAdapter.updateAccount(account.id, { password: hash });
}

/** Whether this is the password of the account. */
export async function isPasswordOf(
  parts: Pick<AuthParts, "auth">,
  userId: string,
  candidate: string,
): Promise<boolean> {
  const { internalAdapter, password: hasher } = await parts.auth.$context;
  const account = await internalAdapter.findCredentialAccount(userId);
  return typeof account?.password === "string" && hasher.verify({ hash: account.password, password: candidate });
}
