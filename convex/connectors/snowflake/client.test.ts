/** The client against the sandbox over real HTTP: credentials, retries, long statements, large results. */

import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../../lib/pure/time";
import { ConnectorError } from "../contract/contract";
import { aWorldWith, carryOut, failure, makeKey, portalKey, TOKEN } from "./harness.testing";

const ada = { users: [{ name: "ADA" }], roles: ["ANALYST"] };
const membership = { user: "ADA", role: "ANALYST" };

async function failureOf(work: Promise<unknown>): Promise<ConnectorError> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ConnectorError)) throw new Error(`expected a ConnectorError, got ${String(error)}`);
  return error;
}

describe("credentials", () => {
  test("a key pair signs in, and the connection says who it is", async () => {
    const { snowflake } = await aWorldWith();
    const { isHealthy, facts, problems } = await snowflake.health();
    expect(problems).toEqual([]);
    expect(isHealthy).toBe(true);
    expect(facts).toContainEqual({ subject: "User", value: "PORTAL_SVC" });
    expect(facts).toContainEqual({ subject: "Role", value: "PORTAL" });
  });

  test("an access token signs in", async () => {
    const { connect } = await aWorldWith(ada);
    expect(await connect({ credential: { kind: "token", token: TOKEN } }).reads.hasRole("ANALYST")).toBe(true);
  });

  test.each(["sandbox-portal", "SANDBOX.PORTAL", "sb00001.eu-central-1.aws"])(
    "the account may be written as %s",
    async (account) => {
      const { connect } = await aWorldWith(ada);
      expect(await connect({ account }).reads.hasRole("ANALYST")).toBe(true);
    },
  );

  test("a token that became too old is minted again", async () => {
    const { snowflake, clock } = await aWorldWith(ada);
    await snowflake.reads.hasRole("ANALYST");
    clock.now += 3 * 60 * MINUTE_MS;
    expect(await snowflake.reads.hasRole("ANALYST")).toBe(true);
  });

  test("a token refused before its time is minted again once", async () => {
    const { snowflake, sandbox } = await aWorldWith(ada);
    sandbox.fail({ kind: "status", status: 401, code: "390318" });
    expect(await snowflake.reads.hasRole("ANALYST")).toBe(true);
    sandbox.fail({ kind: "status", status: 401, code: "390318", times: 2 });
    await expect(snowflake.reads.hasRole("ANALYST")).rejects.toMatchObject(
      failure("admin-fixable", "credential-refused"),
    );
  });

  test("an access token refused is not tried again", async () => {
    const { connect, sandbox } = await aWorldWith(ada);
    sandbox.fail({ kind: "status", status: 401, code: "394400" });
    await expect(
      connect({ credential: { kind: "token", token: TOKEN } }).reads.hasRole("ANALYST"),
    ).rejects.toMatchObject(failure("admin-fixable", "credential-refused"));
  });

  test("the key of somebody else, an unknown token and a disabled user are for an administrator", async () => {
    const { connect, sandbox } = await aWorldWith(ada);
    const refused = failure("admin-fixable", "credential-refused");
    await expect(
      connect({ credential: { kind: "key-pair", privateKey: makeKey().privatePem } }).reads.hasRole("ANALYST"),
    ).rejects.toMatchObject(refused);
    await expect(
      connect({ credential: { kind: "token", token: "pat-of-nobody" } }).reads.hasRole("ANALYST"),
    ).rejects.toMatchObject(refused);
    sandbox.account.users.get("PORTAL_SVC")!.isDisabled = true;
    await expect(connect().reads.hasRole("ANALYST")).rejects.toMatchObject(refused);
  });

  test.each([-90 * MINUTE_MS, -10 * MINUTE_MS, 90 * MINUTE_MS])(
    "a clock that is %i ms away is named as the reason",
    async (skewMs) => {
      const { snowflake } = await aWorldWith({ skewMs });
      const error = await failureOf(snowflake.reads.hasRole("ANALYST"));
      expect(error).toMatchObject(failure("admin-fixable", "clock-skew"));
      expect(error.message).toContain(`${Math.abs(skewMs) / MINUTE_MS} min ${skewMs > 0 ? "behind" : "ahead of"}`);
    },
  );

  test.each([
    ["no key", "hello"],
    ["a key with a passphrase", "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----"],
    ["broken DER", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"],
  ])("%s as a private key is refused without being quoted", async (_, privateKey) => {
    const { connect } = await aWorldWith();
    const error = await failureOf(connect({ credential: { kind: "key-pair", privateKey } }).reads.hasRole("A"));
    expect(error).toMatchObject(failure("admin-fixable", "bad-private-key"));
    expect(error.message).not.toContain("AAAA");
  });

  test("a role the portal's user does not hold is for an administrator", async () => {
    const { connect, sandbox } = await aWorldWith(ada);
    sandbox.account.memberships = sandbox.account.memberships.filter(({ role }) => role !== "ANALYST");
    await expect(connect({ role: "NOBODY" }).reads.hasRole("ANALYST")).rejects.toMatchObject(
      failure("admin-fixable", "not-found"),
    );
    await expect(connect({ role: "ANALYST" }).reads.hasRole("ANALYST")).rejects.toMatchObject(
      failure("admin-fixable", "role-not-granted"),
    );
  });

  test("an address that would send the token in the clear is refused", async () => {
    const { connect } = await aWorldWith();
    expect(() => connect({ url: "http://corp.snowflakecomputing.com" })).toThrow(/https/);
    expect(() => connect({ url: "https://me:secret@corp.snowflakecomputing.com" })).toThrow(/user name/);
  });

  test("no failure and no address carries a key or a token", async () => {
    const { connect, sandbox } = await aWorldWith(ada);
    const seen: string[] = [];
    const spying = connect(
      { credential: { kind: "token", token: TOKEN } },
      {
        fetch: (url, init) => {
          seen.push(String(url), String(init?.body));
          return fetch(url, init);
        },
      },
    );
    sandbox.fail({ kind: "drop-connection", times: 5 });
    const lost = await failureOf(spying.reads.hasRole("ANALYST"));
    const refused = await failureOf(
      connect({ credential: { kind: "token", token: `${TOKEN}-wrong` } }).reads.hasRole("ANALYST"),
    );
    const text = JSON.stringify([
      seen,
      lost.message,
      lost.vendor,
      lost.stack,
      refused.message,
      refused.vendor,
      refused.stack,
    ]);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(portalKey.privatePem.slice(30, 90));
  });
});

describe("retries", () => {
  test.each([429, 500, 502, 503, 504, 522])(
    "status %i is tried again until it passes, and the change happens once",
    async (status) => {
      const { snowflake, sandbox } = await aWorldWith(ada);
      sandbox.fail({ kind: "status", status, statement: /GRANT ROLE/, times: 2 });
      await carryOut(snowflake, "grant-role", membership);
      expect(sandbox.changes()).toHaveLength(1);
    },
  );

  test("Retry-After is honoured, in seconds and as a date", async () => {
    const { snowflake, sandbox, clock } = await aWorldWith();
    sandbox.fail({ kind: "status", status: 429, retryAfter: "7" });
    await snowflake.reads.hasRole("A");
    sandbox.fail({ kind: "status", status: 503, retryAfter: new Date(clock.now + 12_000).toUTCString() });
    await snowflake.reads.hasRole("A");
    expect(clock.waits).toEqual([7000, 12_000]);
  });

  test("asked to stay away for long, the connector gives its place back and says for how long", async () => {
    const { snowflake, sandbox, clock } = await aWorldWith();
    sandbox.fail({ kind: "status", status: 429, code: "390505", retryAfter: "600" });
    await expect(snowflake.reads.hasRole("A")).rejects.toMatchObject({
      ...failure("transient", "busy"),
      retryAfterMs: 600_000,
    });
    expect(clock.waits).toEqual([]);
  });

  test("waits double, half of each left to chance, and end after five tries", async () => {
    const { snowflake, sandbox, clock } = await aWorldWith();
    sandbox.fail({ kind: "status", status: 503, times: 100 });
    await expect(snowflake.reads.hasRole("A")).rejects.toMatchObject(failure("transient", "unavailable"));
    expect(clock.waits).toEqual([375, 750, 1500, 3000]);
  });

  test("an answer that got lost after the change is fetched again, and the change happened once", async () => {
    const { snowflake, sandbox } = await aWorldWith(ada);
    sandbox.fail({ kind: "lose-response", statement: /GRANT ROLE/ });
    const { ref } = await carryOut(snowflake, "grant-role", membership);
    expect(sandbox.changes()).toHaveLength(1);
    expect(ref.receipts[0]?.queryId).toBe(sandbox.account.journal.find(({ isChange }) => isChange)?.queryId);
  });

  test("an answer that was cut off is fetched again", async () => {
    const { snowflake, sandbox } = await aWorldWith(ada);
    sandbox.fail({ kind: "cut-off", statement: /GRANT ROLE/ });
    await carryOut(snowflake, "grant-role", membership);
    expect(sandbox.changes()).toHaveLength(1);
  });

  test("the first sending carries the request's id alone, every later one says retry=true", async () => {
    const { connect, sandbox } = await aWorldWith(ada);
    const sent: URLSearchParams[] = [];
    const spying = connect(
      {},
      {
        fetch: (url, init) => {
          if (String(init?.body).includes("GRANT ROLE")) sent.push(new URL(String(url)).searchParams);
          return fetch(url, init);
        },
      },
    );
    const plan = await spying.plan("grant-role", membership);
    sandbox.fail({ kind: "drop-connection", statement: /GRANT ROLE/, times: 5 });
    await failureOf(spying.apply({ id: "k", mayHaveBegun: false }, plan));
    await spying.apply({ id: "k", mayHaveBegun: true }, plan);
    expect(sent.map((query) => query.get("retry"))).toEqual([null, "true", "true", "true", "true", "true"]);
    expect(new Set(sent.map((query) => query.get("requestId"))).size).toBe(1);
  });

  test("a call that is never answered ends at its deadline", async () => {
    const { connect, sandbox } = await aWorldWith();
    sandbox.fail({ kind: "hang", times: 5 });
    const impatient = connect({}, { deadline: () => ({ signal: AbortSignal.abort(), clear: () => undefined }) });
    await expect(impatient.reads.hasRole("A")).rejects.toMatchObject(failure("transient", "timeout"));
  });

  test("a proxy's page is no answer: tried again as an outage, refused as a wrong address", async () => {
    const { snowflake, sandbox } = await aWorldWith();
    sandbox.fail({ kind: "html", status: 502 });
    expect(await snowflake.reads.hasRole("A")).toBe(false);
    sandbox.fail({ kind: "html", status: 200 });
    await expect(snowflake.reads.hasRole("A")).rejects.toMatchObject(failure("admin-fixable", "not-snowflake"));
    sandbox.fail({ kind: "html", status: 302 });
    await expect(snowflake.reads.hasRole("A")).rejects.toMatchObject(failure("admin-fixable", "not-snowflake"));
  });
});

describe("long statements", () => {
  const slow = (ms: number) => ({
    ...ada,
    durationMs: (statement: string) => (statement.startsWith("GRANT") ? ms : 0),
  });

  test("one that runs over 45 s is polled until it ends", async () => {
    const { snowflake, sandbox, clock } = await aWorldWith(slow(2 * MINUTE_MS));
    const { ref } = await carryOut(snowflake, "grant-role", membership);
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
    expect(sandbox.changes()).toHaveLength(1);
    expect(clock.waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
  });

  test("429 while polling means not finished", async () => {
    const { snowflake, sandbox } = await aWorldWith(slow(MINUTE_MS));
    sandbox.fail({ kind: "status", status: 429, method: "GET", path: /statements/, times: 3 });
    await carryOut(snowflake, "grant-role", membership);
    expect(sandbox.changes()).toHaveLength(1);
  });

  test("one that was running when its answer was lost is waited for, not started again", async () => {
    const { snowflake, sandbox } = await aWorldWith(slow(MINUTE_MS));
    sandbox.fail({ kind: "lose-response", statement: /GRANT ROLE/ });
    await carryOut(snowflake, "grant-role", membership);
    expect(sandbox.changes()).toHaveLength(1);
  });

  test("one that outlasts the portal's patience is cancelled and has no effect", async () => {
    const { connect, snowflake, sandbox, clock } = await aWorldWith(slow(60 * MINUTE_MS));
    const paths: string[] = [];
    const spying = connect(
      {},
      {
        fetch: (url, init) => {
          paths.push(new URL(String(url)).pathname);
          return fetch(url, init);
        },
      },
    );
    const plan = await snowflake.plan("grant-role", membership);
    await expect(spying.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject(
      failure("transient", "took-too-long"),
    );
    expect(paths.at(-1)).toMatch(/\/cancel$/);
    clock.now += 120 * MINUTE_MS;
    await snowflake.reads.hasRole("ANALYST");
    expect(sandbox.changes()).toEqual([]);
  });

  test("one that cannot be cancelled and goes on is asked about again later, and done once", async () => {
    const { snowflake, sandbox, clock } = await aWorldWith(slow(10.5 * MINUTE_MS));
    const plan = await snowflake.plan("grant-role", membership);
    sandbox.fail({ kind: "status", status: 422, code: "000709", path: /cancel$/ });
    await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject(
      failure("transient", "still-running"),
    );
    clock.now += 5 * MINUTE_MS;
    const ref = await snowflake.apply({ id: "k", mayHaveBegun: true }, plan);
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
    expect(sandbox.changes()).toHaveLength(1);
  });
});

describe("statements that end while they are looked at", () => {
  test("one that ended while it was being cancelled counts as ended", async () => {
    const { connect, sandbox, clock } = await aWorldWith({
      ...ada,
      durationMs: (statement) => (statement.startsWith("GRANT") ? 10.5 * MINUTE_MS : 0),
    });
    const late = connect(
      {},
      {
        fetch: (url, init) => {
          if (String(url).endsWith("/cancel")) clock.now += MINUTE_MS / 2;
          return fetch(url, init);
        },
      },
    );
    await carryOut(late, "grant-role", membership);
    expect(sandbox.changes()).toHaveLength(1);
  });

  test("one that Snowflake stopped is transient and not polled again", async () => {
    const { snowflake, sandbox, clock } = await aWorldWith({
      ...ada,
      durationMs: (statement) => (statement.startsWith("GRANT") ? MINUTE_MS : 0),
    });
    sandbox.fail({ kind: "status", status: 408, code: "000630", method: "GET" });
    await expect(carryOut(snowflake, "grant-role", membership)).rejects.toMatchObject(
      failure("transient", "statement-timeout"),
    );
    expect(clock.waits).toEqual([]);
  });
});

describe("privileges", () => {
  test("a privilege the portal's role lacks is for an administrator", async () => {
    const { snowflake, sandbox } = await aWorldWith({ users: [{ name: "ADA" }], roles: ["ANALYST"] });
    const plan = await snowflake.plan("grant-role", membership);
    sandbox.account.grants = sandbox.account.grants.filter(({ privilege }) => privilege !== "MANAGE GRANTS");
    await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject({
      ...failure("admin-fixable", "privilege-missing"),
      vendor: { code: "003001", status: 422 },
    });
  });

  test("a user whose columns the role may not read is not taken for an active one", async () => {
    const { snowflake, sandbox } = await aWorldWith({
      users: [{ name: "ADA", isDisabled: true, owner: "USERADMIN" }],
      roles: ["ANALYST"],
    });
    sandbox.account.grants = [];
    await expect(snowflake.plan("grant-role", membership)).rejects.toMatchObject(
      failure("admin-fixable", "user-not-readable"),
    );
  });

  test("health names what is in the way", async () => {
    const { connect, sandbox } = await aWorldWith();
    expect(await connect({ warehouse: "NOWHERE" }).health()).toMatchObject({
      isHealthy: false,
      problems: [expect.stringContaining("warehouse")],
    });
    sandbox.account.roles.get("PORTAL")!.databaseRoles.clear();
    expect(await connect().health()).toMatchObject({
      isHealthy: false,
      problems: [expect.stringContaining("may not see it")],
    });
    sandbox.fail({ kind: "status", status: 401, times: 2 });
    expect(await connect().health()).toMatchObject({
      isHealthy: false,
      facts: [],
      problems: [expect.stringContaining("credential")],
    });
  });
});
