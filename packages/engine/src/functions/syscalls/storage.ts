/** ctx.storage: files by id or URL name, in transactions and in actions. */

import type { ReadTransaction, WriteTransaction } from "../../transactions/types.ts";
import { isJsonObject, type Json } from "../../values/json.ts";
import type { Execution, JsSyscall, Syscall, SyscallTable } from "../execution.ts";
import { hexOf, type FileEffects, type FileRow } from "../files/files.ts";
import { runOutsideScope } from "../globals/scope.ts";

type Args = Record<string, unknown>;

function storageIdOf(args: Args, operation: string): string {
  const { storageId } = args;
  if (typeof storageId !== "string")
    throw new Error(`Invalid argument \`storageId\` for \`storage.${operation}\`: expected a string`);
  return storageId;
}

/** Reads in the function's own transaction, or, in an action, from the newest state. */
function reading<T>({ tree }: Execution, body: (tx: ReadTransaction) => T): T {
  if (tree.read !== null) return body(tree.read);
  const snapshot = tree.host.snapshot();
  try {
    return body(snapshot.begin());
  } finally {
    snapshot.release();
  }
}

function found(execution: Execution, args: Args, operation: string): FileRow | null {
  const { files } = execution.tree.host;
  return reading(execution, (tx) => files.find(tx, storageIdOf(args, operation), operation, execution.component));
}

/** Reading the variable makes it a dependency, as in the function's own code. */
function apiUrl(execution: Execution): string {
  return `${execution.env["CONVEX_CLOUD_URL"] ?? ""}/api/storage`;
}

const readSyscalls: SyscallTable["async"] = {
  "1.0/storageGetUrl": (execution, args) => {
    const row = found(execution, args, "getUrl");
    if (row === null) return "null";
    const { component } = execution;
    const whose = component === "" ? "" : `?component=${encodeURIComponent(component)}`;
    return JSON.stringify(`${apiUrl(execution)}/${row.internalId}${whose}`);
  },
  "1.0/storageGetMetadata": (execution, args) => {
    const row = found(execution, args, "getMetadata");
    if (row === null) return "null";
    const { internalId: storageId, size, contentType = null } = row;
    return JSON.stringify({ storageId, sha256: hexOf(row), size, contentType });
  },
};

const generateUploadUrl: Syscall = (execution) =>
  JSON.stringify(
    `${apiUrl(execution)}/upload?token=${execution.tree.host.files.uploadTokens.issue(execution.component)}`,
  );

function remove({ tree, component }: Execution, tx: WriteTransaction, args: Args, effects: FileEffects): void {
  const storageId = storageIdOf(args, "delete");
  const row = tree.host.files.find(tx, storageId, "delete", component);
  if (row === null) throw new Error(`storage id ${storageId} not found`);
  tree.host.files.remove(tx, row, effects);
}

function writing(execution: Execution): WriteTransaction {
  const { write } = execution.tree;
  if (write === null || execution.kind !== "mutation")
    throw new Error("Only mutations and actions can change stored files");
  return write;
}

function optionalText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

const storeInMutation: Syscall = async (execution, args) => {
  const tx = writing(execution);
  const { host, fileEffects } = execution.tree;
  const own: FileEffects = { claims: [], removed: [] };
  const content = [Buffer.from(String(args["blob"]), "base64")];
  const file = {
    content,
    contentType: optionalText(args["contentType"]),
    expectedSha256: optionalText(args["sha256"]),
    maxBytes: host.limits.mutationFileBytes,
    owner: execution.component,
  };
  const claim = await runOutsideScope(() => host.files.put(file, own)).finally(() => {
    // A mutation that was given up meanwhile settles nothing any more.
    if (execution.isOver) host.files.settle(own);
    else fileEffects.claims.push(...own.claims);
  });
  return JSON.stringify(host.files.insert(tx, claim, file));
};

const getInMutation: Syscall = async (execution, args) => {
  const row = found(execution, args, "get");
  if (row === null) return "null";
  const { host } = execution.tree;
  if (row.size > host.limits.mutationFileBytes) {
    throw new Error(
      `The file is too large to be read in a mutation (limit: ${host.limits.mutationFileBytes} bytes). Read it in an action.`,
    );
  }
  const blob = (await runOutsideScope(() => host.files.contentOf(row))).toString("base64");
  return JSON.stringify({ blob, contentType: row.contentType ?? null });
};

const deleteFromAction: Syscall = async (execution, args) => {
  const { files, committer } = execution.tree.host;
  await runOutsideScope(() =>
    files.inOwnTransaction((effects) => committer.run(async (tx) => remove(execution, tx, args, effects))),
  );
  return "null";
};

const storeBlob: JsSyscall = async ({ tree, component }, args) => {
  const { blob, options } = args;
  if (!(blob instanceof Blob)) throw new Error("store() expects a Blob");
  const sha256 = isJsonObject(options as Json) ? optionalText((options as Args)["sha256"]) : null;
  const { files, limits } = tree.host;
  // The types of Node and of the DOM disagree about whether a stream can be iterated; it can.
  const content = blob.stream() as unknown as AsyncIterable<Uint8Array>;
  return await runOutsideScope(() =>
    files.store({
      content,
      contentType: optionalText(blob.type),
      expectedSha256: sha256,
      maxBytes: limits.fileBytes,
      owner: component,
    }),
  );
};

const getBlob: JsSyscall = async (execution, args) => {
  const row = found(execution, args, "get");
  if (row === null) return null;
  const content = await runOutsideScope(() => execution.tree.host.files.contentOf(row));
  return new Blob([content], { type: row.contentType ?? "" });
};

/** Queries read. */
export const queryStorage = readSyscalls;

/** Mutations also change, within their transaction. */
export const mutationStorage: SyscallTable["async"] = {
  "1.0/storageGenerateUploadUrl": generateUploadUrl,
  "1.0/storageDelete": (execution, args) => {
    remove(execution, writing(execution), args, execution.tree.fileEffects);
    return "null";
  },
  "1.0/storageStore": storeInMutation,
  "1.0/storageGet": getInMutation,
};

/** Actions change at once. */
export const actionStorage: SyscallTable["async"] = {
  ...readSyscalls,
  "1.0/storageGenerateUploadUrl": generateUploadUrl,
  "1.0/storageDelete": deleteFromAction,
};

/** Actions hand contents over as they are. */
export const actionStorageJs: SyscallTable["js"] = { "storage/storeBlob": storeBlob, "storage/getBlob": getBlob };
