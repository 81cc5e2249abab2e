/**
 * One reading of the running portal, as the server hands it to those who may see it. Facts and figures
 * only: no address, key or password of anything is part of it.
 */

/** Which of a company's portals this one is; `demo` is one that started with its demo world. */
export type PortalEnvironment = "demo" | "test" | "staging" | "production";

/** What the embedded engine counts. */
export interface EngineReading {
  readonly documents: number;
  readonly tables: number;
  readonly connections: number;
  readonly subscriptions: number;
  readonly commits: number;
  readonly scheduledPending: number;
  readonly bytesOnDisk: number;
}

/** What it counted at a time. */
export type FiguresAt = EngineReading & { readonly at: number };

/** An outside part of the portal: the embedded stand-in, the real one, or none. */
export interface PartReading {
  readonly name: string;
  /** The outside system it is, if it is one. */
  readonly system?: string;
  readonly state: "embedded" | "real" | "off";
  /** What stands in for it, or what it is: "Engine on SQLite", "SMTP". */
  readonly what: string;
  /** The variable that replaces it; null while this version has nothing to put in its place. */
  readonly variable: string | null;
}

/** A variable of a connection, or two of which one is needed: whether it is set, never what it is. */
export interface VariableReading {
  readonly name: string;
  readonly isSet: boolean;
  readonly isNeeded: boolean;
}

/** What the connection to an outside system takes. */
export interface ConnectionReading {
  /** The system by its label. */
  readonly system: string;
  readonly variables: readonly VariableReading[];
}

/** A secret: since when it has its value, as far as the portal saw it; null when it is not set. Never the value. */
export interface SecretReading {
  readonly name: string;
  readonly since: number | null;
}

/** What waits in one queue of the backend. */
export interface QueueReading {
  readonly name: string;
  readonly waiting: number;
  /** Whether there may be more than were counted. */
  readonly isMore: boolean;
  /** Since when the first is due, or when it will be; null when nothing waits. */
  readonly firstAt: number | null;
}

/** The backend's answer about its queues, and how far its clock is ahead of the portal's. */
export interface BackendReading {
  readonly queues: readonly QueueReading[];
  readonly clockAheadMs: number;
}

export interface EnvironmentReading {
  readonly readAt: number;
  readonly version: string;
  readonly nodeVersion: string;
  readonly uptimeMs: number;
  readonly isDemo: boolean;
  readonly dataBytes: number;
  /** Null when the realtime backend runs elsewhere. */
  readonly engine: EngineReading | null;
  /** The last hour of it, a reading a minute since the process began, the earliest first. */
  readonly engineHistory: readonly FiguresAt[];
  /** Null when it did not answer. */
  readonly backend: BackendReading | null;
  readonly secrets: readonly SecretReading[];
  readonly parts: readonly PartReading[];
  readonly connections: readonly ConnectionReading[];
}

/** Errors of pages that are the same: one thing to mend. Secrets were cut from them before they were kept. */
export interface ClientErrorGroup {
  readonly key: string;
  readonly name: string;
  readonly message: string;
  readonly level: string;
  /** The page without its ids: "/requests/…". */
  readonly place: string;
  readonly count: number;
  /** How many signed-in people met it. */
  readonly people: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly pages: readonly string[];
  readonly browsers: readonly string[];
  /** What the error screen told people to hand on, the newest first. */
  readonly references: readonly string[];
  readonly newest: {
    readonly stack: string | null;
    readonly breadcrumbs: readonly { readonly at: number; readonly category: string; readonly message: string }[];
    readonly boundary: string | null;
  };
}
