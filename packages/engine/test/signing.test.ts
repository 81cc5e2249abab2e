/** Tokens a deployment signs itself. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anyApi, componentsGeneric, defineApp, defineComponent, mutationGeneric } from "convex/server";
import { v } from "convex/values";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";

const ORIGIN = "https://engine.test";
const signing = {
  sign: mutationGeneric({
    args: { claims: v.optional(v.any()), expiresInSeconds: v.number() },
    handler: async (ctx, options) => {
      const token = await ctx.auth.signJwt(options as never);
      await ctx.db.insert("signed", { token });
      return token;
    },
  }),
  signInComponent: mutationGeneric({
    args: {},
    handler: async (ctx) => (await ctx.runMutation(signInComponent, { expiresInSeconds: 60 })) as string,
  }),
};

const signInComponent = (componentsGeneric() as any).child.signing.sign;

let folder: string;
let world: TestEngine;
let url: string;

async function start(): Promise<void> {
  const app = defineApp();
  const child = Object.assign(defineComponent("child"), { componentDefinitionPath: "../child", defaultName: "child" });
  app.use(child as never);
  world = await createTestEngine({
    modules: { signing: async () => signing, "convex.config": async () => ({ default: app }) },
    components: { "../child": { signing: async () => signing } },
    dataDir: folder,
    origin: ORIGIN,
  });
  ({ url } = await world.serve());
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "engine-signing-"));
  await start();
});
afterEach(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const sign = async (args: object): Promise<string> =>
  (await world.connect().mutation(anyApi["signing"]!["sign"] as never, args as never)) as unknown as string;
const keys = (): ReturnType<typeof createRemoteJWKSet> => createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
const now = (): Date => new Date(world.clock.nowMs());

test("[AUT17] a mutation signs tokens that anybody checks with the published key, also after a restart", async () => {
  const token = await sign({ claims: { sub: "ada", room: { id: 7 } }, expiresInSeconds: 600 });
  const checked = await jwtVerify(token, keys(), { issuer: ORIGIN, algorithms: ["ES256"], currentDate: now() });
  const issuedS = Math.floor(world.clock.nowMs() / 1000);
  expect(checked.payload).toEqual({ iss: ORIGIN, sub: "ada", room: { id: 7 }, iat: issuedS, exp: issuedS + 600 });
  await world.close();
  await start();
  await jwtVerify(token, keys(), { currentDate: now() });
  expect(decodeJwt(await sign({ expiresInSeconds: 1 }))).toMatchObject({ exp: expect.any(Number) as number });
});

test("[AUT17] a component's tokens name it as their issuer", async () => {
  const token = (await world.engine.mutation("signing:signInComponent")) as string;
  const issuer = `${ORIGIN}/components/child`;
  const { payload } = await jwtVerify(token, keys(), { issuer, currentDate: now() });
  expect(payload.iss).toBe(issuer);
});

test("[AUT17] reserved claims and lifetimes beyond an hour are refused", async () => {
  for (const name of ["iss", "iat", "exp", "nbf", "convexRole", "CVX_x"])
    await expect(sign({ claims: { [name]: 1 }, expiresInSeconds: 60 })).rejects.toThrow(
      `the claim \`${name}\` is reserved`,
    );
  for (const expiresInSeconds of [0, 0.5, -1, 3601, Infinity])
    await expect(sign({ expiresInSeconds })).rejects.toThrow("`expiresInSeconds` must be from 1 to 3600");
});
