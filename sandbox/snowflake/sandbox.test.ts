/** What the sandbox refuses and promises, asked over HTTP as any client would, without the connector. */

import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { type SandboxOptions, type SnowflakeSandbox, startSnowflakeSandbox } from "./main.ts";

const START = Date.UTC(2026, 0, 5);
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const der = publicKey.export({ type: "spki", format: "der" });
const fingerprint = createHash("sha256").update(der).digest("base64");

interface Clock {
  now: number;
}

async function start(
  options: Omit<SandboxOptions, "seed" | "now"> = {},
): Promise<{ sandbox: SnowflakeSandbox; clock: Clock }> {
  const clock = { now: START };
  const sandbox = await startSnowflakeSandbox({
    ...options,
    now: () => clock.now,
    seed: {
      roles: [{ name: "ANALYST" }, { name: "lower" }],
      users: [
        {
          name: "ROOT",
          roles: ["ACCOUNTADMIN"],
          defaultRole: "ACCOUNTADMIN",
          publicKeys: [der.toString("base64"), null],
        },
        {
          name: "STAFF",
          roles: ["ANALYST"],
          defaultRole: "ANALYST",
          tokens: [{ secret: "staff-token", roleRestriction: "ANALYST", expiresAt: START + 1000 }],
        },
        { name: "ADA", owner: "ACCOUNTADMIN" },
        {
          name: "LOOSE",
          type: "SERVICE",
          roles: ["ANALYST"],
          tokens: [{ secret: "loose-token", roleRestriction: "ANALYST", expiresAt: START + 1000 }],
        },
      ],
      databases: [{ name: "DB" }],
      warehouses: [{ name: "WH" }],
    },
  });
  onTestFinished(() => sandbox.close());
  return { sandbox, clock };
}

function tokenOf(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): string {
  const subject = "SANDBOX-PORTAL.ROOT";
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const head = `${encode({ alg: "RS256", typ: "JWT", ...header })}.${encode({ sub: subject, iss: `${subject}.SHA256:${fingerprint}`, iat: START / 1000, exp: START / 1000 + 3600, ...claims })}`;
  return `${head}.${sign("RSA-SHA256", Buffer.from(head), privateKey).toString("base64url")}`;
}

interface Answer {
  readonly status: number;
  readonly body: {
    readonly code: string;
    readonly message: string;
    readonly statementHandle: string;
    readonly data: (string | null)[][];
  };
}

