/** Vector search, for actions and HTTP actions. */

import { writtenTable } from "../../transactions/schema/names.ts";
import { isJsonObject } from "../../values/json.ts";
import type { Syscall, SyscallTable } from "../execution.ts";
import { runOutsideScope } from "../globals/scope.ts";

const vectorSearch: Syscall = async ({ component, tree: { host } }, { query }) => {
  if (!isJsonObject(query) || typeof query["indexName"] !== "string")
    throw new Error("Malformed vector query: no index name");
  // An index is named `table.index`, and only the table is the component's business.
  const [table = "", ...rest] = query["indexName"].split(".");
  const own = { ...query, indexName: [writtenTable(component, table), ...rest].join(".") };
  const results = await runOutsideScope(() => host.vectors.searchVectors(own, host.limits));
  return JSON.stringify({ results });
};

export const actionVectors: SyscallTable["async"] = { "1.0/actions/vectorSearch": vectorSearch };
