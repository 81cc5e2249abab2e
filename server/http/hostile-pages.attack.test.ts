/** The built pages and server functions, given the worst of addresses and bodies by somebody who has not signed in. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test, vi } from "vitest";
import { NOBODY } from "../auth/sessions.ts";
import { expectLinear } from "./cost.testing.ts";
import type { AppHandler } from "./routes.ts";

const BUILD = join(import.meta.dirname, "../../dist/server");
const isBuilt = existsSync(join(BUILD, "server.js"));
/** An address ends with the headers, at 16 kB. */
const MAX_ADDRESS_BYTES = 16 * 1024;
const context = {
  portal: {
    signInState: () => Promise.resolve(NOBODY),
    backendUrl: null,
    environmentName: "production" as const,
    environment: () => Promise.resolve(null),
    sessionsOf: () => Promise.resolve(null),
  },
};

let app: AppHandler;
let functions: readonly string[];

beforeAll(async () => {
  if (!isBuilt) return;
  app = ((await import(pathToFileURL(join(BUILD, "server.js")).href)) as { default: { fetch: AppHandler } }).default
    .fetch;
  functions = [
    ...new Set(
      readdirSync(join(BUILD, "assets")).flatMap(
        (file) => readFileSync(join(BUILD, "assets", file), "utf8").match(/"[0-9a-f]{64}"/g) ?? [],
      ),
    ),
  ].map((id) => id.slice(1, -1));
  // What a server function fails with is written out whole.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

async function ask(path: string, init: RequestInit = {}): Promise<number> {
  const isFunction = path.startsWith("/_serverFn/");
  const headers = {
    origin: "http://localhost",
    "sec-fetch-site": "same-origin",
    accept: isFunction ? "application/json" : "text/html",
    "content-type": "application/json",
    ...(isFunction && { "x-tsr-serverfn": "true" }),
  };
  const answer = await app(new Request(`http://localhost${path}`, { headers, ...init }), { context });
  await answer.text();
  return answer.status;
}

test.skipIf(!isBuilt).each(["/", "a=1&", "[", "..%2f", '{"a":', "%2522"])("an address of %s", async (fill) => {
  const input = (length: number) => fill.repeat(length / fill.length);
  const beginnings = [
    "/signin?redirect=",
    "/signin?redirect=/",
    "/signin?",
    "/requests?",
    "/x/",
    "/_serverFn/",
    ...functions.map((id) => `/_serverFn/${id}?payload=`),
  ];
  expect(beginnings.length).toBeGreaterThan(6);
  for (const start of beginnings)
    await expectLinear({
      input,
      work: (text) => ask(start + text),
      what: `${start.slice(0, 24)} and ${fill}`,
      mostBytes: MAX_ADDRESS_BYTES,
    });
});

const bodies: readonly (readonly [string, (length: number) => string])[] = [
  ["levels", (length) => "[".repeat(length)],
  ["levels as the framework writes them", (length) => '{"t":10,"i":0,"p":{"k":["a"],"v":['.repeat(length / 35)],
  [
    "names",
    (length) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: length / 12 }, (_item, index) => [`f${index}`, 1]))),
  ],
  ["fields of a form", (length) => "a=1&".repeat(length / 4)],
];

test.skipIf(!isBuilt).each(bodies)("%s in the body of a server function", async (what, input) => {
  for (const id of [...functions, "none"]) {
    for (const type of ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const work = (body: string) =>
        ask(`/_serverFn/${id}`, {
          method: "POST",
          body,
          headers: {
            origin: "http://localhost",
            "sec-fetch-site": "same-origin",
            "x-tsr-serverfn": "true",
            "content-type": type,
          },
        });
      await expectLinear({ input, work, what: `${what} as ${type}` });
    }
  }
});
