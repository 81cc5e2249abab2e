/**
 * A local Collate: an HTTP server on a loopback port that speaks as much of the public API as the portal reads. It
 * refuses what Collate refuses: a wrong token, an unknown name, fields nobody asked for.
 */

import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pour, sendJson } from "../answers.ts";

/** Somebody in the catalogue. */
export interface SandboxPerson {
  readonly name: string;
  /** Absent for a team. */
  readonly email?: string;
  /** Still named in lists, but no longer a user. */
  readonly isDeleted?: boolean;
}

/** A domain of the catalogue, by its full name. */
export interface SandboxDomain {
  readonly description: string;
  readonly owners?: readonly SandboxPerson[];
  readonly experts?: readonly SandboxPerson[];
}

/**
 * How a later call goes wrong: a status, a page instead of an answer, yes without anything, never, without end, or
 * another domain.
 */
export type SandboxFailure = { readonly status: number } | "html" | "empty" | "hang" | "endless" | "other";

/** A running sandbox. */
export interface CollateSandbox {
  readonly url: string;
  readonly token: string;
  /** What it holds; change it as somebody would in Collate. */
  readonly domains: Map<string, SandboxDomain>;
  /** Paths that were read, in order. */
  readonly calls: string[];
  /** Makes the next read of a domain fail. */
  fail(failure: SandboxFailure): void;
  close(): Promise<void>;
}

/** Starts a sandbox on the loopback address. */
export async function startCollateSandbox(
  domains: Readonly<Record<string, SandboxDomain>> = {},
  port = 0,
): Promise<CollateSandbox> {
  const world: World = {
    token: `bot-${randomUUID()}`,
    domains: new Map(Object.entries(domains)),
    calls: [],
    failures: [],
    ids: new Map(),
  };
  const server = createServer((request, response) =>
    answer(world, new URL(request.url ?? "/", "http://sandbox"), request.headers.authorization, response),
  );
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo; // a TCP server's address is one
  return {
    url: `http://127.0.0.1:${address.port}`,
    token: world.token,
    domains: world.domains,
    calls: world.calls,
    fail: (failure) => void world.failures.push(failure),
    close: () => {
      server.closeAllConnections();
      return new Promise(
        (resolve, reject) => void server.close((error) => (error === undefined ? resolve() : reject(error))),
      );
    },
  };
}

interface World {
  readonly token: string;
  readonly domains: Map<string, SandboxDomain>;
  readonly calls: string[];
  readonly failures: SandboxFailure[];
  /** People by the ids that were handed out. */
  readonly ids: Map<string, SandboxPerson>;
}

/** Calls, and ids of people, that are remembered. */
const MAX_CALLS = 1000;
const MAX_IDS = 1000;

const DOMAIN = "/api/v1/domains/name/";
const USER = "/api/v1/users/";

function answer(world: World, url: URL, authorization: string | undefined, response: ServerResponse): void {
  const path = url.pathname;
  world.calls.push(path);
  if (world.calls.length > MAX_CALLS) world.calls.shift();
  if (path === "/api/v1/system/version") return sendJson(response, 200, { version: "1.13.0", revision: "local" });
  if (authorization !== `Bearer ${world.token}`)
    return sendJson(response, 401, { code: 401, message: "Not Authorized! Invalid Token" });
  if (path === `${USER}loggedInUser`)
    return sendJson(response, 200, { id: randomUUID(), name: "portal-bot", isBot: true });
  if (path.startsWith(USER)) {
    const person = world.ids.get(path.slice(USER.length));
    return person ? sendJson(response, 200, { name: person.name, email: person.email }) : notFound(response);
  }
  if (!path.startsWith(DOMAIN)) return notFound(response);
  return answerDomain(world, decodeURIComponent(path.slice(DOMAIN.length)), url.searchParams.get("fields"), response);
}

function answerDomain(world: World, fullName: string, fields: string | null, response: ServerResponse): void {
  const failure = world.failures.shift();
  if (failure === "hang") return;
  if (failure === "endless") return pour(response);
  if (failure === "html") return void response.writeHead(200, { "content-type": "text/html" }).end("<html></html>");
  if (failure === "empty") return sendJson(response, 200, {});
  if (typeof failure === "object") {
    // Sent on, the read would come back here and succeed.
    if (failure.status < 400) response.setHeader("location", `${DOMAIN}${encodeURIComponent(fullName)}`);
    return sendJson(response, failure.status, { code: failure.status, message: "On demand" });
  }
  const domain = world.domains.get(fullName);
  if (!domain) return notFound(response);
  // What was handed out before is not asked for any more.
  while (world.ids.size > MAX_IDS) world.ids.delete([...world.ids.keys()][0] ?? "");
  const has = (field: string): boolean => (fields ?? "").split(",").includes(field);
  sendJson(response, 200, {
    id: randomUUID(),
    name: fullName,
    fullyQualifiedName: failure === "other" ? `${fullName}.Other` : fullName,
    description: domain.description,
    ...(has("owners") && { owners: references(world, domain.owners ?? []) }),
    ...(has("experts") && { experts: references(world, domain.experts ?? []) }),
  });
}

function references({ ids }: World, people: readonly SandboxPerson[]) {
  return people.map((person) => {
    const id = randomUUID();
    if (!person.isDeleted) ids.set(id, person);
    return { id, type: person.email === undefined ? "team" : "user", name: person.name, displayName: person.name };
  });
}

function notFound(response: ServerResponse): void {
  sendJson(response, 404, { code: 404, errorType: "ENTITY_NOT_FOUND", message: "entity not found" });
}
