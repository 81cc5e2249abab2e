import { describe, expect, test } from "vitest";
import { explainProblems, parseEnv } from "./env.ts";

const problemsOf = (source: Record<string, string>) => {
  const result = parseEnv(source);
  return result.ok ? [] : result.problems.map(({ name }) => name);
};
const envOf = (source: Record<string, string>) => {
  const result = parseEnv(source);
  if (!result.ok) throw new Error(explainProblems(result.problems));
  return result.env;
};

describe("environment", () => {
  test("an empty environment is a demo on the loopback address, port 3000, with no exempt address", () => {
    expect(envOf({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      dataDir: "./data",
      isDemo: true,
      demoPassword: null,
      companyDomain: "ao.com",
      testAddresses: [],
      trustProxy: false,
      addressLimitFactor: 1,
      hasPrivateAccounts: false,
      breachedPasswordCheck: false,
      sessionMaxAgeMs: 604_800_000,
      auditKeep: null,
      auditStream: null,
      remoteBackend: null,
      clerk: null,
      publicUrl: null,
    });
  });

  test("backups are made when a folder outside the data folder is named, daily unless said otherwise", () => {
    expect(envOf({}).backup).toBeNull();
    expect(envOf({ BACKUP_DIR: "./data-backups" }).backup).toEqual({
      dir: "./data-backups",
      everyMs: 86_400_000,
      keep: 7,
    });
    expect(envOf({ BACKUP_DIR: "/mnt/b", BACKUP_EVERY: "6h", BACKUP_KEEP: "30" }).backup).toEqual({
      dir: "/mnt/b",
      everyMs: 21_600_000,
      keep: 30,
    });
  });

  test.each([
    ["BACKUP_EVERY", "6"],
    ["BACKUP_EVERY", "0h"],
    ["BACKUP_EVERY", "often"],
    ["BACKUP_KEEP", "0"],
    ["BACKUP_DIR", "./data/backups"],
    ["BACKUP_DIR", "./data"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80a"],
    ["PORT", "3.5"],
    ["PORTAL_DEMO", "maybe"],
    ["TRUST_PROXY", "2"],
    ["DEMO_PASSWORD", "short1A"],
    ["DEMO_PASSWORD", "alllowercase1"],
    ["DEMO_PASSWORD", "NoNumberHere"],
    ["BOOTSTRAP_ADMIN_EMAIL", "not an address"],
    ["COMPANY_DOMAIN", "nodots"],
    ["TEST_ADDRESSES", "a@b.co,oops"],
    ["PUBLIC_URL", "portal.example.com"],
    ["PUBLIC_URL", "https://portal.example.com/app"],
    ["SMTP_URL", "http://mail.example.com"],
    ["LOG_LEVEL", "loud"],
    ["AUTH_ISSUER", "issuer"],
    ["CONVEX_URL", "happy-animal.convex.cloud"],
    ["CONVEX_URL", "ftp://x.example.com"],
    ["CONVEX_URL", "/relative"],
    ["CLERK_PUBLISHABLE_KEY", "sk_test_Y2xlcmsuZXhhbXBsZS5jb20k"],
    ["CLERK_PUBLISHABLE_KEY", "pk_prod_Y2xlcmsuZXhhbXBsZS5jb20k"],
    ["CLERK_PUBLISHABLE_KEY", "pk_test_???"],
    ["CLERK_PUBLISHABLE_KEY", "pk_live_bm9kb2xsYXI="],
    ["CLERK_PROXY_URL", "relative/path"],
    ["CLERK_PROXY_URL", "//other.example.com/clerk"],
  ])("%s=%s is refused by name", (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([name]);
  });

  test.each([
    [{ CLERK_PUBLISHABLE_KEY: "pk_test_Y2xlcmsuZXhhbXBsZS5jb20k", CLERK_PROXY_URL: "/__clerk" }],
    [
      {
        CLERK_PUBLISHABLE_KEY: "pk_live_Y2xlcmsuZXhhbXBsZS5jb20k",
        CLERK_PROXY_URL: "https://portal.example.com/__clerk",
      },
    ],
    [
      {
        CONVEX_URL: "http://127.0.0.1:3210",
        CONVEX_DEPLOY_KEY: "prod:one|two",
        BOOTSTRAP_ADMIN_EMAIL: "owner@ao.com",
      },
    ],
    [{ SMTP_URL: "smtp://localhost:25" }],
    [{ PORTAL_DEMO: "0", BOOTSTRAP_ADMIN_EMAIL: "Owner@ao.com" }],
    [{ PORT: "0" }],
  ])("%o is accepted", (source) => {
    expect(problemsOf({ ...source })).toEqual([]);
  });

  const real = { PORTAL_DEMO: "0", BOOTSTRAP_ADMIN_EMAIL: "owner@ao.com" };
  const snowflake = {
    SNOWFLAKE_URL: "https://org-acc.snowflakecomputing.com",
    SNOWFLAKE_ACCOUNT: "ORG-ACC",
    SNOWFLAKE_USER: "DATA_PORTAL",
    SNOWFLAKE_ROLE: "PORTAL",
  };
  const pem = "-----BEGIN PRIVATE KEY-----\\nAAAA\\n-----END PRIVATE KEY-----";

  test("a connection is read whole, its key with the ends of its lines", () => {
    expect(envOf({}).connections).toEqual({});
    const token = { ...snowflake, SNOWFLAKE_TOKEN: "t" };
    expect(envOf({ ...real, ...token }).connections.snowflake).toEqual(token);
    expect(envOf({ ...real, ...snowflake, SNOWFLAKE_PRIVATE_KEY: pem }).connections.snowflake).toEqual({
      ...snowflake,
      SNOWFLAKE_PRIVATE_KEY: pem.replaceAll("\\n", "\n"),
    });
  });

  test.each([
    [
      { SNOWFLAKE_WAREHOUSE: "WH" },
      ["SNOWFLAKE_URL", "SNOWFLAKE_ACCOUNT", "SNOWFLAKE_USER", "SNOWFLAKE_ROLE", "SNOWFLAKE_PRIVATE_KEY"],
    ],
    [{ ...snowflake }, ["SNOWFLAKE_PRIVATE_KEY"]],
    [{ ...snowflake, SNOWFLAKE_PRIVATE_KEY: "hunter2" }, ["SNOWFLAKE_PRIVATE_KEY"]],
    [{ ...snowflake, SNOWFLAKE_PRIVATE_KEY: pem, SNOWFLAKE_TOKEN: "t" }, ["SNOWFLAKE_TOKEN"]],
    [{ ...snowflake, SNOWFLAKE_TOKEN: "t", SNOWFLAKE_URL: "http://org-acc.snowflakecomputing.com" }, ["SNOWFLAKE_URL"]],
    [
      { ...snowflake, SNOWFLAKE_TOKEN: "t", SNOWFLAKE_URL: "https://me:secret@org-acc.snowflakecomputing.com" },
      ["SNOWFLAKE_URL"],
    ],
  ])("half a connection is refused by name: %#", (source, names) => {
    expect(problemsOf({ ...real, ...source })).toEqual(names);
    const result = parseEnv({ ...real, ...source });
    expect(result.ok ? "" : explainProblems(result.problems)).not.toMatch(/hunter2|secret@/);
  });

  test("[SD7] a demo is refused beside a system its requests would be carried out in, and not beside one that is read", () => {
    const token = { ...snowflake, SNOWFLAKE_TOKEN: "t" };
    for (const demo of [{}, { PORTAL_DEMO: "1" }]) {
      const result = parseEnv({ ...demo, ...token });
      expect(result.ok ? [] : result.problems).toMatchObject([
        { name: "SNOWFLAKE_URL", problem: expect.stringContaining("PORTAL_DEMO=0") },
      ]);
    }
    expect(problemsOf({ ...real, ...token })).toEqual([]);
    expect(problemsOf({ COLLATE_URL: "https://ao.getcollate.io", COLLATE_TOKEN: "t" })).toEqual([]);
  });

  test("outside the demo world a second person publishes, unless the operator says otherwise", () => {
    expect(envOf({}).publishBySecondPerson).toBe(false);
    expect(envOf(real).publishBySecondPerson).toBe(true);
    expect(envOf({ ...real, PUBLISH_BY_SECOND_PERSON: "0" }).publishBySecondPerson).toBe(false);
  });

  test("a portal is production, or what the operator calls it; the demo is the demo", () => {
    expect(envOf({}).environment).toBe("demo");
    expect(envOf(real).environment).toBe("production");
    expect(envOf({ ...real, PORTAL_ENVIRONMENT: "staging" }).environment).toBe("staging");
    expect(problemsOf({ ...real, PORTAL_ENVIRONMENT: "demo" })).toEqual(["PORTAL_ENVIRONMENT"]);
    expect(problemsOf({ PORTAL_ENVIRONMENT: "staging" })).toEqual(["PORTAL_ENVIRONMENT"]);
  });

  test("a portal without a demo world needs its first super admin", () => {
    expect(problemsOf({ PORTAL_DEMO: "0" })).toEqual(["BOOTSTRAP_ADMIN_EMAIL"]);
  });

  test("a backend elsewhere gets no demo world, also when asked for", () => {
    const remote = { CONVEX_URL: "https://happy.convex.cloud", CONVEX_DEPLOY_KEY: "prod:one|two" };
    expect(problemsOf(remote)).toEqual(["BOOTSTRAP_ADMIN_EMAIL"]);
    expect(envOf({ ...remote, BOOTSTRAP_ADMIN_EMAIL: "owner@ao.com" }).isDemo).toBe(false);
    expect(problemsOf({ ...remote, PORTAL_DEMO: "1" })).toEqual(["PORTAL_DEMO"]);
  });

  test("a remote backend needs the deploy key", () => {
    expect(problemsOf({ CONVEX_URL: "https://happy.convex.cloud" })).toEqual(["CONVEX_DEPLOY_KEY"]);
  });

  test("the host inside a publishable key is read with and without padding", () => {
    expect(envOf({ CLERK_PUBLISHABLE_KEY: "pk_test_Y2xlcmsuYS5jb20k" }).clerk?.frontendHost).toBe("clerk.a.com");
    expect(envOf({ CLERK_PUBLISHABLE_KEY: "pk_test_Y2xlcmsuYWIuY29tJA==" }).clerk?.frontendHost).toBe("clerk.ab.com");
    expect(envOf({ CLERK_PUBLISHABLE_KEY: "pk_test_Y2xlcmsuYWIuY29tJA" }).clerk?.frontendHost).toBe("clerk.ab.com");
  });

  test("every problem is reported at once, with an example, and never repeats a secret", () => {
    const result = parseEnv({ PORT: "x", SMTP_URL: "http://user:hunter2@mail.example.com" });
    if (result.ok) throw new Error("expected problems");
    const text = explainProblems(result.problems);
    expect(text).toContain('PORT is "x"');
    expect(text).toContain("for example: SMTP_URL=");
    expect(text).not.toContain("hunter2");
  });
});
