import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startAlone } from "@data-portal/engine/serve";
import { internalMutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { expect, onTestFinished, test } from "vitest";
import { openAuthStore } from "../auth/store.ts";
import { createTokenIssuer } from "../auth/tokens.ts";
import { connectionVariables } from "../settings/connected.ts";
import { prepareDeployment, type DeploymentWanted } from "./deployment.ts";

const repository = path.resolve(import.meta.dirname, "../..");
const ISSUER = "https://portal.invalid/auth";

/** What the portal of these tests was built with. */
const modules = {
  "auth.config": async () => ({ default: { providers: [] } }),
  "people/queries": async () => ({ me: queryGeneric({ args: {}, handler: async () => null }) }),
  "notes/internal": async () => ({
    add: internalMutationGeneric({ args: { text: v.string(), at: v.optional(v.number()) }, handler: async () => null }),
  }),
};
const SOURCES: Readonly<Record<string, string>> = {
  "people/queries.ts":
    'import { queryGeneric } from "convex/server";\nexport const me = queryGeneric({ args: {}, handler: async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null });',
  "notes/internal.ts":
    'import { internalMutationGeneric } from "convex/server";\nimport { v } from "convex/values";\nexport const add = internalMutationGeneric({ args: { at: v.optional(v.number()), text: v.string() }, handler: async () => null });',
};

/** A server that plays the deployment, with these functions beside the portal's own auth config. */
async function aDeployment(sources = SOURCES) {
  const cache = path.join(repository, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const root = mkdtempSync(path.join(cache, "deployment-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const functions = path.join(root, "convex");
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(path.dirname(path.join(functions, file)), { recursive: true });
    writeFileSync(path.join(functions, file), text);
  }
  cpSync(path.join(repository, "convex/auth.config.ts"), path.join(functions, "auth.config.ts"));
  writeFileSync(path.join(root, "package.json"), '{"name":"deployment"}');
  const served = await startAlone(
    {
      functions,
      data: path.join(root, "data"),
      port: 0,
      sitePort: null,
      adminKey: "engine|0123",
      envFile: null,
      isWatching: false,
      redactErrors: false,
    },
    { say: () => undefined, complain: () => undefined },
  );
  onTestFinished(() => served.close());
  const variables = async (): Promise<Record<string, string>> => {
    const body = JSON.stringify({ path: "_system/cli/queryEnvironmentVariables", args: {}, format: "json" });
    const answer = await fetch(`${served.url}/api/query`, {
      method: "POST",
      headers: { authorization: "Convex engine|0123", "content-type": "application/json" },
      body,
    });
    const { value } = (await answer.json()) as { value: { name: string; value: string }[] };
    return Object.fromEntries(value.map((variable) => [variable.name, variable.value]));
  };
  return { url: served.url, variables };
}

/** A portal with keys of its own that is about to work on a deployment. */
async function aPortal({ url }: { readonly url: string }, others: Partial<DeploymentWanted> = {}) {
  const store = openAuthStore(":memory:");
  onTestFinished(() => store.close());
  const tokens = await createTokenIssuer({ store, issuer: ISSUER, now: Date.now });
  const nobody = {
    userId: "nobody",
    sessionId: "probe",
    sessionStartedAt: 0,
    email: "",
    isEmailVerified: false,
    firstName: "",
    lastName: "",
    hasChangedInitialPassword: false,
  };
  const set: string[] = [];
  const wanted: DeploymentWanted = {
    url,
    deployKey: "engine|0123",
    modules,
    variables: { PUBLISH_BY_SECOND_PERSON: "1", SNOWFLAKE_TOKEN: "very-secret" },
    signIn: { issuer: ISSUER, jwksDataUri: tokens.jwksDataUri, token: () => tokens.issue(nobody) },
    onVariablesSet: (names) => void set.push(...names),
    ...others,
  };
  return {
    set,
    tokens,
    signIn: wanted.signIn,
    prepare: () => prepareDeployment(wanted),
    refusal: () =>
      prepareDeployment(wanted).then(
        () => "",
        (error: unknown) => (error instanceof Error ? error.message : ""),
      ),
  };
}

test("a fresh deployment is told everything its functions read, and accepts the portal's sign-in from then on", async () => {
  const deployment = await aDeployment();
  const portal = await aPortal(deployment);
  await portal.prepare();
  expect(await deployment.variables()).toEqual({
    AUTH_ISSUER: ISSUER,
    AUTH_JWKS: portal.tokens.jwksDataUri,
    CLERK_JWT_ISSUER_DOMAIN: "",
    PUBLISH_BY_SECOND_PERSON: "1",
    SNOWFLAKE_TOKEN: "very-secret",
  });
  expect(portal.set.sort()).toEqual([
    "AUTH_ISSUER",
    "AUTH_JWKS",
    "CLERK_JWT_ISSUER_DOMAIN",
    "PUBLISH_BY_SECOND_PERSON",
    "SNOWFLAKE_TOKEN",
  ]);
  portal.set.length = 0;
  await portal.prepare();
  expect(portal.set).toEqual([]);
});

test("a credential that was replaced by another kind is used no more, and a connection not named here stays", async () => {
  const deployment = await aDeployment();
  const whole = {
    SNOWFLAKE_URL: "https://ao.snowflakecomputing.com",
    SNOWFLAKE_ACCOUNT: "AO",
    SNOWFLAKE_USER: "PORTAL",
  };
  const keyed = connectionVariables({ snowflake: { ...whole, SNOWFLAKE_PRIVATE_KEY: "old-key" } });
  const portal = await aPortal(deployment, { variables: { ...keyed, DBT_TOKEN: "dbt-word" } });
  await portal.prepare();
  const signIn = portal.signIn;
  const variables = connectionVariables({ snowflake: { ...whole, SNOWFLAKE_TOKEN: "new-token" } });
  await (await aPortal(deployment, { variables, signIn })).prepare();
  const there = await deployment.variables();
  expect(there).toMatchObject({ SNOWFLAKE_PRIVATE_KEY: "", SNOWFLAKE_TOKEN: "new-token", DBT_TOKEN: "dbt-word" });
});

test("the variables are set before the functions are missed, and the refusal says what to deploy", async () => {
  const deployment = await aDeployment({ "other.ts": "export const nothing = 1;" });
  const portal = await aPortal(deployment);
  expect(await portal.refusal()).toMatch(
    /cannot be used yet:\n {2}- it does not have the portal's functions: deploy the convex\/ folder .*npx convex deploy/,
  );
  expect(portal.set).toContain("AUTH_JWKS");
});

test("functions of another version are refused by name: missing ones, and ones that take other arguments", async () => {
  const older = await aDeployment({ "people/queries.ts": SOURCES["people/queries.ts"] ?? "" });
  expect(await (await aPortal(older)).refusal()).toContain(
    "another version of the portal (missing: notes/internal:add)",
  );
  const other = await aDeployment({
    ...SOURCES,
    "notes/internal.ts": (SOURCES["notes/internal.ts"] ?? "").replace("at: v.optional(v.number())", "at: v.number()"),
  });
  expect(await (await aPortal(other)).refusal()).toContain(
    "another version of the portal (different: notes/internal:add)",
  );
});

test("a deployment of another portal is left alone, and the refusal says how to take it over", async () => {
  const deployment = await aDeployment();
  await (await aPortal(deployment)).prepare();
  const before = await deployment.variables();
  const second = await aPortal(deployment, { variables: { PUBLISH_BY_SECOND_PERSON: "0" } });
  expect(await second.refusal()).toMatch(/accepts the sign-in of another portal.*npx convex env remove AUTH_JWKS/);
  expect(await deployment.variables()).toEqual(before);
});

test("an auth config that does not know the portal is refused although the variables are there", async () => {
  const deployment = await aDeployment();
  const stranger = await aPortal(deployment);
  // What is set is not what the tokens are signed with.
  const portal = await aPortal(deployment, {
    signIn: { ...stranger.signIn, jwksDataUri: "data:application/json;base64,eyJrZXlzIjpbXX0=" },
  });
  expect(await portal.refusal()).toContain("does not accept the sign-in of this portal");
});

test("a wrong key, a place where nobody answers and a key that may not set variables are each said in words, without a secret", async () => {
  const deployment = await aDeployment();
  expect(await (await aPortal(deployment, { deployKey: "engine|wrong" })).refusal()).toContain(
    "it refuses CONVEX_DEPLOY_KEY",
  );
  expect(await (await aPortal({ url: "http://127.0.0.1:9" })).refusal()).toMatch(
    /it does not answer \(.+\)\. Check CONVEX_URL/,
  );
  const readOnly = await aPortal(deployment, {
    fetch: (input, init) =>
      new Request(input, init).url.endsWith("update_environment_variables")
        ? Promise.resolve(new Response(null, { status: 403 }))
        : fetch(input, init),
  });
  const words = await readOnly.refusal();
  expect(words).toContain(
    "npx convex env set NAME VALUE: PUBLISH_BY_SECOND_PERSON as here, SNOWFLAKE_TOKEN as here, AUTH_ISSUER=https://portal.invalid/auth, AUTH_JWKS=<PUBLIC_URL>/api/auth/jwks",
  );
  expect(words).not.toContain("very-secret");
});

test("an address where something else answers, and a deployment that does not tell its variables, are each said in words", async () => {
  const answering = (version: number, variables: number): Promise<string> => {
    const statusOf = (url: string): number => (url.endsWith("/version") ? version : variables);
    return aPortal(
      { url: "http://elsewhere.test" },
      { fetch: async (input, init) => new Response("x", { status: statusOf(new Request(input, init).url) }) },
    ).then((portal) => portal.refusal());
  };
  expect(await answering(404, 200)).toContain(
    "it answers with status 404 where a Convex deployment gives its version. Check CONVEX_URL",
  );
  expect(await answering(200, 403)).toContain("it refuses CONVEX_DEPLOY_KEY");
  expect(await answering(200, 500)).toContain("it answers with status 500 when its variables are asked for");
});
