/** What the models of a dbt project say about owners, as the file of data domains that would assign them. */

import { nameKey } from "../../../lib/pure/text";
import { type KnownPeople, type NamedPerson, whyNotInCharge } from "../../people/rules/owners";
import { MAX_FILE_DOMAINS, MAX_PEOPLE } from "../rules";
import type { InheritedField } from "../table";
import { whyNotChange } from "./states";

/** What one model says about itself. */
export interface SaidThere {
  readonly name: string;
  readonly domain: string | null;
  readonly owner: string | null;
}

/** A data domain as far as it is looked at here. */
export interface OwnedHere {
  readonly name: string;
  readonly status: Parameters<typeof whyNotChange>[0];
  readonly ownerIds: readonly string[];
  readonly ownerAreaIds: readonly string[];
  readonly deputyIds: readonly string[];
  /** What it takes from the domain above it. */
  readonly inherits: readonly InheritedField[];
}

/** What is left out, and why. */
export interface LeftOut {
  readonly what: string;
  readonly why: string;
}

/** The file, whom it adds, and what is not in it. */
export interface OwnersFile {
  readonly text: string;
  /** Who would own what beside those who do. */
  readonly added: readonly { readonly domain: string; readonly owners: readonly string[] }[];
  readonly leftOut: readonly LeftOut[];
  /** How many more were left out than are listed. */
  readonly more: number;
}

/** Lines of what is left out that are kept. */
const MAX_LEFT_OUT = 200;
const TOO_LONG = `A file changes ${MAX_FILE_DOMAINS} data domains at most. Import this one first, then read the owners again.`;

/** Owners are added to domains that are there. Nobody loses a domain, nothing is made, and whoever is unknown is listed. */
export function ownersFile(said: readonly SaidThere[], domains: readonly OwnedHere[], people: KnownPeople): OwnersFile {
  const known = new Map(domains.map((domain) => [nameKey(domain.name), domain]));
  const leftOut = new Map<string, LeftOut>();
  const leave = (what: string, why: string): void => void leftOut.set(`${what}\n${why}`, { what, why });
  const added = new Map<OwnedHere, Map<string, NamedPerson>>();
  for (const { name, domain, owner } of said) {
    if (domain === null) leave(name, "It names an owner, but no domain.");
    else if (owner === null) leave(name, "It names a domain, but no owner.");
    else {
      const here = known.get(nameKey(domain));
      const person = people.withEmail(owner);
      const no = here ? whyNotAssign(here, person, people) : "No data domain has this name.";
      if (no !== null) leave(here && no === whyNotInCharge(person) ? owner : domain, no);
      else if (here && person && !here.ownerIds.includes(person.id))
        added.set(here, (added.get(here) ?? new Map<string, NamedPerson>()).set(person.id, person));
    }
  }
  // What the file could not be imported with would be in the way of the rest of it.
  let taken = 0;
  for (const [domain, owners] of added) {
    const isTooMany = domain.ownerIds.length + owners.size > MAX_PEOPLE;
    if (!isTooMany && taken < MAX_FILE_DOMAINS) taken += 1;
    else {
      added.delete(domain);
      leave(domain.name, isTooMany ? `It would have more than ${MAX_PEOPLE} owners.` : TOO_LONG);
    }
  }
  const rows = [...added].map(([domain, owners]) => {
    const kept = domain.ownerIds.flatMap((id) => people.byId(id) ?? []);
    return [domain.name, [...kept, ...owners.values()].map(({ email }) => email).join("|")];
  });
  const all = [...leftOut.values()];
  return {
    text: rows.length === 0 ? "" : [["name", "owners"], ...rows].map((row) => row.map(quoted).join(",")).join("\n"),
    added: [...added].map(([{ name }, owners]) => ({ domain: name, owners: [...owners.values()].map(nameOf) })),
    leftOut: all.slice(0, MAX_LEFT_OUT),
    more: Math.max(0, all.length - MAX_LEFT_OUT),
  };
}

function whyNotAssign(domain: OwnedHere, person: NamedPerson | null, people: KnownPeople): string | null {
  const no = whyNotChange(domain.status);
  if (no) return String(no["message"]);
  // Owners of its own would take it from whoever owns it now.
  if (domain.inherits.includes("owners")) return "It takes its owners from the domain above it.";
  if (domain.ownerAreaIds.length > 0) return "It is owned by a business area.";
  if (domain.ownerIds.some((id) => people.byId(id)?.status !== "active"))
    return "One of its owners can no longer decide. Replace them first.";
  const notHere = whyNotInCharge(person);
  if (notHere !== null) return notHere;
  const isDeputy = domain.deputyIds.some((id) => people.byId(id)?.mailbox === person?.mailbox);
  return isDeputy ? `${person?.name ?? ""} is its deputy.` : null;
}

function nameOf({ name, email }: NamedPerson): string {
  return `${name} (${email})`;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
