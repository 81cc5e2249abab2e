/** The small forms everything else is made of: names, literals, cells, keys, ids, errors. */

import { createHash, createPublicKey } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Cursor } from "../../../sandbox/snowflake/sql/cursor";
import { costMs } from "../../lib/pure/cost.testing";
import { uuidOf } from "./api/bytes";
import { decodeCell } from "./api/cells";
import { blacken, failureOf } from "./api/errors";
import { isShownAs, parseShownName, qualify, quoteIdent, quoteLiteral, whyNotName } from "./api/identifiers";
import { publicKey, signingKey } from "./api/keys";
import { accountInToken } from "./api/settings";
import { backoffMs } from "./api/transport";
import { makeKey } from "./harness.testing";

const anyText = fc.string({ unit: "binary", maxLength: 300 });

describe("quoting", () => {
  test("whatever a name holds, Snowflake reads back the same name and nothing after it", () => {
    fc.assert(
      fc.property(
        anyText.filter((name) => whyNotName(name) === null),
        (name) => {
          const cursor = new Cursor(`DROP USER ${quoteIdent(name)}`);
          cursor.expect("DROP USER");
          expect(cursor.identifier()).toBe(name);
          cursor.end();
        },
      ),
    );
  });

  test("whatever a text holds, Snowflake reads back the same text and nothing after it", () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => !text.includes("\u0000") && text.isWellFormed()),
        (text) => {
          const cursor = new Cursor(`SET ${quoteLiteral(text)}`);
          cursor.expect("SET");
          expect(cursor.string()).toBe(text);
          cursor.end();
        },
      ),
    );
  });

  test("a qualified name is found again in what SHOW prints", () => {
    fc.assert(
      fc.property(
        fc.array(
          anyText.filter((name) => whyNotName(name) === null),
          { minLength: 1, maxLength: 3 },
        ),
        (parts) => {
          expect(parseShownName(qualify(...parts))).toEqual(parts);
          expect(isShownAs(qualify(...parts), ...parts)).toBe(true);
        },
      ),
    );
  });

  test.each(['"a', 'a"b"', '"a""', "a.", ".a", ""])("%s is no name that SHOW prints", (text) => {
    expect(parseShownName(text)).toBeNull();
  });
});

describe("cells", () => {
  test.each([
    ["12345678901234567890123456789012345678", "fixed", "12345678901234567890123456789012345678"],
    ["true", "BOOLEAN", true],
    ["false", "boolean", false],
    ["20458", "date", "2026-01-05"],
    ["-1", "date", "1969-12-31"],
    ["1767603600.123456789", "timestamp_ltz", 1767603600123],
    ["1767603600.000000000 1560", "TIMESTAMP_TZ", 1767603600000],
    ["-1.500000000", "timestamp_ntz", -1500],
    ['{"a":1}', "variant", '{"a":1}'],
    [null, "fixed", null],
  ])("%s of type %s", (text, type, value) => {
    expect(decodeCell(text, { name: "C", type })).toBe(value);
  });

  test("a time that is no time is reported with its column", () => {
    expect(() => decodeCell("yesterday", { name: "CREATED_ON", type: "timestamp_ltz" })).toThrow(/CREATED_ON/);
  });
});

describe("keys", () => {
  test.each([2048, 3072, 4096])("the fingerprint of %i bits is the one DESCRIBE USER shows", async (bits) => {
    const key = makeKey(bits);
    const expected = `SHA256:${createHash("sha256")
      .update(createPublicKey(key.publicPem).export({ type: "spki", format: "der" }))
      .digest("base64")}`;
    expect((await signingKey(key.privatePem)).fingerprint).toBe(expected);
    expect(await publicKey(key.publicPem)).toEqual({ fingerprint: expected });
    expect(await publicKey(key.publicBody)).toEqual({ fingerprint: expected });
  });

  test.each([
    ["myorg-account1", "MYORG-ACCOUNT1"],
    ["myorg.account1", "MYORG-ACCOUNT1"],
    ["xy12345.eu-central-1", "XY12345"],
    ["xy12345.us-east-2.aws", "XY12345"],
    ["xy12345", "XY12345"],
  ])("account %s is %s in a token", (account, expected) => {
    expect(accountInToken(account)).toBe(expected);
  });
});

describe("request ids", () => {
  test("are UUIDs, the same for the same work and others for other work", async () => {
    expect(await uuidOf("a")).toBe(await uuidOf("a"));
    expect(await uuidOf("a")).not.toBe(await uuidOf("b"));
    expect(await uuidOf("a")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe("waits and words", () => {
  test("a wait is never below half nor above all of its share, and has a ceiling", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (tries, random) => {
          const full = Math.min(20_000, 500 * 2 ** (tries - 1));
          expect(backoffMs(tries, random)).toBeGreaterThanOrEqual(full / 2);
          expect(backoffMs(tries, random)).toBeLessThanOrEqual(full);
        },
      ),
    );
  });

  test("tokens and keys in a vendor's text are blackened", () => {
    expect(blacken("Bearer abc.def failed")).toBe("Bearer [token] failed");
    expect(blacken("bad eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJYIn0.c2lnbmF0dXJl here")).toBe("bad [token] here");
    expect(blacken("-----BEGIN PRIVATE KEY-----\nMII\n")).toBe("[key]");
  });

  test("a name of three parts in a vendor's text is left as it is", () => {
    const said = "Object 'ANALYTICS.MARKETING.CUSTOMERS_2026' does not exist or not authorized.";
    expect(blacken(said)).toBe(said);
  });

  test.each(["a", "<", "eyJ", "-----BEGIN ", "aaaaaaaa."])(
    "a failing answer of 100,000 characters of %j takes no longer than a short one, and only its beginning is kept",
    (part) => {
      const text = part.repeat(Math.ceil(100_000 / part.length));
      const answer = { status: 502, body: null, text, date: null, retryAfterMs: null, location: null };
      expect(failureOf(answer, 0).vendor?.text.length).toBeLessThanOrEqual(400);
      expect(costMs(() => failureOf(answer, 0))).toBeLessThan(200);
      expect(costMs(() => failureOf({ ...answer, body: { message: text } }, 0))).toBeLessThan(200);
    },
  );

  test.each([
    [422, "003001", "admin-fixable", "privilege-missing"],
    [422, "002003", "admin-fixable", "not-found"],
    [422, "001003", "bug", "statement-refused"],
    [422, "000008", "bug", "statement-refused"],
    [400, "391911", "bug", "statement-refused"],
    [408, "000630", "transient", "statement-timeout"],
    [408, "", "transient", "statement-timeout"],
    [422, "000606", "admin-fixable", "no-warehouse"],
    [422, "999999", "bug", "answer-unknown"],
    [403, "", "admin-fixable", "privilege-missing"],
    [503, "", "transient", "unavailable"],
  ])("status %i with code %s is %s: %s", (status, code, kind, name) => {
    const error = failureOf(
      { status, body: { code, message: "m" }, text: "", date: null, retryAfterMs: null, location: null },
      0,
    );
    expect(error).toMatchObject({ kind, code: name, vendor: { status, text: "m" } });
  });
});
