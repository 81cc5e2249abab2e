/** What a mailed link holds is read by whoever its page tells its address to: nobody is. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { OUTSIDE_PAGES } from "../../convex/site/outside.ts";
import { aPortalOnTheWire, type Wire } from "./testing.ts";

const SECRET = "the-token-of-a-link";
const { invitation, verifyEmail, resetPassword, changeEmail, correctEmail, keepEmail, autoSignIn } = OUTSIDE_PAGES;
const LINKS = [
  ...[invitation, verifyEmail, resetPassword, changeEmail, correctEmail, keepEmail].map(
    ({ path }) => `${path}?token=${SECRET}`,
  ),
  `${autoSignIn.path}?email=new%40ao.com&password=${SECRET}`,
];

let wire: Wire;
beforeAll(async () => {
  wire = await aPortalOnTheWire({
    app: async (request) => {
      if (request.headers.has("x-fails")) throw new Error(`no page at ${request.url}`);
      return new Response(`<!doctype html><html><head></head><body></body></html>`, {
        headers: { "content-type": "text/html" },
      });
    },
  });
});
afterAll(() => wire.close());

test.each(LINKS)("the Referer of what the page of %s loads or leads to is empty, also where it fails", async (link) => {
  for (const [method, headers] of [
    ["GET", {}],
    ["HEAD", {}],
    ["GET", { "x-fails": "1" }],
    ["POST", { origin: "https://evil.example" }],
    ["TRACE", {}],
  ] as const) {
    const answer = await wire.call(method, link, { headers });
    // Refused before any page is made: nothing is loaded from there.
    if (method !== "TRACE") expect(answer.headers["referrer-policy"], `${method} ${answer.status}`).toBe("no-referrer");
    expect(answer.headers["cache-control"], `${method} ${answer.status}`).toBe("no-store");
    expect(answer.text).not.toContain(SECRET);
    expect(JSON.stringify(answer.headers)).not.toContain(SECRET);
  }
});

test.each(LINKS)(
  "the page of %s is kept by nobody on the way, and its policy lets nothing of another site load",
  async (link) => {
    const { headers } = await wire.call("GET", link);
    expect(headers["cache-control"]).toBe("no-store");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https?:\/\/(?!127\.0\.0\.1|localhost)/);
  },
);
