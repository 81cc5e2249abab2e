/** Who may be in charge of a business area or a data domain. */

import type { PersonStatus } from "../../../access/roles";

/** Somebody who was named, as far as the rules look at them. */
export interface NamedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly status: PersonStatus;
  /** One human has one, whatever accounts they have. */
  readonly mailbox: string;
}

/** The people a file or a row names, read before. */
export interface KnownPeople {
  readonly withEmail: (email: string) => NamedPerson | null;
  readonly byId: (id: string | null | undefined) => NamedPerson | null;
}

/** Why somebody cannot be in charge of anything, or null: only those who are active can decide. */
export function whyNotInCharge(person: NamedPerson | null): string | null {
  if (person === null) return "Nobody here has this address. They have to sign up before they can be named.";
  return person.status === "active" ? null : `${person.name} is ${person.status} and cannot decide.`;
}

/** Why these cannot be owners and deputies beside each other, or null: who stands in for somebody is somebody else. */
export function whyNotDeputies(owners: readonly NamedPerson[], deputies: readonly NamedPerson[]): string | null {
  const mailboxes = new Set(owners.map(({ mailbox }) => mailbox));
  const both = deputies.find(({ mailbox }) => mailboxes.has(mailbox));
  return both ? `${both.name} is already the owner. A deputy has to be somebody else.` : null;
}
