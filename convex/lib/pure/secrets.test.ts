import { describe, expect, test } from "vitest";
import { looksSecret, REMOVED, shortWithoutSecrets, withoutSecrets } from "./secrets";

const JWT = "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl";

describe("what looks like a password or a key", () => {
  test.each([
    "My password is not taken. It is password: hunter2",
    "postgres://ada:hunter2@db.internal/x",
    "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----",
    `I sent ${JWT}`,
    "AKIAIOSFODNN7EXAMPLE",
    "Authorization: Basic aHVudGVyMg==",
    "https://portal.ao.com/auto-signin?password=hunter2",
  ])("is found: %s", (text) => {
    expect(looksSecret(text)).toBe(true);
  });

  test.each([
    "",
    "My password does not work since Monday",
    "The dashboard https://bi.ao.com/sales?week=12&team=a#top is empty",
    "REQ-142 and k57a1b2c3d4e5f6g7h8j9k0m1n2p3q4r failed with 0b9f3f1e-1c2d-4e5f-8a9b-0c1d2e3f4a5b",
    "Is this and/or that? Yes",
    "SELECT count(*) FROM ANALYTICS.ORDERS_DAILY_SNAPSHOT_V2 WHERE id = 12",
  ])("is not found in: %s", (text) => {
    expect(looksSecret(text)).toBe(false);
  });
});

describe("a text loses what nobody should read", () => {
  test.each([
    ["the query of an address", "GET https://portal.ao.com/auto-signin?email=ada@ao.com&password=hunter2#x failed"],
    ["the query of a path", "/auto-signin?email=ada@ao.com&password=hunter2 opened"],
    ["a query with brackets and colons in it", "(https://portal.ao.com/x?next=(a:b)&password=hunter2)"],
    ["a fragment", "opened /verify#hunter2"],
    ["a password in JSON", String.raw`{"email":"ada@ao.com","password":"a\"hunter2"}`],
    ["a password in words", "password: hunter2"],
    ["a password in a form's body", "email=a&newPassword=hunter2&x=1"],
    ["an encoded one", "newPassword%3Dhunter2"],
    ["an unclosed quote", 'password="hunter2 and more hunter2'],
    ["an authorization header", "Authorization: Basic aHVudGVyMg== hunter2\nnext"],
    ["a cookie header", "cookie: a=hunter2; b=hunter2"],
    ["a cookie header in JSON", '{"set-cookie":"session=hunter2; Path=/"}'],
    ["a bearer token", "sent Bearer hunter2hunter2"],
    ["the user of an address", "postgres://ada:hunter2@db.internal/x"],
    ["an API key", "apiKey = hunter2"],
    ["a private key", "-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----"],
    ["the beginning of a private key", "-----BEGIN RSA PRIVATE KEY-----\nhunter2\nhunter2"],
  ])("%s", (_what, text) => {
    expect(withoutSecrets(text)).not.toContain("hunter2");
  });

  test.each([
    ["a token", `token was ${JWT}, wrong`],
    ["a token cut short", `at ${JWT.slice(0, 30)}`],
    ["a link's key in the path", "opened /reset/Ab3dEf6hIj9kLm2nOp5qRs8t"],
    ["a key by its prefix", "ghp_abcdefgh12345678"],
    ["a long key in hexadecimal digits", "5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592"],
    ["a signature without a digit", "sent eyqXhAbLfWQpRtoVuKcZsdNmJgYTrIxOwEaHlPBFkUv to us"],
    ["one that hardly changes its kind of letter", "sent AOSjo2ouRGLSCDXkoXcSeM8JFZlchwuYDRFxjcRobno to us"],
    ["another without a mark", "sent KZGOuKUlFcYzHdfb2ryzCJVDXMgaxIWUEHtyVQOSTI4 to us"],
    ["a signature in base64", "sent q+Xh/AbLfWQpRt8VuKcZsdNmJgYTrIxOwEaHlPB+kU4= to us"],
    ["one in an address", "sent q%2BXh%2FAbLfWQpRt8VuKcZsdNmJgYTrIxOwEaHlPB%2BkU4%3D to us"],
    ["the cookie of a known device", "sent portal.device=Ab3dEf.1790.short; x"],
    ["that of an encrypted page", "sent __Secure-portal.device=Ab3dEf.1790.short"],
  ])("%s, with no name beside it", (_what, text) => {
    expect(withoutSecrets(text)).toContain(REMOVED);
    expect(withoutSecrets(text)).not.toMatch(/eyJ|Ab3dEf|abcdefgh|5d41|AbLf|AOSj|KZGO/);
  });

  test.each([
    ["words about passwords", "Your password must be at least 8 characters"],
    ["a place in a file", "at load (https://portal.ao.com/assets/entry-abc123.js:10:4)"],
    ["an id of a row", "request k57a1b2c3d4e5f6g7h8j9k0m1n2p3q4r was not found"],
    ["a UUID", "session 0b9f3f1e-1c2d-4e5f-8a9b-0c1d2e3f4a5b"],
    ["a long name", "TaskMonitorExecutionHistoryTable2"],
    ["a very long name", "TaskMonitorExecutionHistoryTableWithEveryColumnOfEveryTask"],
    ["a question", "Is this and/or that? Yes"],
  ])("and keeps %s", (_what, text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  test("the place in a file stays when its address loses a query", () => {
    expect(withoutSecrets("at load (https://portal.ao.com/assets/a.js?v=hunter2:10:4)")).toBe(
      "at load (https://portal.ao.com/assets/a.js:10:4)",
    );
  });

  test("a cut halves no secret", () => {
    const text = `${"x ".repeat(20)}postgres://ada:hunter2@db.internal/x`;
    for (let length = 40; length < text.length; length++)
      expect(shortWithoutSecrets(text, length)).not.toMatch(/hunter/);
  });
});
