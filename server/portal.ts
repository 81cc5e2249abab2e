/**
 * The composition root: builds the parts in order and stops them in reverse. Everything that differs
 * between production and development comes in as an argument.
 */

import { once } from "node:events";
import type { Server } from "node:http";
import { systemClock } from "@data-portal/engine";
import * as z from "zod";
import { startAuditStream } from "./audit-stream.ts";
import { createRateLimiter } from "./auth/rate-limit.ts";
import { createAuthService, type AuthService } from "./auth/service.ts";
import { createNotices, type Notices, underOneKey } from "./backend/notices.ts";
import type { Backend, BackendModules, FunctionArgs } from "./backend/port.ts";
import { startBackend } from "./backend/start.ts";
import { listBackups, refuseHalfRestored } from "./data/backup.ts";
import { keepForOwner } from "./data/owner-only.ts";
import { scheduleBackups, type BackupSchedule } from "./data/schedule.ts";
import type { Demo } from "./demo-port.ts";
import { environmentFor } from "./environment.ts";
import { keepFigures } from "./figure-history.ts";
import { openClientErrorSink } from "./http/client-errors.ts";
import { engineLimits } from "./http/limits.ts";
import { createPortalServer } from "./http/portal-server.ts";
import type { AppHandler, PortalParts } from "./http/routes.ts";
import { createSite } from "./http/site.ts";
import type { StaticFiles } from "./http/static.ts";
import type { Log } from "./lib/log.ts";
import { createMailDelivery, createSmtpTransport, type MailRecord } from "./mail/delivery.ts";
import { startOutboxSender } from "./mail/outbox-sender.ts";
import type { MailPort } from "./mail/port.ts";
import { migrateDocuments } from "./migrations.ts";
import { firstAdmin } from "./people.ts";
import { personSessionsFor } from "./person-sessions.ts";
import { createRefusalRecorder } from "./refusals.ts";
import { noteSecrets } from "./secrets.ts";
import type { Env } from "./settings/env.ts";
import { watchShutOuts } from "./shut-out-watch.ts";

export interface PortalOptions {
  readonly env: Env;
  readonly log: Log;
  readonly modules: BackendModules;
  /** Null: the portal begins empty, with its first super admin. */
  readonly demo: Demo | null;
  readonly app: AppHandler;
  readonly files: StaticFiles;
  /** A developer reads the texts of failed functions in the page and lets Vite inject scripts; nobody else may. */
  readonly isDevelopment?: boolean;
  /** Lines a person starting the portal should read. */
  readonly print: (text: string) => void;
}

export interface Portal {
  /** Where it answers. */
  readonly url: string;
  readonly backend: Backend;
  close(): Promise<void>;
}

const MAX_STOP_MS = 5_000;

const accountState = z.enum(["open", "closed", "sessionOver"]);
const refusedEmail = z.union([z.null(), z.object({ code: z.enum(["taken", "fixed"]), message: z.string() })]);

/** Starts everything and resolves when the portal answers. */
export async function startPortal(options: PortalOptions): Promise<Portal> {
  const { env, log } = options;
  refuseHalfRestored(env.dataDir);
  const server = createPortalServer(log);
  // Listening comes first: it tells whether the port is free, and which one it is when any will do.
  const port = await listen(server.server, env);
  keepForOwner(
    [env.dataDir, ...(env.backup === null ? [] : listBackups(env.backup.dir).map(({ path }) => path))],
    (message) => log.warn(message),
  );
  const url = env.publicUrl ?? `http://localhost:${port}`;
  const parts = await buildParts(options, url).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  server.open(parts.forServer);
  options.print(`\n  Data Portal is ready: ${url}\n`);
  return {
    url,
    backend: parts.forServer.backend,
    async close() {
      await server.close();
      await parts.close();
    },
  };
}

interface BuiltParts {
  readonly forServer: PortalParts;
  close(): Promise<void>;
}

