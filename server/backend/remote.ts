/** A Convex deployment elsewhere behind the backend port: its HTTP API, with the deploy key. */

import { claimFolder } from "@data-portal/engine";
import { answerOf } from "./answers.ts";
import type { Backend, FunctionArgs } from "./port.ts";

const CALL_TIMEOUT_MS = 15_000;
const READY_TIMEOUT_MS = 3_000;

export interface RemoteOptions {
  readonly url: string;
  readonly deployKey: string;
  readonly fetch?: typeof globalThis.fetch;
}

export function createRemoteBackend(options: RemoteOptions): Backend {
  const doFetch = options.fetch ?? globalThis.fetch;
  async function call(endpoint: string, authorization: string, path: string, args: FunctionArgs): Promise<unknown> {
    const response = await doFetch(`${options.url}${endpoint}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ path, args, format: "json" }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    return answerOf(response, path);
  }
  // One endpoint runs any kind of function, internal ones too, for the holder of the deploy key.
  const asServer = (path: string, args: FunctionArgs = {}) =>
    call("/api/function", `Convex ${options.deployKey}`, path, args);
  return {
    kind: "remote",
    browserUrl: options.url,
    query: asServer,
    mutation: asServer,
    action: asServer,
    queryAs: (token, path, args = {}) => call("/api/query", `Bearer ${token}`, path, args),
    fetch: null,
    handleUpgrade: () => false,
    figures: () => null,
    beginJobs: () => Promise.resolve(),
    isReady: async () => {
      const response = await doFetch(`${options.url}/version`, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) }).catch(
        () => null,
      );
      return response?.ok ?? false;
    },
    deploy: () => Promise.resolve(),
    backup: null,
    close: () => Promise.resolve(),
  };
}

/**
 * The same backend, with the folder of the portal's sign-in its own until it is closed, as an engine's is: nothing is
 * restored beneath it. Throws when another portal runs on the folder.
 */
export function holdingFolder(backend: Backend, dataDir: string): Backend {
  const release = claimFolder(dataDir);
  return {
    ...backend,
    close: async () => {
      await backend.close();
      release();
    },
  };
}
