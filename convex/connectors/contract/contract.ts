/**
 * What every connector offers to the executor, whatever system it speaks to.
 *
 *   plan        reads the system, says in exact statements or calls what would be done, and the difference it makes
 *   apply       does what was approved, once per key however often it is called; refuses when today's state is another
 *   verify      reads the system again and says in plain words what is true now
 *   compensate  takes back what the plan changed, as far as it is still as the plan left it
 *   health      says whether the connector could work now, and what is in the way
 *
 * Plans and refs are plain JSON: they are stored with the task, shown to requester and approver, and handed back.
 * They never hold a secret.
 */

import type { Fact, Plan, Proof } from "../../lib/pure/plan";

export type { Call, Change, Fact, Plan, Proof, ProvenFact, PlanStep } from "../../lib/pure/plan";

/**
 * Who can do something about a failure:
 *   user-fixable   the request asks for what cannot be done; another request can
 *   admin-fixable  privileges, credentials or settings of the connector are in the way
 *   transient      trying again later is the cure
 *   bug            the connector and the system disagree about their language; tell the makers
 */
export type FailureKind = "user-fixable" | "admin-fixable" | "transient" | "bug";

/** What the outside system said, for the folded technical part of a screen. Holds no secret. */
export interface VendorAnswer {
  readonly status: number;
  readonly code: string | null;
  readonly sqlState: string | null;
  /** The vendor's name of the execution, to be looked up in its own history. */
  readonly queryId: string | null;
  /** The vendor's own text, shortened, tokens blackened. */
  readonly text: string;
}

/** A failure of a connector. `message` is a sentence for people; `code` is for programs and does not change. */
export class ConnectorError extends Error {
  readonly kind: FailureKind;
  readonly code: string;
  readonly vendor: VendorAnswer | null;
  /** How long the system asked to be left alone. */
  readonly retryAfterMs: number | null;
  /** Whether it came before anything was sent: what is found of the work is somebody else's. */
  readonly isUntouched: boolean;

  constructor(
    kind: FailureKind,
    code: string,
    message: string,
    more: {
      readonly vendor?: VendorAnswer | null;
      readonly retryAfterMs?: number | null;
      readonly isUntouched?: boolean;
    } = {},
  ) {
    super(message);
    this.name = "ConnectorError";
    this.kind = kind;
    this.code = code;
    this.vendor = more.vendor ?? null;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.isUntouched = more.isUntouched ?? false;
  }
}

/** Names one piece of work. The id stays the same over all attempts. */
export interface ApplyKey {
  readonly id: string;
  /** Whether an earlier attempt may have sent something of it. */
  readonly mayHaveBegun: boolean;
}

/** What the system answered to one step. */
export interface Receipt {
  readonly title: string;
  /** The vendor's name of the execution; null when an earlier attempt had done the step. */
  readonly queryId: string | null;
}

/** Points to applied work. `refOf` makes one without receipts, for work whose answer was lost. */
export interface Ref {
  readonly key: string;
  readonly plan: Plan;
  readonly receipts: readonly Receipt[];
}

/** Whether the connector could work now. */
export interface Health {
  readonly isHealthy: boolean;
  /** What was found: account, user, role, version. */
  readonly facts: readonly Fact[];
  /** What is in the way, as sentences with what to do. */
  readonly problems: readonly string[];
}

/** What a system's own record says about the use of an access. */
export interface Use {
  /** The last time in the window that was asked about; null when there is none. */
  readonly lastUsedAt: number | null;
  /** Until when the record is complete. */
  readonly asOf: number;
}

/** Somebody as a catalogue names them: a person with an address, or a team without one. */
export interface CataloguePerson {
  readonly name: string;
  readonly email: string | null;
}

/** What a catalogue says about one of its domains. */
export interface CatalogueDomain {
  /** The name that finds it, as the catalogue spells it. */
  readonly fullName: string;
  readonly description: string;
  readonly owners: readonly CataloguePerson[];
  readonly experts: readonly CataloguePerson[];
}

/** How a warehouse was at one moment. */
export interface WarehouseState {
  readonly name: string;
  /** As the system spells it, such as SUSPENDED. */
  readonly state: string;
  readonly size: string;
  /** Queries that ran, and that waited to; null where the connection is not shown them. */
  readonly running: number | null;
  readonly queued: number | null;
  /** Whether the next query starts it. */
  readonly doesResume: boolean;
}

/** A system the portal reads. Every method may throw ConnectorError, and nothing else on purpose. */
export interface ReadSystem {
  health(): Promise<Health>;
  /** One domain of a catalogue by its full name. There when the manifest names the reading. */
  readDomain?(fullName: string): Promise<CatalogueDomain>;
  /** Whom the models of a project name as owners, and of which domain. There when the manifest names the reading. */
  readOwners?(): Promise<OwnedModels>;
  /** How the warehouses are that the connection is shown. There when the manifest names the reading. */
  readWarehouses?(): Promise<readonly WarehouseState[]>;
}

/** What models, sources and the like say about themselves, and how many were looked at. */
export interface OwnedModels {
  readonly total: number;
  /** Those that name a domain or an owner, as it is written there. */
  readonly models: readonly { readonly name: string; readonly domain: string | null; readonly owner: string | null }[];
}

/** A connector to one system in which tasks work. */
export interface Connector extends ReadSystem {
  readonly operations: readonly string[];
  plan(operation: string, input: unknown): Promise<Plan>;
  apply(key: ApplyKey, plan: Plan): Promise<Ref>;
  verify(ref: Ref): Promise<Proof>;
  compensate(ref: Ref): Promise<Proof>;
  /** The databases work would open to somebody, by the system's own word at this moment; there where work opens any. */
  opens?(operation: string, input: unknown): Promise<readonly string[]>;
  /**
   * When access was last used since a time; it is named as for the operation that ends it. There when the manifest names
   * the reading.
   */
  lastUse?(access: unknown, since: number): Promise<Use>;
}

/** The ref of work whose own ref was lost: enough to verify and to compensate. */
export function refOf(key: Pick<ApplyKey, "id">, plan: Plan): Ref {
  return { key: key.id, plan, receipts: [] };
}
