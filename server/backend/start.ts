/** Starts the backend the environment names, with the variables its functions read. */

import { join } from "node:path";
import type { EngineOptions, RefusedCall } from "@data-portal/engine";
import type { Log } from "../lib/log.ts";
import { type Connections, connectionVariables } from "../settings/connected.ts";
import type { Env, RemoteBackend } from "../settings/env.ts";
import { prepareDeployment } from "./deployment.ts";
import { createEmbeddedBackend } from "./embedded.ts";
import type { Backend, BackendModules } from "./port.ts";
import { createRemoteBackend, holdingFolder } from "./remote.ts";

/** What a backend is started with. */
export interface BackendOptions {
  readonly env: Env;
  readonly log: Log;
  readonly modules: BackendModules;
  /** What a demo brings: its functions, and connections to what it stands in for. */
  readonly demo: { readonly modules: BackendModules; readonly standIns: Connections } | null;
  readonly isDevelopment?: boolean;
}

interface BackendParts {
  /** Who tokens are checked with, and one to try that with. */
  readonly auth: { readonly jwksDataUri: string; probeToken(): Promise<string> };
  /** Ceilings of the embedded engine. */
  readonly limits: EngineOptions["limits"];
  readonly onRefusedCall: (refused: RefusedCall) => void;
}

/** What the functions read from the environment, wherever they run. */
function functionsEnv(env: Env): Record<string, string> {
  return {
    PROTECTED_ACCOUNTS: env.protectedAccounts.join(","),
    INACTIVE_AFTER_DAYS: String(env.inactiveAfterDays ?? ""),
    INACTIVE_EXEMPT: env.inactiveExempt.join(","),
    PUBLISH_BY_SECOND_PERSON: env.publishBySecondPerson ? "1" : "0",
    ...connectionVariables(env.connections),
  };
}

async function connectDeployment(
  { env, modules, log }: BackendOptions,
  remote: RemoteBackend,
  auth: BackendParts["auth"],
): Promise<Backend> {
  await prepareDeployment({
    ...remote,
    modules,
    // What is not said here stays as it was set there; a connection is said whole.
    variables: { ...functionsEnv(env), ...(env.auditKeep === null ? {} : { AUDIT_KEEP: env.auditKeep }) },
    signIn: { issuer: env.authIssuer, jwksDataUri: auth.jwksDataUri, token: auth.probeToken },
    onVariablesSet: (names) => log.info({ names }, "set variables of the deployment"),
  });
  return holdingFolder(createRemoteBackend(remote), env.dataDir);
}

/** The backend of this installation: the engine inside the process, or a deployment elsewhere once it is ready. */
export async function startBackend(
  options: BackendOptions,
  { auth, onRefusedCall, limits }: BackendParts,
): Promise<Backend> {
  const { env, modules, demo, log, isDevelopment = false } = options;
  if (env.remoteBackend !== null) return connectDeployment(options, env.remoteBackend, auth);
  return createEmbeddedBackend({
    modules: { ...modules, ...demo?.modules },
    log,
    redactErrors: !isDevelopment,
    onRefusedCall,
    limits,
    holdsJobs: true,
    dataDir: join(env.dataDir, "engine"),
    env: {
      AUTH_ISSUER: env.authIssuer,
      AUTH_JWKS: auth.jwksDataUri,
      PORTAL_DATA_DIR: env.dataDir,
      COMPANY_DOMAIN: env.companyDomain,
      TEST_ADDRESSES: env.testAddresses.join(","),
      AUDIT_KEEP: env.auditKeep ?? "",
      // Only the process of a demo can load one.
      PORTAL_DEMO: demo === null ? "0" : "1",
      ...Object.assign({}, ...Object.values(demo?.standIns ?? {})),
      ...functionsEnv(env),
    },
  });
}
