import { createTestEngine, type TestEngine } from "@data-portal/engine/testing";
import { internalMutationGeneric, internalQueryGeneric, queryGeneric } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { createRemoteBackend } from "./remote.ts";

let deployment: TestEngine | null = null;
afterEach(async () => {
  await deployment?.close();
  deployment = null;
});

/** Another engine plays the deployment elsewhere. */
async function aDeployment(deployKey: string) {
  deployment = await createTestEngine({
    adminKey: "prod:happy|0123",
    modules: {
      "notes/internal": async () => ({
        add: internalMutationGeneric({ args: {}, handler: async () => "added" }),
        read: internalQueryGeneric({ args: {}, handler: async () => [1, 2] }),
      }),
      "notes/queries": async () => ({
        whoami: queryGeneric({ args: {}, handler: async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null }),
      }),
    },
  });
  const { url } = await deployment.serve();
  return createRemoteBackend({ url, deployKey });
}

test("the server reaches internal functions of a deployment over its HTTP API", async () => {
  const backend = await aDeployment("prod:happy|0123");
  expect(await backend.isReady()).toBe(true);
  expect(await backend.mutation("notes/internal:add")).toBe("added");
  expect(await backend.query("notes/internal:read")).toEqual([1, 2]);
});

test("a wrong deploy key opens nothing, and a token nobody issued is refused", async () => {
  const backend = await aDeployment("prod:happy|wrong");
  await expect(backend.mutation("notes/internal:add")).rejects.toMatchObject({ name: "BackendFunctionError" });
  await expect(backend.queryAs("not.a.token", "notes/queries:whoami")).rejects.toMatchObject({
    name: "BackendFunctionError",
  });
});
