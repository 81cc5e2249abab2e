/** The root load: who is signed in, asked of the process that serves the page. */

import { createIsomorphicFn, createServerFn } from "@tanstack/react-start";
import type { PortalEnvironment } from "../../../contracts/environment";
import type { AuthAdapter, RootSignIn } from "./adapter";
import { authAdapter } from "./current";

/** What the page starts with. */
export interface RootLoad extends RootSignIn {
  /** Where the realtime backend is, null for this origin. */
  readonly backendUrl: string | null;
  /** Which of a company's portals this is; null where the process did not say. */
  readonly environmentName: PortalEnvironment | null;
}

/** What the host process hands to server functions with every request. */
interface HostContext {
  readonly portal?: Pick<RootLoad, "backendUrl" | "environmentName"> & {
    readonly signInState: () => Promise<RootSignIn>;
  };
}

const NOBODY: RootLoad = { userId: null, token: null, backendUrl: null, environmentName: null };

/** GET: user id and token of the request's session; nobody on any error. */
const readRootSignIn = createServerFn({ method: "GET" }).handler(async ({ context }): Promise<RootLoad> => {
  // The host passes its context beside the request, where the router's types do not see it.
  const { portal } = (context ?? {}) as HostContext;
  if (portal === undefined) return NOBODY;
  const { userId, token } = await portal.signInState().catch(() => NOBODY);
  const { backendUrl, environmentName } = portal;
  return { userId, token, backendUrl, environmentName };
});

let startedWith: RootLoad | null = null;

/** In the page the answer is asked for once; later navigations read the adapter, which is kept current. */
async function loadInPage(): Promise<RootLoad> {
  const adapter = authAdapter();
  if (adapter.state().status === "unknown") {
    startedWith = await readRootSignIn().catch(() => NOBODY);
    adapter.adopt(startedWith);
  }
  const state = adapter.state();
  const { backendUrl, environmentName } = startedWith ?? NOBODY;
  if (state.status !== "signed-in") return { userId: null, token: null, backendUrl, environmentName };
  return { userId: state.userId, token: null, backendUrl, environmentName };
}

/** For the root route's `beforeLoad`. */
export const loadRoot = createIsomorphicFn()
  .server((): Promise<RootLoad> => readRootSignIn().catch(() => NOBODY))
  .client((): Promise<RootLoad> => loadInPage());

/** Takes over what the server rendered the page with; only the first time counts. */
export function adoptRoot(adapter: AuthAdapter, load: RootLoad): void {
  // On the server this module is shared by everybody's requests: nothing of one may stay.
  if (typeof window !== "undefined") startedWith ??= load;
  adapter.adopt(load);
}