/** Builds everything; where that fails, what was built by then is closed: the data folder is free, and no timer runs. */
async function buildParts(options: PortalOptions, url: string): Promise<BuiltParts> {
  const started: Started = { backend: null, auth: null };
  try {
    return await assemble(options, url, started);
  } catch (error) {
    await started.backend?.close();
    started.auth?.close();
    throw error;
  }
}

interface Started {
  backend: Backend | null;
  auth: AuthService | null;
}

async function assemble(options: PortalOptions, url: string, started: Started): Promise<BuiltParts> {
  const { env, log, demo } = options;
  const notices = createNotices({ warn: (message) => log.warn(message) });
  // The backend needs the sign-in's keys to start, and the sign-in reports to the backend.
  const { call, ask, change } = callsOf(started);
  const mail = createMail(options, (record) =>
    notices.deliver("mail", () => call("notifications/internal:recordMail", { ...record })),
  );
  const auth = await createAuth(options, { url, mail, notices, call, ask, change });
  started.auth = auth;
  const onRefusedCall = createRefusalRecorder({
    limiter: createRateLimiter({ now: Date.now }),
    send: (report) =>
      notices.send(
        "refusal",
        underOneKey((key) => call("audit/internal:recordRefusal", { ...report, key })),
      ),
  });
  const limits = engineLimits(env.addressLimitFactor);
  const backend = await startBackend(options, { auth, onRefusedCall, limits });
  started.backend = backend;
  const clientErrors = openClientErrorSink({ dataDir: env.dataDir, now: Date.now });
  await makeReady(options, backend, auth);
  const backups = createBackups(options, backend);
  const standIns = demo?.standIns ?? {};
  const secrets = noteSecrets(env.dataDir, env, Date.now());
  const figureHistory = keepFigures(() => backend.figures(), systemClock);
  const outbox = startOutboxSender({ backend, mail, ...addressesOf(env), portalUrl: url, log, now: Date.now });
  const shutOuts = watchShutOuts({
    backend,
    shutOut: auth.shutOut,
    carryOut: auth.carryOut,
    sendPasswordLink: auth.sendPasswordLink,
    unlock: auth.unlock,
    mailCorrection: auth.mailCorrection,
    openInvited: auth.openInvited,
    log,
  });
  const auditStream = env.auditStream && startAuditStream({ backend, target: env.auditStream, log });
  return {
    forServer: {
      auth,
      backend,
      clientErrors,
      log,
      environmentFor: (token) =>
        environmentFor({ env, standIns, backend, outbox, mail, secrets, figureHistory, now: Date.now }, token),
      personSessionsFor: (token, personId) =>
        personSessionsFor({ backend, sessionsOf: auth.sessionsOf }, token, personId),
      environmentName: env.environment,
      site: createSite({ publicUrl: env.publicUrl, host: env.host, trustProxy: env.trustProxy }),
      app: options.app,
      files: options.files,
      limiter: createRateLimiter({ now: Date.now }),
      ...{ mailIn: env.mailIn, mail },
      addressLimitFactor: env.addressLimitFactor,
      hasStrictPolicy: options.isDevelopment !== true,
    },
    async close() {
      figureHistory.close();
      await withinTime(
        Promise.all([
          demo?.rest(),
          outbox.close(),
          shutOuts.close(),
          auditStream?.close(),
          notices.idle(),
          mail.idle(),
        ]),
        MAX_STOP_MS,
      );
      await mail.close();
      await backups?.close();
      await backend.close();
      await demo?.close();
      auth.close();
      clientErrors.close();
    },
  };
}

/** What is done before anybody is served. */
async function makeReady(options: PortalOptions, backend: Backend, { provisioning }: AuthService): Promise<void> {
  await migrateDocuments(backend, options.log);
  // Of the embedded engine: none meets a row of an older version.
  await backend.beginJobs();
  await backend.mutation("audit/internal:sealChain");
  await backend.mutation("catalog/internal:install");
  await (options.demo ?? firstAdmin(options)).open({ backend, provisioning });
  // Only ordered: a system that hangs does not hold up the start.
  await backend.mutation("services/internal:readSoon");
}

