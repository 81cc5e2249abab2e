/** A test world that has the demo's functions beside the portal's. */

import { anyApi, type ApiFromModules } from "convex/server";
import { aWorld } from "../../e2e/support/functions-world";
import * as account from "./account";
import * as heartbeat from "./heartbeat";
import * as seed from "./seed";

type Modules = {
  readonly account: typeof account;
  readonly heartbeat: typeof heartbeat;
  readonly seed: typeof seed;
};

/** References to the demo's functions, by the names the host calls them by. */
export const demoFunctions = (anyApi as unknown as { readonly demo: ApiFromModules<Modules> }).demo;

/** An empty world, into which a demo can be told. */
export const aDemoWorld = () => aWorld({ "demo/account": account, "demo/heartbeat": heartbeat, "demo/seed": seed });
