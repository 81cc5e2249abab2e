/**
 * One reading of the running process for the Environment page, and the guard before it: the caller is
 * who the session says, and the backend decides whether they hold the capability. Facts and figures only;
 * of a variable the reading tells whether it is set, never its value.
 */

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { BackendReading, EnvironmentReading, PartReading, SecretReading } from "../contracts/environment.ts";
import { CONNECTORS, type ConnectedName, isOperated } from "../convex/connectors/manifests.ts";
import { holdsCapability } from "./backend/capabilities.ts";
import type { Backend } from "./backend/port.ts";
import type { FigureHistory } from "./figure-history.ts";
import type { OutboxSender } from "./mail/outbox-sender.ts";
import type { MailPort } from "./mail/port.ts";
import { connectionReadings, type Connections, firstVariable, CONNECTED } from "./settings/connected.ts";
import type { Env } from "./settings/env.ts";

const PACKAGE_FILE = join(import.meta.dirname, "../package.json");
/** A data folder has a handful of files; a misplaced one must not keep the server walking. */
const MAX_FILES = 10_000;

/** What a reading is taken of. */
export interface EnvironmentSource {
  readonly env: Pick<Env, "dataDir" | "isDemo" | "remoteBackend" | "smtpUrl" | "connections" | "auditStream">;
  /** What the demo stands in for. */
  readonly standIns: Connections;
  readonly backend: Pick<Backend, "figures" | "queryAs">;
  readonly outbox: Pick<OutboxSender, "isPaused">;
  readonly mail: Pick<MailPort, "relayRefusedTo">;
  /** Since when each secret has its value, as noted at the start. */
  readonly secrets: readonly SecretReading[];
  readonly figureHistory: Pick<FigureHistory, "readings">;
  readonly now: () => number;
}

/** The reading for the holder of a token; null without one, or without the capability. */
export async function environmentFor(
  source: EnvironmentSource,
  token: string | null,
): Promise<EnvironmentReading | null> {
  if (token === null || !(await holdsCapability(source.backend, token, "environment.read"))) return null;
  return readEnvironment(source, token);
}

async function readEnvironment(source: EnvironmentSource, token: string): Promise<EnvironmentReading> {
  const { env, standIns, backend, figureHistory, now, secrets } = source;
  const [version, dataBytes, answered] = await Promise.all([
    readVersion(),
    folderBytes(env.dataDir),
    readBackend(source, token),
  ]);
  return {
    readAt: now(),
    version,
    nodeVersion: process.versions.node,
    uptimeMs: Math.round(process.uptime() * 1000),
    isDemo: env.isDemo,
    dataBytes,
    engine: backend.figures(),
    backend: answered,
    secrets,
    engineHistory: [...figureHistory.readings()],
    parts: partsOf(env, standIns, mailWords(source)),
    connections: connectionReadings(env.connections),
  };
}

const queueDepths = z.object({
  readAt: z.number(),
  queues: z.array(
    z.object({ name: z.string(), waiting: z.number(), isMore: z.boolean(), firstAt: z.number().nullable() }),
  ),
});

/** What waits in the backend. Its clock is compared with the middle of the time the answer took. */
async function readBackend({ backend, now }: EnvironmentSource, token: string): Promise<BackendReading | null> {
  const sentAt = now();
  const answer = await backend.queryAs(token, "environment/queries:queueDepths").catch(() => null);
  const read = queueDepths.safeParse(answer);
  if (!read.success) return null;
  const { readAt, queues } = read.data;
  return { queues, clockAheadMs: Math.round(readAt - (sentAt + now()) / 2) };
}

async function readVersion(): Promise<string> {
  const description = JSON.parse(await readFile(PACKAGE_FILE, "utf8")) as { version: string };
  return description.version;
}

/** The size of all files below a folder. Files that go while it is read count as nothing. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).slice(0, MAX_FILES);
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(file.parentPath, file.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** How mail fares where a mail server is set. */
function mailWords({ outbox, mail }: Pick<EnvironmentSource, "outbox" | "mail">): string {
  if (outbox.isPaused()) return "SMTP refused the sign-in; mail is paused";
  const domains = mail.relayRefusedTo();
  if (domains.length === 0) return "Delivered over SMTP";
  const named = new Intl.ListFormat("en-GB").format(domains);
  return `The mail server refuses to relay mail to ${named}; the rest is delivered`;
}

/** Each outside part: stand-in, real, or not used; told by what is set. */
function partsOf(env: EnvironmentSource["env"], standIns: Connections, smtp: string): PartReading[] {
  return [
    env.remoteBackend === null
      ? {
          name: "Realtime backend",
          state: "embedded",
          what: "The portal's own engine on SQLite",
          variable: "CONVEX_URL",
        }
      : { name: "Realtime backend", state: "real", what: "A Convex deployment", variable: "CONVEX_URL" },
    { name: "Sign-in", state: "embedded", what: "Accounts in the portal's own database", variable: null },
    env.smtpUrl === null
      ? { name: "Mail", state: "embedded", what: "Kept in a local outbox, not delivered", variable: "SMTP_URL" }
      : { name: "Mail", state: "real", what: smtp, variable: "SMTP_URL" },
    env.auditStream === null
      ? {
          name: "Audit stream",
          state: "off",
          what: "The audit trail stays in the portal",
          variable: "AUDIT_STREAM_URL",
        }
      : {
          name: "Audit stream",
          state: "real",
          what: "Every event is sent on to a collector",
          variable: "AUDIT_STREAM_URL",
        },
    { name: "Error reporting", state: "embedded", what: "Kept in a local list for super admins", variable: null },
    { name: "Product analytics", state: "off", what: "Nothing is recorded", variable: null },
    ...CONNECTED.map((name) => connectionPart(env, standIns, name)),
    {
      name: "Other services",
      state: "off",
      what: "People do their tasks manually, with instructions and evidence",
      variable: null,
    },
  ];
}

function connectionPart(
  { connections }: EnvironmentSource["env"],
  standIns: Connections,
  connector: ConnectedName,
): PartReading {
  const { label } = CONNECTORS[connector];
  const part = { name: label, system: connector, variable: firstVariable(connector) };
  if (connections[connector] !== undefined) return { ...part, state: "real", what: `A ${label} account` };
  if (standIns[connector] !== undefined)
    return { ...part, state: "embedded", what: `A sandbox on this machine that speaks ${label}'s API` };
  return {
    ...part,
    state: "off",
    what: isOperated(connector)
      ? "Not connected: its tasks fail and say so"
      : "Not connected: it is not read, and people do its tasks manually",
  };
}
