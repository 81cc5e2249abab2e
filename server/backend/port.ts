import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { BackupReport, CallOrigin } from "@data-portal/engine";
import type { EngineReading } from "../../contracts/environment.ts";

/** Arguments and results of backend functions as JSON. */
export type FunctionArgs = Readonly<Record<string, unknown>>;

/** The realtime backend as the host process sees it: embedded engine or a deployment elsewhere. */
export interface Backend {
  readonly kind: "embedded" | "remote";
  /** Where browsers connect, or null for this origin. */
  readonly browserUrl: string | null;
  /** Calls a function with the server's authority; internal functions allowed. */
  query(path: string, args?: FunctionArgs): Promise<unknown>;
  mutation(path: string, args?: FunctionArgs): Promise<unknown>;
  action(path: string, args?: FunctionArgs): Promise<unknown>;
  /** Calls a public query as the person a token speaks for. */
  queryAs(token: string, path: string, args?: FunctionArgs): Promise<unknown>;
  /** Answers a request of the backend's HTTP API; null when the backend is elsewhere. */
  readonly fetch: ((request: Request, origin: CallOrigin) => Promise<Response>) | null;
  /** Takes over a socket of the sync protocol; false when the path is not the backend's. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, origin: CallOrigin): boolean;
  /** Begins to run jobs and crons; a deployment elsewhere runs them by itself. */
  beginJobs(): Promise<void>;
  isReady(): Promise<boolean>;
  /** What the embedded engine counts; null when the backend is elsewhere. */
  figures(): EngineReading | null;
  /** Adopts changed functions without a restart; a deployment elsewhere is not ours to change. */
  deploy(modules: BackendModules): Promise<void>;
  /** Copies the embedded engine's data folder to a new one and checks the copy; null when the backend is elsewhere. */
  readonly backup: ((folder: string) => Promise<BackupReport>) | null;
  close(): Promise<void>;
}

/** Backend modules by name, loaded when asked for. */
export type BackendModules = Record<string, () => Promise<Record<string, unknown>>>;
