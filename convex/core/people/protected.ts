/** Accounts nobody may suspend, remove, change the roles of or impersonate: what runs the portal hangs on them (U1). */

import type { Doc } from "../../_generated/dataModel";
import { mailboxOf } from "../../lib/pure/mailbox";

/** Whether the settings name this person's mailbox, in whatever spelling either has. */
export function isProtected(person: Pick<Doc<"people">, "email">): boolean {
  return isNamed(process.env["PROTECTED_ACCOUNTS"], person);
}

/** Whether a list of addresses names this person's mailbox. */
export function isNamed(addresses: string | undefined, { email }: Pick<Doc<"people">, "email">): boolean {
  const named = (addresses ?? "").split(",").filter((address) => address.trim() !== "");
  return named.some((address) => mailboxOf(address) === mailboxOf(email));
}
