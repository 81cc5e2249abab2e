/** Who is calling, what is running, and the operations this engine declines. */

import { readSigningRequest } from "../../auth/signing.ts";
import type { Syscall, SyscallTable } from "../execution.ts";
import { runOutsideScope } from "../globals/scope.ts";
import { displayName } from "../modules/paths.ts";

function declined(what: string): SyscallTable["async"][string] {
  return () => {
    throw new Error(`${what} is not supported by this engine.`);
  };
}

const everywhere: SyscallTable["async"] = {
  "1.0/getUserIdentity": (execution) => JSON.stringify(execution.readIdentity()),
  "1.0/getFunctionMetadata": ({ path, component }) =>
    JSON.stringify({ name: displayName(path), componentPath: component }),
  "1.0/getDeploymentMetadata": ({ tree }) =>
    // The smallest of the classes the client's type knows.
    JSON.stringify({ name: tree.host.instanceName, region: null, class: "s16" }),
  "1.0/auditLog": ({ tree, path }, args) => {
    tree.host.logger.info("audit log", { path, body: args["body"] });
    return "null";
  },
};

const requestMetadata: SyscallTable["async"] = {
  "1.0/getRequestMetadata": ({ tree: { origin, named, jobId } }) =>
    JSON.stringify({
      ip: origin.ip,
      userAgent: origin.userAgent,
      requestId: named.requestId,
      scheduledFunctionId: jobId,
      authToken: null,
    }),
};

/** Both kinds of transaction. */
export const transactionMeta: SyscallTable["async"] = {
  ...everywhere,
  "1.0/getTransactionMetrics": ({ tree }) => {
    const { read, host } = tree;
    if (read === null) throw new Error("Unknown async operation 1.0/getTransactionMetrics");
    const ceilings: Readonly<Record<string, number>> = host.ceilings;
    const metrics = Object.entries(read.usage).map(([name, used]) => {
      const ceiling = ceilings[name] ?? used;
      return [name, { used, remaining: Math.max(0, ceiling - used) }];
    });
    return JSON.stringify(Object.fromEntries(metrics));
  },
};

/** A component's tokens have an issuer of their own. */
const signJwt: Syscall = async (execution, args) => {
  const { host } = execution.tree;
  const { component } = execution;
  const asked = readSigningRequest(args);
  const cloudUrl = execution.env["CONVEX_CLOUD_URL"] ?? "";
  const issuer = component === "" ? cloudUrl : `${cloudUrl}/components/${component}`;
  const nowMs = execution.nowMs();
  return JSON.stringify(await runOutsideScope(() => host.signer.sign(asked, issuer, nowMs)));
};

/** Mutations only. */
export const mutationMeta: SyscallTable["async"] = {
  ...requestMetadata,
  "1.0/signJwt": signJwt,
};

/** Actions and HTTP actions. */
export const actionMeta: SyscallTable["async"] = {
  ...everywhere,
  ...requestMetadata,
  "1.0/createServiceToken": declined("A managed service"),
  "1.0/getServiceUrl": declined("A managed service"),
};
