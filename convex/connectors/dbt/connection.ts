/** Reading dbt Cloud over its administrative API: one job, and the manifest of its newest good run. Nothing is written. */

import { SECOND_MS } from "../../lib/pure/time";
import { ConnectorError, type Health, type OwnedModels, type ReadSystem } from "../contract/contract";
import type { SettingValues } from "../contract/manifest";
import {
  anotherSystem,
  type Answered,
  objectOf,
  readingOf,
  type ReadingRuntime,
  type Refusal,
  textOrNull,
} from "../contract/reading";
import { realRuntime } from "../contract/runtime";
import type { settings } from "./manifest";

const CALL_TIMEOUT_MS = 60 * SECOND_MS;
/** A manifest of a large project has some tens of megabytes. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const SUCCEEDED = 10;
/** What of a project holds data somebody owns. */
const HELD = ["model", "seed", "snapshot", "source"];

const PLACE = { system: "dbt Cloud", settings: { url: "DBT_URL", token: "DBT_TOKEN" } } as const;
/** dbt Cloud says the same of what is not there and of what the token may not see. */
const NOT_SHOWN: Refusal = {
  kind: "admin-fixable",
  code: "not-found",
  message:
    "dbt Cloud shows the portal’s token no such job, or no manifest of it. Whoever runs the portal checks DBT_ACCOUNT and DBT_JOB.",
};

/** dbt Cloud as the settings say. Nothing is sent before the first use. */
export function connectDbt(
  values: SettingValues<typeof settings>,
  runtime: ReadingRuntime = realRuntime,
): ReadSystem & Required<Pick<ReadSystem, "readOwners">> {
  const account = `/api/v2/accounts/${encodeURIComponent(values.DBT_ACCOUNT)}`;
  const job = encodeURIComponent(values.DBT_JOB);
  const read = readingOf(
    {
      ...PLACE,
      url: values.DBT_URL,
      authorization: `Token ${values.DBT_TOKEN}`,
      timeoutMs: CALL_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      refusals: { 403: NOT_SHOWN, 404: NOT_SHOWN },
    },
    runtime,
  );

  return {
    async readOwners(): Promise<OwnedModels> {
      const query = `job_definition_id=${job}&status=${SUCCEEDED}&order_by=-id&limit=1`;
      const { data } = await read(`${account}/runs/?${query}`);
      if (!Array.isArray(data)) throw anotherSystem(PLACE);
      const run = objectOf(data[0])?.["id"];
      if (data.length === 0)
        throw new ConnectorError("user-fixable", "not-found", "This job of dbt Cloud has no successful run yet.");
      if (typeof run !== "number") throw anotherSystem(PLACE);
      return modelsIn(await read(`${account}/runs/${run}/artifacts/manifest.json`));
    },
    async health(): Promise<Health> {
      const data = objectOf((await read(`${account}/jobs/${job}/`))["data"]);
      const name = data?.["name"];
      if (typeof name !== "string") throw anotherSystem(PLACE);
      return { isHealthy: true, facts: [{ subject: "Job", value: name }], problems: [] };
    },
  };
}

function modelsIn({ nodes, sources }: Answered): OwnedModels {
  const entries: unknown[] = [...Object.values(listed(nodes)), ...Object.values(listed(sources))];
  const all = entries.map(objectOf).filter((one) => one !== null);
  const held = all.filter(({ resource_type: type }) => typeof type === "string" && HELD.includes(type));
  return {
    total: held.length,
    models: held.flatMap((node) => {
      // Since 1.10 it stands in the configuration; older manifests have it beside that.
      const meta = { ...objectOf(node["meta"]), ...objectOf(objectOf(node["config"])?.["meta"]) };
      const domain = textOrNull(meta["domain"]);
      const owner = textOrNull(meta["owner"]) ?? textOrNull(objectOf(meta["owner"])?.["email"]);
      return domain === null && owner === null ? [] : [{ name: textOrNull(node["name"]) ?? "?", domain, owner }];
    }),
  };
}

function listed(value: unknown): Answered {
  const object = objectOf(value);
  if (object === null) throw anotherSystem(PLACE);
  return object;
}
