/** Reading dbt Cloud over its administrative API: one job, and the manifest of its newest good run. Nothing is written. */

import { SECOND_MS } from "../../lib/pure/time";
import { ConnectorError, type Health, type OwnedModels, type ReadSystem } from "../contract/contract";
import type { SettingValues } from "../contract/manifest";
import { realRuntime, type Runtime } from "../contract/runtime";
import type { settings } from "./manifest";

const CALL_TIMEOUT_MS = 60 * SECOND_MS;
/** A manifest of a large project has some tens of megabytes. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const SUCCEEDED = 10;
/** What of a project holds data somebody owns. */
const HELD = ["model", "seed", "snapshot", "source"];

type Answered = Readonly<Record<string, unknown>>;

/** dbt Cloud as the settings say. Nothing is sent before the first use. */
export function connectDbt(
  values: SettingValues<typeof settings>,
  runtime: Pick<Runtime, "fetch" | "deadline"> = realRuntime,
): ReadSystem & Required<Pick<ReadSystem, "readOwners">> {
  const account = `/api/v2/accounts/${encodeURIComponent(values.DBT_ACCOUNT)}`;
  const job = encodeURIComponent(values.DBT_JOB);

  async function read(path: string): Promise<Answered> {
    const { signal, clear } = runtime.deadline(CALL_TIMEOUT_MS);
    try {
      const response = await runtime.fetch(new URL(path, checkedOrigin(values.DBT_URL)), {
        headers: {
          authorization: `Token ${values.DBT_TOKEN}`,
          accept: "application/json",
          "user-agent": "data-portal/1.0",
        },
        redirect: "manual",
        signal,
      });
      const no = failureOf(response);
      if (no) throw no;
      const body = objectOf(jsonIn(await textOf(response)));
      if (response.status >= 300 || body === null) throw notDbt();
      return body;
    } catch (error) {
      if (error instanceof ConnectorError) throw error;
      throw signal.aborted
        ? new ConnectorError("transient", "timeout", "dbt Cloud did not answer in time.")
        : new ConnectorError("transient", "unreachable", "dbt Cloud cannot be reached.");
    } finally {
      clear();
    }
  }

  return {
    async readOwners(): Promise<OwnedModels> {
      const query = `job_definition_id=${job}&status=${SUCCEEDED}&order_by=-id&limit=1`;
      const { data } = await read(`${account}/runs/?${query}`);
      if (!Array.isArray(data)) throw notDbt();
      const run = objectOf(data[0])?.["id"];
      if (data.length === 0)
        throw new ConnectorError("user-fixable", "not-found", "This job of dbt Cloud has no successful run yet.");
      if (typeof run !== "number") throw notDbt();
      return modelsIn(await read(`${account}/runs/${run}/artifacts/manifest.json`));
    },
    async health(): Promise<Health> {
      const data = objectOf((await read(`${account}/jobs/${job}/`))["data"]);
      const name = data?.["name"];
      if (typeof name !== "string") throw notDbt();
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
      const domain = textIn(meta["domain"]);
      const owner = textIn(meta["owner"]) ?? textIn(objectOf(meta["owner"])?.["email"]);
      return domain === null && owner === null ? [] : [{ name: textIn(node["name"]) ?? "?", domain, owner }];
    }),
  };
}

function listed(value: unknown): Answered {
  const object = objectOf(value);
  if (object === null) throw notDbt();
  return object;
}

/** The address without a path. A token is sent over a line others can read to this machine alone. */
function checkedOrigin(url: string): string {
  const address = URL.canParse(url) ? new URL(url) : null;
  const isLocal = address?.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(address.hostname);
  if (address !== null && (address.protocol === "https:" || isLocal)) return address.origin;
  throw new ConnectorError("admin-fixable", "bad-address", "The address of dbt Cloud must start with https://.");
}

/** The whole answer, as long as it is not too long: nothing after that is waited for. */
async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for (const reader = body?.getReader(); reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      await reader.cancel();
      throw new ConnectorError("admin-fixable", "too-large", "The manifest of this job is too large to be read.");
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function objectOf(value: unknown): Answered | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Answered) : null;
}

function textIn(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

function notDbt(): ConnectorError {
  return new ConnectorError(
    "admin-fixable",
    "not-dbt",
    "The address answers, but not as dbt Cloud does. Whoever runs the portal checks DBT_URL.",
  );
}

/** What a status means; null for an answer. */
function failureOf({ status }: Response): ConnectorError | null {
  if (status >= 200 && status < 400) return null;
  if (status === 401)
    return new ConnectorError(
      "admin-fixable",
      "credential-refused",
      "dbt Cloud refused the portal’s token. Whoever runs the portal sets a new DBT_TOKEN.",
    );
  if (status === 403 || status === 404)
    return new ConnectorError(
      "admin-fixable",
      "not-found",
      "dbt Cloud shows the portal’s token no such job, or no manifest of it. Whoever runs the portal checks DBT_ACCOUNT and DBT_JOB.",
    );
  if (status === 408 || status === 429 || status >= 500)
    return new ConnectorError("transient", "unavailable", "dbt Cloud is unavailable at the moment.");
  return new ConnectorError("bug", "answer-unknown", "dbt Cloud gave an answer the portal does not know.");
}
