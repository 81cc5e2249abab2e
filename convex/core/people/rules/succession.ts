/** What changes hands when somebody is removed: its kinds, and who takes each over. Shared with the screens. */

/** One word per kind, in the order people read them. */
export const SUCCESSION_KINDS = ["areas", "domains", "serviceUsers", "approvals", "tasks"] as const;
export type SuccessionKind = (typeof SUCCESSION_KINDS)[number];

/** Each kind in words: its name, one and many of it. */
export const SUCCESSION_WORDS: Readonly<
  Record<SuccessionKind, { readonly label: string; readonly one: string; readonly many: string }>
> = {
  areas: { label: "Business areas", one: "business area", many: "business areas" },
  domains: { label: "Data domains", one: "data domain", many: "data domains" },
  serviceUsers: { label: "Service users", one: "service user", many: "service users" },
  approvals: { label: "Approvals", one: "open approval", many: "open approvals" },
  tasks: { label: "Tasks", one: "open task", many: "open tasks" },
};

/** Kinds that go by their own rules unless somebody is named for them, and where they go then. */
export const GOES_BY_RULE: Readonly<Partial<Record<SuccessionKind, string>>> = {
  approvals: "whoever the step asks",
  tasks: "those who can take them",
};

/** Who takes over: one person for what is in somebody's name, and others for kinds that are named. */
export interface Succession<Id extends string> {
  readonly successorId: Id;
  readonly successors?: Readonly<Partial<Record<SuccessionKind, Id>>> | undefined;
  /** Who takes one data domain over instead of whoever takes the others. */
  readonly domainSuccessors?: readonly DomainSuccessor<string, Id>[] | undefined;
}

/** One data domain, and who takes it over. */
export interface DomainSuccessor<DomainId extends string, Id extends string> {
  readonly domainId: DomainId;
  readonly successorId: Id;
}

/** Who takes a kind over; null where it goes by its rules. */
export function successorIdOf<Id extends string>(
  { successorId, successors }: Succession<Id>,
  kind: SuccessionKind,
): Id | null {
  return successors?.[kind] ?? (GOES_BY_RULE[kind] === undefined ? successorId : null);
}

/** Who takes over what is in somebody's name: such a kind goes to a person and to no rule. */
export function ownerAfter<Id extends string>(
  succession: Succession<Id>,
  kind: "areas" | "domains" | "serviceUsers",
): Id {
  return succession.successors?.[kind] ?? succession.successorId;
}

/** Who takes the place of whoever leaves in one data domain. */
export function domainSuccessorOf<Id extends string>(succession: Succession<Id>, domainId: string): Id {
  const named = succession.domainSuccessors?.find((one) => one.domainId === domainId);
  return named?.successorId ?? ownerAfter(succession, "domains");
}

/** Everybody who is named to take something over, once each. */
export function successorIdsOf<Id extends string>(succession: Succession<Id>): Id[] {
  const named = SUCCESSION_KINDS.map((kind) => successorIdOf(succession, kind));
  const ofDomains = (succession.domainSuccessors ?? []).map(({ successorId }) => successorId);
  return [...new Set([succession.successorId, ...named.filter((id) => id !== null), ...ofDomains])];
}

/** The kinds somebody is named for in their own right; absent where there are none, so that the same wish is one wish. */
export function namedSuccessors<Id extends string>(
  successorId: Id,
  named: Readonly<Partial<Record<SuccessionKind, Id>>> | undefined,
): Partial<Record<SuccessionKind, Id>> | undefined {
  const kinds = SUCCESSION_KINDS.filter((kind) => {
    const id = named?.[kind];
    return id !== undefined && (id !== successorId || GOES_BY_RULE[kind] !== undefined);
  });
  return kinds.length === 0 ? undefined : Object.fromEntries(kinds.map((kind) => [kind, named?.[kind]]));
}

/**
 * The domains somebody is named for in their own right, of those that change hands, always in the same order; absent
 * where there are none.
 */
export function namedDomainSuccessors<DomainId extends string, Id extends string>(
  succession: Succession<Id>,
  domainIds: readonly DomainId[],
  named: readonly DomainSuccessor<string, Id>[] | undefined,
): DomainSuccessor<DomainId, Id>[] | undefined {
  const usual = ownerAfter(succession, "domains");
  const successors = domainIds.toSorted().flatMap((domainId) => {
    const successorId = named?.find((one) => one.domainId === domainId)?.successorId;
    return successorId === undefined || successorId === usual ? [] : [{ domainId, successorId }];
  });
  return successors.length === 0 ? undefined : successors;
}

/** Who takes which domain over, as an address says it: "domain:person,domain:person". */
export function domainSuccessorsText(successors: Readonly<Record<string, string>>): string {
  return Object.entries(successors)
    .map((pair) => pair.join(":"))
    .join(",");
}

/** The same read from an address; what is no pair is left out. */
export function readDomainSuccessors(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = (text ?? "").split(",").map((pair) => /^(\w{1,64}):(\w{1,64})$/.exec(pair));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1] ?? "", pair[2] ?? ""]] : [])));
}
