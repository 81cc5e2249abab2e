/** A local dbt Cloud: as much of the administrative API as the portal reads, with one account, one job and its runs. */

import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pour, sendJson } from "../answers.ts";

/** A model or source of the project, and what it says about itself. */
export interface SandboxModel {
  readonly name: string;
  readonly type?: "model" | "source" | "test";
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Written in the configuration, as newer versions do. */
  readonly configMeta?: Readonly<Record<string, unknown>>;
}

/** How a later call goes wrong: a status, a page instead of an answer, yes without anything, never, or without end. */
export type SandboxFailure = { readonly status: number } | "html" | "empty" | "hang" | "endless";

/** A running sandbox. */
export interface DbtSandbox {
  readonly url: string;
  readonly token: string;
  readonly account: string;
  readonly job: string;
  /** Change it as somebody would in the project; an empty list of runs has none that succeeded. */
  models: readonly SandboxModel[];
  runs: readonly number[];
  /** Paths that were read, in order. */
  readonly calls: string[];
  /** Makes the next read of a manifest fail. */
  fail(failure: SandboxFailure): void;
  close(): Promise<void>;
}

const ACCOUNT = "12345";
const JOB = "67890";

/** Starts a sandbox on the loopback address. */
export async function startDbtSandbox(models: readonly SandboxModel[] = []): Promise<DbtSandbox> {
  const failures: SandboxFailure[] = [];
  const sandbox = {
    token: `dbtc_${randomUUID()}`,
    account: ACCOUNT,
    job: JOB,
    models,
    runs: [41, 42],
    calls: [] as string[],
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://sandbox");
    answer({ ...world, failures }, url, request.headers.authorization, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's address is one
  const world: DbtSandbox = Object.assign(sandbox, {
    url: `http://127.0.0.1:${port}`,
    fail: (failure: SandboxFailure) => void failures.push(failure),
    close: () => {
      server.closeAllConnections();
      return new Promise<void>(
        (resolve, reject) => void server.close((error) => (error === undefined ? resolve() : reject(error))),
      );
    },
  });
  return world;
}

type World = DbtSandbox & { readonly failures: SandboxFailure[] };

function answer(world: World, url: URL, authorization: string | undefined, response: ServerResponse): void {
  world.calls.push(url.pathname);
  const account = `/api/v2/accounts/${world.account}`;
  if (authorization !== `Token ${world.token}`) return sendJson(response, 401, envelope(null));
  if (url.pathname === `${account}/jobs/${world.job}/`) return sendJson(response, 200, envelope({ name: "Nightly" }));
  if (url.pathname === `${account}/runs/`) {
    const isAsked = url.searchParams.get("job_definition_id") === world.job && url.searchParams.get("status") === "10";
    const newest = [...world.runs].sort((a, b) => b - a).slice(0, Number(url.searchParams.get("limit") ?? 100));
    return sendJson(response, 200, envelope(isAsked ? newest.map((id) => ({ id, status: 10 })) : []));
  }
  const isManifest = world.runs.some((id) => url.pathname === `${account}/runs/${id}/artifacts/manifest.json`);
  return isManifest ? answerManifest(world, response) : sendJson(response, 404, envelope(null));
}

function answerManifest({ models, failures }: World, response: ServerResponse): void {
  const failure = failures.shift();
  if (failure === "hang") return;
  if (failure === "html") return void response.writeHead(200, { "content-type": "text/html" }).end("<html></html>");
  if (failure === "empty") return sendJson(response, 200, {});
  if (failure === "endless") return pour(response);
  if (typeof failure === "object") {
    if (failure.status < 400) response.setHeader("location", "/elsewhere");
    return sendJson(response, failure.status, envelope(null));
  }
  const rows = models.map(({ name, type = "model", meta = {}, configMeta = {} }) => [
    `${type}.shop.${name}`,
    { name, resource_type: type, meta, config: { meta: configMeta } },
  ]);
  const of = (isSource: boolean) =>
    Object.fromEntries(rows.filter(([id]) => String(id).startsWith("source.") === isSource));
  sendJson(response, 200, { metadata: { project_name: "shop" }, nodes: of(false), sources: of(true) });
}

/** What every answer but a file comes in. */
function envelope(data: unknown) {
  return { data, status: { code: data === null ? 404 : 200, is_success: data !== null, user_message: "" } };
}
