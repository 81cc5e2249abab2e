/** What somebody may write into addresses, hosts and methods; and what of the answers anybody else may keep. */

import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callerKey, readAddress } from "../lib/address.ts";
import { createSite } from "./site.ts";
import { aPortalOnTheWire, type Wire } from "./testing.ts";

describe("one caller has one address", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["192.0.2.1:443", "192.0.2.1"],
    [" 192.0.2.1 ", "192.0.2.1"],
    ['"192.0.2.1:80"', "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:80", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["2001:DB8::1", "2001:db8::1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["2001:0db8:0:0:0:0:0:1", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
  ])("%s is %s", (written, address) => {
    expect(readAddress(written)).toBe(address);
  });

  test.each([
    "",
    "unknown",
    "_hidden",
    "127.1",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "2130706433",
    "1.2.3.4.5",
    "256.1.1.1",
    "1.2.3.4:",
    "1.2.3.4:port",
    "[::1",
    "::1]",
    "::ffff:999.1.1.1",
    "a".repeat(100_000),
    ":".repeat(90),
    "<script>",
    "1.2.3.4\r\nx: y",
  ])("%j is none", (written) => {
    expect(readAddress(written)).toBeNull();
  });

  test("the addresses of one household are one caller, those of the next are another", () => {
    expect(callerKey("2001:db8:1:2:3:4:5:6")).toBe(callerKey("[2001:db8:1:2::9]:443"));
    expect(callerKey("2001:db8:1:2::1")).not.toBe(callerKey("2001:db8:1:3::1"));
    expect(callerKey("::ffff:192.0.2.1")).toBe(callerKey("192.0.2.1:5000"));
  });
});

test.each([
  "portal.example:3000@evil.example",
  "portal.example/x",
  "portal.example?x",
  "portal.example#x",
  "port al",
  "<script>",
  "",
  "[::g]",
  "portal.example:0x1",
  "a".repeat(261),
])("a server that answers to any name answers none like %j", (host) => {
  const site = createSite({ publicUrl: null, host: "0.0.0.0", trustProxy: false });
  const originOf = (name: string) =>
    site.originOf({ headers: { host: name }, rawHeaders: ["Host", name] } as unknown as IncomingMessage);
  expect(originOf("Portal.example:3000")).toBe("http://portal.example:3000");
  expect(originOf(host)).toBeNull();
});

describe("over the wire", () => {
  let wire: Wire;
  beforeAll(async () => {
    wire = await aPortalOnTheWire({ trustProxy: true });
  });
  afterAll(async () => wire.close());

  /** The status line of an answer to bytes no client would send. */
  function raw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(wire.port, "127.0.0.1", () => socket.write(text));
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk.toString();
        if (answer.includes("\r\n")) socket.destroy();
      });
      socket.on("close", () => resolve(answer.split("\r\n")[0] ?? ""));
      socket.on("error", reject);
    });
  }

  test.each([
    "localhost:99999",
    "localhost:0x1",
    "[::g]",
    "[:::1]",
    "127.0.0.1:3000@evil.example",
    "..",
    "localhost:3000/x",
    "a".repeat(10_000),
    "[::1]:99999",
  ])("the host %s is refused", async (host) => {
    const { status } = await wire.call("GET", "/healthz", { headers: { host } });
    expect([status >= 400, status < 500]).toEqual([true, true]);
  });

  test("two Host headers are refused, on pages and on sockets", async () => {
    const hosts = `Host: 127.0.0.1:${wire.port}\r\nhOsT: localhost\r\n`;
    expect(await raw(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)).toMatch(/ 421 /);
    expect(
      await raw(
        `GET /api/1.48.0/sync HTTP/1.1\r\n${hosts}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      ),
    ).toMatch(/ 403 /);
  });

  test.each(["TRACE", "PROPFIND", "PURGE"])("%s is refused", async (method) => {
    expect((await wire.call(method, "/", { headers: { origin: wire.origin } })).status).toBe(405);
  });

  test.each(["/%", "/%E0%A4%A", "/requests/%ff", "/_serverFn/%c0%af", "/api/storage/%"])(
    "the path %s is refused",
    async (path) => {
      expect((await wire.call("GET", path)).status).toBe(400);
    },
  );

  test.each(["not an address", "<script>", "1.2.3.4, ", ",,,,", "x".repeat(8_000)])(
    "the forwarded address %j makes no failure",
    async (forwarded) => {
      for (const path of ["/", "/api/auth/sessions", "/api/client-errors"]) {
        const { status } = await wire.call("GET", path, { headers: { "x-forwarded-for": forwarded } });
        expect(status, path).toBeLessThan(500);
      }
    },
  );

  test("ports and forms of one address share its limits", async () => {
    const forms = ["192.0.2.1", "192.0.2.1:4000", "::ffff:192.0.2.1", "[::ffff:192.0.2.1]:80"];
    const statuses = [];
    for (let i = 0; i < 64; i++) {
      statuses.push(
        (
          await wire.call("POST", "/api/client-errors", {
            headers: { origin: wire.origin, "x-forwarded-for": forms[i % 4] as string },
            body: "{}",
          })
        ).status,
      );
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  test("nothing with data in it may be kept; hashed files and public keys may", async () => {
    for (const path of [
      "/",
      "/healthz",
      "/readyz",
      "/requests",
      "/api/query",
      "/api/storage/x",
      "/http/attachments",
      "/version",
      "/api/auth/sessions",
      "/api/auth/token",
      "/api/client-errors",
      "/nothing",
    ]) {
      expect((await wire.call("GET", path)).headers["cache-control"], path).toBe("no-store");
    }
    expect(
      (await wire.call("POST", "/_serverFn/x", { headers: { origin: wire.origin }, body: "{}" })).headers[
        "cache-control"
      ],
    ).toBe("no-store");
    expect((await wire.call("GET", "/api/auth/jwks")).headers["cache-control"]).toContain("max-age");
    expect((await wire.call("GET", "/assets/entry-abc123.js")).headers["cache-control"]).toContain("immutable");
  });
});
