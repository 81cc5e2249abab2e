/** What a page of another site could send with the cookies of somebody who is signed in: every way, to every place. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPortalOnTheWire, type Wire } from "./testing.ts";

let wire: Wire;
let cookie: string;

beforeAll(async () => {
  wire = await aPortalOnTheWire();
  const password = "Correct-Horse-7";
  await wire.auth.provisioning.openAccount({
    email: "ada@ao.com",
    password,
    firstName: "Ada",
    lastName: "Byron",
    hasChangedInitialPassword: true,
  });
  const answer = await wire.call("POST", "/api/auth/sign-in", {
    headers: { "content-type": "application/json", origin: wire.origin },
    body: JSON.stringify({ email: "ada@ao.com", password }),
  });
  cookie = (answer.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
  expect(cookie).not.toBe("");
});

afterAll(() => wire.close());

const PLACES = [
  "/api/auth/sign-in",
  "/api/auth/sign-up",
  "/api/auth/sign-out",
  "/api/auth/change-password",
  "/api/auth/revoke-session",
  "/api/auth/first-password",
  "/api/client-errors",
  "/_serverFn/anything",
  "/",
  "/requests/create",
];
const METHODS = ["POST", "PUT", "PATCH", "DELETE"];
/** What a form, a script and an old browser can say about where they come from. */
const SENDERS: readonly (readonly [string, Record<string, string>])[] = [
  ["another site", { origin: "https://evil.example" }],
  ["a site whose name begins with ours", { origin: "http://127.0.0.1.evil.example" }],
  ["a page without an origin", { origin: "null" }],
  ["another port", { origin: "http://127.0.0.1:1" }],
  ["https in place of http", { origin: "https://127.0.0.1" }],
  ["nobody", {}],
  ["a sibling site", { "sec-fetch-site": "same-site" }],
  ["a page that says it is the address bar", { "sec-fetch-site": "none" }],
  ["a foreign page that says it is ours", { origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
  ["a foreign page with our address as referrer", { origin: "https://evil.example", referer: "http://127.0.0.1/" }],
];
/** What a form may carry without being asked first. */
const CONTENT = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
  "application/json",
];

describe.each(SENDERS)("%s", (_name, headers) => {
  test.each(PLACES)("changes nothing at %s", async (place) => {
    const before = wire.seenByApp.length;
    for (const method of METHODS) {
      for (const content of CONTENT) {
        const { status } = await wire.call(method, place, {
          headers: { cookie, "content-type": content, "content-length": "2", ...headers },
          body: "{}",
        });
        expect([method, content, status]).toEqual([method, content, 403]);
      }
    }
    expect(wire.seenByApp).toHaveLength(before);
  });
});

test("after all of it Ada is still signed in", async () => {
  expect((await wire.call("GET", "/api/auth/token", { headers: { cookie } })).text).toContain('"token"');
});

test("no answer lets another site read it", async () => {
  for (const path of ["/", "/api/auth/token", "/healthz", "/api/query", "/api/client-errors"]) {
    const { headers } = await wire.call("GET", path, { headers: { cookie, origin: "https://evil.example" } });
    expect([path, headers["access-control-allow-origin"]]).toEqual([path, undefined]);
  }
});
