/** Starts the backend the environment names, with the variables its functions read. */

import { join } from "node:path";
import type { RefusedCall } from "@data-portal/engine";
import type { AuthService } from "../auth/service.ts";
import { connectionVariables } from "../connections.ts";
import type { Demo } from "../demo-port.ts";
import type { Env, RemoteBackend } from "../env.ts";
import { engineLimits } from "../http/limits.ts";
import type { Log } from "../log.ts";
import { prepareDeployment } from "./deployment.ts";
import { createEmbeddedBackend } from "./embedded.ts";
import type { Backend, BackendModules } from "./port.ts";
import { createRemoteBackend, holdingFolder } from "./remote.ts";

/** What a backend is started with. */
export interface BackendOptions {
  readonly env: Env;
  readonly log: Log;
  readonly modules: BackendModules;
  readonly demo: Demo | null;
  readonly isDevelopment?: boolean;
}

interface BackendParts {
  readonly auth: Pick<AuthService, "jwksDataUri" | "probeToken">;
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
export async function startBackend(options: BackendOptions, { auth, onRefusedCall }: BackendParts): Promise<Backend> {
  const { env, modules, demo, log, isDevelopment = false } = options;
  if (env.remoteBackend !== null) return connectDeployment(options, env.remoteBackend, auth);
  return createEmbeddedBackend({
    modules: { ...modules, ...demo?.modules },
    log,
    redactErrors: !isDevelopment,
    onRefusedCall,
    limits: engineLimits(env.addressLimitFactor),
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