async function call(
  sandbox: SnowflakeSandbox,
  method: string,
  path: string,
  { body, token = tokenOf() }: { body?: unknown; token?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "user-agent": "test/1", "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

function run(
  sandbox: SnowflakeSandbox,
  statement: string,
  more: { query?: string; token?: string; context?: object } = {},
): Promise<Answer> {
  return call(sandbox, "POST", `/api/v2/statements${more.query ?? ""}`, {
    body: { statement, ...more.context },
    token: more.token,
  });
}

describe("statements", () => {
  test.each([
    ['DROP USER "ADA"; DROP USER "STAFF"', "000008"],
    ["SELECT 1", "001003"],
    ["DROP TABLE t", "001003"],
    ["CREATE OR REPLACE USER ADA", "001003"],
    ["GRANT ROLE ANALYST TO USER ADA WITH NOTHING", "001003"],
    ['DROP USER "ADA', "001003"],
    ["USE ROLE ACCOUNTADMIN", "391911"],
    ["ALTER SESSION SET x = 1", "391911"],
    ["BEGIN", "391911"],
    ["DROP USER NOBODY", "002003"],
    ["GRANT ROLE NOBODY TO USER ADA", "002003"],
    ["GRANT ROLE lower TO USER ADA", "002003"],
    ['GRANT ROLE "analyst" TO USER ADA', "002003"],
    ["CREATE ROLE ANALYST", "002002"],
    ["CREATE USER SELECT", "001003"],
    [`CREATE USER "${"n".repeat(256)}"`, "000904"],
    ["CREATE USER X TYPE = SERVICE PASSWORD = 'p'", "001423"],
    ["CREATE USER X TYPE = SERVICE FIRST_NAME = 'A'", "001423"],
    ["CREATE USER X RSA_PUBLIC_KEY = 'AAAA'", "001008"],
    [
      "CREATE RESOURCE MONITOR M WITH CREDIT_QUOTA = 1 FREQUENCY = MONTHLY START_TIMESTAMP = IMMEDIATELY TRIGGERS",
      "001008",
    ],
    ["SELECT NAME FROM SNOWFLAKE.ACCOUNT_USAGE.USERS", "000606"],
    ["SELECT NAME FROM SNOWFLAKE.ACCOUNT_USAGE.SECRETS", "002003"],
  ])("%s is refused with %s and changes nothing", async (statement, code) => {
    const { sandbox } = await start();
    const answer = await run(sandbox, statement);
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe(code);
    expect(sandbox.changes()).toEqual([]);
  });

  test.each([
    "GRANT ROLE analyst TO USER ada",
    'grant role "ANALYST" to user "ADA";',
    "GRANT /* yes */ ROLE ANALYST -- really\n TO USER ADA",
    'GRANT ROLE "lower" TO USER ADA',
  ])("%s is understood", async (statement) => {
    const { sandbox } = await start();
    expect((await run(sandbox, statement)).status).toBe(200);
    expect(sandbox.changes()).toEqual([statement]);
  });

  test.each([
    "CREATE USER X",
    "GRANT ROLE ANALYST TO USER ADA",
    "DROP USER ADA",
    "ALTER USER ADA SET DISABLED = TRUE",
    "CREATE WAREHOUSE W",
    "DROP WAREHOUSE WH",
    "CREATE SCHEMA DB.S",
    "CREATE ROLE R",
    "DROP ROLE ANALYST",
    "GRANT USAGE ON WAREHOUSE WH TO ROLE ANALYST",
    "DESCRIBE USER ADA",
    "SHOW GRANTS TO USER ADA",
  ])("%s needs a privilege", async (statement) => {
    const { sandbox } = await start();
    expect((await run(sandbox, statement, { token: "staff-token" })).body.code).toBe("003001");
    expect(sandbox.changes()).toEqual([]);
  });

  test("a multi-statement count other than one, an unknown parameter and a broken body are refused", async () => {
    const { sandbox } = await start();
    expect(
      (await run(sandbox, "SHOW ROLES; SHOW USERS", { context: { parameters: { MULTI_STATEMENT_COUNT: "2" } } })).body
        .code,
    ).toBe("391911");
    expect((await run(sandbox, "SHOW ROLES", { context: { parameters: { nonsense: "1" } } })).status).toBe(400);
    expect((await call(sandbox, "POST", "/api/v2/statements", { body: {} })).body.code).toBe("390142");
  });
});

describe("request ids", () => {
  test("with retry=true a statement that ran is answered from memory; without, it runs again", async () => {
    const { sandbox } = await start();
    const query = `?requestId=${randomUUID()}`;
    const first = await run(sandbox, "GRANT ROLE ANALYST TO USER ADA", { query });
    const again = await run(sandbox, "GRANT ROLE ANALYST TO USER ADA", { query: `${query}&retry=true` });
    expect(again.body.statementHandle).toBe(first.body.statementHandle);
    expect(sandbox.changes()).toHaveLength(1);
    await run(sandbox, "GRANT ROLE ANALYST TO USER ADA", { query });
    expect(sandbox.changes()).toHaveLength(2);
  });

  test("a statement that failed is run again by retry=true", async () => {
    const { sandbox } = await start();
    const query = `?requestId=${randomUUID()}&retry=true`;
    expect((await run(sandbox, "GRANT ROLE LATE TO USER ADA", { query })).status).toBe(422);
    await run(sandbox, "CREATE ROLE LATE");
    expect((await run(sandbox, "GRANT ROLE LATE TO USER ADA", { query })).status).toBe(200);
  });
});

describe("asynchronous statements", () => {
  test("one over 45 s answers 202 and has its effect when it ends", async () => {
    const { sandbox, clock } = await start({ durationMs: () => 60_000 });
    const { status, body } = await run(sandbox, "GRANT ROLE ANALYST TO USER ADA");
    expect([status, body.code]).toEqual([202, "333334"]);
    expect(sandbox.changes()).toEqual([]);
    clock.now += 60_000;
    expect((await call(sandbox, "GET", `/api/v2/statements/${body.statementHandle}`)).status).toBe(200);
    expect(sandbox.changes()).toHaveLength(1);
  });

  test("a cancelled one has no effect, and an unknown or ended one cannot be cancelled", async () => {
    const { sandbox, clock } = await start({ durationMs: () => 60_000 });
    const { body } = await run(sandbox, "GRANT ROLE ANALYST TO USER ADA");
    const path = `/api/v2/statements/${body.statementHandle}`;
    expect((await call(sandbox, "POST", `${path}/cancel`)).body.code).toBe("000604");
    clock.now += 60_000;
    expect((await call(sandbox, "GET", path)).body.code).toBe("000604");
    expect(sandbox.changes()).toEqual([]);
    expect((await call(sandbox, "POST", `${path}/cancel`)).body.code).toBe("000709");
    expect((await call(sandbox, "POST", "/api/v2/statements/nobody/cancel")).body.code).toBe("000709");
  });

  test("one that outlasts its own timeout is stopped without effect", async () => {
    const { sandbox, clock } = await start({ durationMs: () => 120_000 });
    const { body } = await run(sandbox, "GRANT ROLE ANALYST TO USER ADA", { context: { timeout: 60 } });
    clock.now += 120_000;
    expect((await call(sandbox, "GET", `/api/v2/statements/${body.statementHandle}`)).status).toBe(408);
    expect(sandbox.changes()).toEqual([]);
  });
});

describe("sign-in", () => {
  test.each([
    [
      "a claim that was changed",
      () =>
        tokenOf().replace(
          /\.[^.]+\./,
          `.${Buffer.from(JSON.stringify({ sub: "SANDBOX-PORTAL.ADA" })).toString("base64url")}.`,
        ),
    ],
    ["another account", () => tokenOf({ sub: "OTHER-ACCOUNT.ROOT", iss: `OTHER-ACCOUNT.ROOT.SHA256:${fingerprint}` })],
    ["another user", () => tokenOf({ sub: "SANDBOX-PORTAL.ADA", iss: `SANDBOX-PORTAL.ADA.SHA256:${fingerprint}` })],
    ["another fingerprint", () => tokenOf({ iss: "SANDBOX-PORTAL.ROOT.SHA256:AAAA" })],
    ["no algorithm", () => tokenOf({}, { alg: "none" })],
    ["a later birth", () => tokenOf({ iat: START / 1000 + 600, exp: START / 1000 + 1200 })],
    ["an end that has passed", () => tokenOf({ iat: START / 1000 - 600, exp: START / 1000 - 1 })],
    ["a birth over an hour ago", () => tokenOf({ iat: START / 1000 - 3601, exp: START / 1000 + 3600 })],
    ["three words", () => "a.b.c"],
    ["an unknown access token", () => "who"],
    ["an access token of a service user without network policy", () => "loose-token"],
  ])("a token with %s is refused", async (_, makeToken) => {
    const { sandbox } = await start();
    expect((await run(sandbox, "SHOW ROLES", { token: makeToken() })).status).toBe(401);
  });

  test("an access token works until it expires, and for its role only", async () => {
    const { sandbox, clock } = await start();
    expect((await run(sandbox, "SHOW ROLES", { token: "staff-token" })).status).toBe(200);
    expect((await run(sandbox, "SHOW ROLES", { token: "staff-token", context: { role: "PUBLIC" } })).body.code).toBe(
      "390189",
    );
    clock.now += 1000;
    expect((await run(sandbox, "SHOW ROLES", { token: "staff-token" })).status).toBe(401);
  });
});

describe("the sandbox", () => {
  test("shows only names of users the role may not read", async () => {
    const { sandbox } = await start();
    const { body } = await run(sandbox, "SHOW USERS STARTS WITH 'ADA'", { token: "staff-token" });
    expect(body.data).toEqual([["ADA", ...Array.from({ length: 22 }, () => null)]]);
  });

  test("goes back to its seed", async () => {
    const { sandbox } = await start();
    await run(sandbox, "DROP USER ADA");
    sandbox.fail({ kind: "status", status: 500 });
    sandbox.reset();
    expect(sandbox.account.users.has("ADA")).toBe(true);
    expect(sandbox.changes()).toEqual([]);
    expect((await run(sandbox, "SHOW ROLES")).status).toBe(200);
  });

  test("answers 409 for a user that exists and 404 for one that does not", async () => {
    const { sandbox } = await start();
    expect(
      (await call(sandbox, "POST", "/api/v2/users?createMode=errorIfExists", { body: { name: "ADA" } })).status,
    ).toBe(409);
    expect((await call(sandbox, "GET", "/api/v2/users/NOBODY")).status).toBe(404);
    expect(
      (await call(sandbox, "POST", "/api/v2/users", { body: { name: "X", type: "SERVICE", password: "p" } })).status,
    ).toBe(400);
    expect((await call(sandbox, "POST", "/api/v2/users", { body: { name: "X" }, token: "staff-token" })).status).toBe(
      403,
    );
    expect((await call(sandbox, "POST", "/api/v2/users", { body: { name: 'x" y' } })).status).toBe(400);
  });
});