/** Who mail comes from, and where answers go. */
function addressesOf({ mailFrom, mailIn }: Env) {
  return { mailFrom, mailbox: mailIn?.address ?? null };
}

/** The calls of parts that are there before the backend is. */
function callsOf(started: { readonly backend: Backend | null }) {
  const backend = (): Backend => {
    if (started.backend === null) throw new Error("the backend has not started");
    return started.backend;
  };
  const change: BackendQuery = async (path, args) => backend().mutation(path, args);
  const ask: BackendQuery = async (path, args) => backend().query(path, args);
  const call: BackendCall = async (path, args) => void (await change(path, args));
  return { call, ask, change };
}

type BackendCall = (path: string, args: FunctionArgs) => Promise<void>;
type BackendQuery = (path: string, args: FunctionArgs) => Promise<unknown>;

function createMail({ env, demo, log, print }: PortalOptions, record: (record: MailRecord) => Promise<void>): MailPort {
  return createMailDelivery({
    transport: env.smtpUrl === null ? null : createSmtpTransport(env.smtpUrl, env.mailFrom),
    record,
    log: { info: print, warn: (message) => log.warn(message) },
    printsLinks: demo !== null,
  });
}

function createAuth(
  { env, log }: PortalOptions,
  parts: { url: string; mail: MailPort; notices: Notices; call: BackendCall; ask: BackendQuery; change: BackendQuery },
): Promise<AuthService> {
  const { url, mail, notices, call, ask, change } = parts;
  return createAuthService({
    dataDir: env.dataDir,
    baseUrl: url,
    issuer: env.authIssuer,
    companyDomain: env.companyDomain,
    testAddresses: env.testAddresses,
    breachedPasswordCheck: env.breachedPasswordCheck,
    sessionMaxAgeMs: env.sessionMaxAgeMs,
    addressLimitFactor: env.addressLimitFactor,
    hasPrivateAccounts: env.hasPrivateAccounts,
    mail,
    log,
    backend: {
      recordStepUp: (session) => call("people/internal:recordStepUp", { ...session }),
      isImpersonating: async (one) => z.boolean().parse(await ask("people/internal:isImpersonating", { ...one })),
      isInvited: async (email) => z.boolean().parse(await ask("invitations/internal:isInvited", { email })),
      renewInvitation: async (email) => z.boolean().parse(await change("invitations/internal:renew", { email })),
      acceptInvitation: (account) => call("invitations/internal:accept", { ...account }),
      whyNotEmail: async (account) => refusedEmail.parse(await ask("people/internal:whyNotEmail", { ...account })),
      changeEmail: async (account) => refusedEmail.parse(await change("people/internal:changeEmail", { ...account })),
      confirmCorrection: async (account) => refusedEmail.parse(await change("emails/internal:confirm", { ...account })),
      keepEmail: async (account) => z.boolean().parse(await change("emails/internal:keep", { ...account })),
      accountStateOf: async (account) =>
        accountState.parse(await ask("people/internal:accountStateOf", { ...account })),
    },
    onSessionEnded: (session) =>
      notices.send("ended session", () => call("people/internal:endSession", { ...session })),
    onSecurityEvent: (event) =>
      notices.send(
        "security event",
        underOneKey((key) => call("audit/internal:recordSecurityEvent", { ...event, key })),
      ),
  });
}

function createBackups({ env, log }: PortalOptions, backend: Backend): BackupSchedule | null {
  if (env.backup === null) return null;
  const engine = backend.backup === null ? null : { backup: backend.backup };
  return scheduleBackups({ settings: env.backup, source: { dataDir: env.dataDir, engine }, clock: systemClock, log });
}

async function listen(server: Server, { host, port }: Env): Promise<number> {
  server.listen(port, host);
  await once(server, "listening"); // rejects with its first error
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

async function withinTime(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise: timeUp, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work, timeUp]);
  clearTimeout(timer);
}
