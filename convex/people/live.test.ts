/** What open pages see, through the official client over a real socket, with tokens as the sign-in issues them. */

import type { ConvexClient } from "convex/browser";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../_generated/api";
import { MINUTE_MS } from "../lib/pure/time";
import { submitted } from "../process/requests.testing";
import { aServedBackend } from "../testing/backends.testing";
import { runStep } from "../testing/steps.testing";

/** Far more than an answer takes on a busy machine. */
const PATIENCE_MS = 20_000;
/** After so long nothing that is open delivers anything to somebody who was suspended. */
const SHUT_OUT_MS = 1_000;

const ISSUER = "https://portal.test/api/auth";
const { publicKey, privateKey } = await generateKeyPair("RS256");
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "k1", alg: "RS256", use: "sig" }] };
const env = {
  AUTH_ISSUER: ISSUER,
  AUTH_JWKS: `data:application/json;base64,${Buffer.from(JSON.stringify(jwks)).toString("base64")}`,
};

let backend: Awaited<ReturnType<typeof aServedBackend>>;
beforeEach(async () => {
  backend = await aServedBackend(env);
});
afterEach(() => backend.close());

function tokenFor(name: string, claims: Record<string, unknown> = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return (
    new SignJWT({
      sid: `session-of-${name}`,
      email: `${name}@ao.com`,
      email_verified: true,
      given_name: name,
      family_name: "Tester",
      has_changed_initial_password: true,
      ...claims,
    })
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: "k1" })
      .setIssuer(ISSUER)
      .setAudience("convex")
      .setSubject(name)
      // The backend's clock stands still from its start: a token made later than that would be one of the future.
      .setIssuedAt(now - 60)
      .setExpirationTime(now + 600)
      .sign(privateKey)
  );
}

async function signedIn(name: string, claims: Record<string, unknown> = {}): Promise<ConvexClient> {
  const token = await tokenFor(name, claims);
  const client = backend.connect();
  client.setAuth(async () => token);
  await client.mutation(api.people.mutations.signedIn, {});
  return client;
}

const idOf = async (client: ConvexClient) => (await client.query(api.people.queries.me, {}))!._id;

/** Everything a subscription delivers: its latest result, and the code it is refused with. */
function watch<F extends FunctionReference<"query">>(client: ConvexClient, query: F, args: FunctionArgs<F>) {
  const seen: { latest?: FunctionReturnType<F>; code?: string; deliveries: number } = { deliveries: 0 };
  client.onUpdate(
    query,
    args,
    (latest) => {
      seen.latest = latest;
      seen.deliveries += 1;
    },
    (error) => {
      seen.code = (error as { data?: { code?: string } }).data?.code;
    },
  );
  return seen;
}

test("a token of the sign-in is accepted, and its claims become a person", async () => {
  const ada = await signedIn("ada");
  expect(await ada.query(api.people.queries.me, {})).toMatchObject({
    email: "ada@ao.com",
    firstName: "ada",
    roles: ["staff"],
  });
});

test("ending a session reaches its open pages at once, and no one else's", async () => {
  const mine = watch(await signedIn("ada"), api.requests.queries.mine, {});
  const other = watch(await signedIn("bea"), api.requests.queries.mine, {});
  await vi.waitFor(() => expect([mine.latest?.rows, other.latest?.rows]).toEqual([[], []]), PATIENCE_MS);
  await backend.engine.mutation(internal.people.internal.endSession, {
    sessionId: "session-of-ada",
    expiresAt: Date.now() + 600_000,
  });
  await vi.waitFor(() => expect(mine.code).toBe("session-revoked"), PATIENCE_MS);
  expect(other.code).toBeUndefined();
});

test("suspending somebody reaches every open page of theirs within a second, by the change itself, and nothing they send counts", async () => {
  await backend.engine.mutation(internal.people.internal.bootstrapSuperAdmin, {
    email: "sofia@ao.com",
    firstName: "sofia",
    lastName: "Tester",
  });
  const [sofia, laptop] = [await signedIn("sofia"), await signedIn("ada")];
  const phone = await signedIn("ada", { sid: "her-other-device" });
  const pages = [laptop, phone, sofia].map((client) => watch(client, api.requests.queries.mine, {}));
  await vi.waitFor(() => expect(pages.map(({ latest }) => latest?.rows)).toEqual([[], [], []]), PATIENCE_MS);
  // The backend's clock stands still, so no job and no heartbeat has a part in what follows.
  const before = performance.now();
  await sofia.mutation(api.people.mutations.suspend, {
    personId: await idOf(laptop),
    reason: "Their laptop was stolen",
  });
  await vi.waitFor(() => expect(pages.map(({ code }) => code)).toEqual(["not-active", "not-active", undefined]), {
    timeout: SHUT_OUT_MS,
    interval: 5,
  });
  expect(performance.now() - before).toBeLessThan(SHUT_OUT_MS);
  for (const client of [laptop, phone]) {
    const sent = client.mutation(api.people.mutations.saveTheme, { themePreference: "dark" });
    await expect(sent).rejects.toMatchObject({ data: { code: "not-active" } });
  }
});

test("a socket that stays open past a suspension delivers nothing, whatever changes, but that its person is suspended", async () => {
  await backend.engine.mutation(internal.people.internal.bootstrapSuperAdmin, {
    email: "sofia@ao.com",
    firstName: "sofia",
    lastName: "Tester",
  });
  const [sofia, ada] = [await signedIn("sofia"), await signedIn("ada")];
  const [adaId, sofiaId] = [await idOf(ada), await idOf(sofia)];
  const pages = [
    watch(ada, api.requests.queries.mine, {}),
    watch(ada, api.home.queries.waitingOnMe, {}),
    watch(ada, api.notifications.queries.unseenCount, {}),
    watch(ada, api.people.queries.search, { text: "sofia" }),
    watch(ada, api.people.queries.byIds, { ids: [sofiaId] }),
  ];
  const me = watch(ada, api.people.queries.me, {});
  const other = watch(sofia, api.people.queries.byIds, { ids: [sofiaId] });
  await vi.waitFor(() => expect([...pages, me].every(({ latest }) => latest !== undefined)).toBe(true), PATIENCE_MS);
  await sofia.mutation(api.people.mutations.suspend, { personId: adaId, reason: "Their laptop was stolen" });
  await vi.waitFor(() => expect(pages.map(({ code }) => code)).toEqual(pages.map(() => "not-active")), PATIENCE_MS);
  await vi.waitFor(() => expect(me.latest).toMatchObject({ status: "suspended", capabilities: [] }), PATIENCE_MS);
  const before = pages.map(({ deliveries }) => deliveries);
  // All of this would show on the pages of somebody who is active.
  await runStep(
    (path, args) => backend.engine.mutation(path, args),
    async (ctx) => {
      await submitted(ctx, adaId, [{ type: "manual_check", candidateIds: [adaId] }]);
      await ctx.db.patch(sofiaId, { lastName: "Renamed" });
    },
  );
  await vi.waitFor(() => expect(other.latest).toMatchObject([{ name: "sofia Renamed" }]), PATIENCE_MS);
  // Answered on the same socket after whatever the change had for it.
  expect(await ada.query(api.people.queries.me, {})).toMatchObject({ status: "suspended", capabilities: [] });
  await expect(ada.query(api.people.queries.byIds, { ids: [sofiaId] })).rejects.toMatchObject({
    data: { code: "not-active" },
  });
  expect(pages.map(({ deliveries }) => deliveries)).toEqual(before);
  expect(JSON.stringify([pages, me.latest])).not.toContain("Renamed");
});

test("a saved theme, and a page that was opened, run again only what shows the theme or the visit", async () => {
  const ada = await signedIn("ada");
  const shown = [
    watch(ada, api.people.queries.me, {}),
    watch(ada, api.home.queries.waitingOnMe, {}),
    watch(ada, api.home.queries.quickActions, {}),
    watch(ada, api.requests.queries.progressOfMine, {}),
    watch(ada, api.notifications.queries.sinceLastVisit, {}),
    watch(ada, api.notifications.queries.settings, {}),
    watch(ada, api.requests.queries.cartSummary, {}),
    watch(ada, api.grants.queries.mine, {}),
    watch(ada, api.incidents.queries.open, {}),
  ];
  await vi.waitFor(() => expect(shown.every(({ latest }) => latest !== undefined)).toBe(true), PATIENCE_MS);
  const runsOf = async (change: () => Promise<unknown>): Promise<number> => {
    const before = backend.engine.figures().executions;
    await change();
    return backend.engine.figures().executions - before;
  };
  expect(await runsOf(() => ada.mutation(api.people.mutations.saveTheme, { themePreference: "dark" }))).toBe(1);
  expect(shown[0]?.latest).toMatchObject({ themePreference: "dark" });
  const comesBack = async (): Promise<void> => {
    await backend.engine.run(async (ctx) => {
      const person = await ctx.db.query("people").first();
      const aWhileAgo = (person?.["lastSeenAt"] as number) - 20 * MINUTE_MS;
      await ctx.db.patch(person?._id as never, { lastSeenAt: aWhileAgo });
    });
    await ada.mutation(api.people.mutations.signedIn, {});
  };
  expect(await runsOf(comesBack)).toBe(0);
});

test("a task that somebody may take runs again what shows it to them, and nothing of anybody else", async () => {
  const ada = await signedIn("ada");
  const bea = await signedIn("bea");
  const seen = watch(ada, api.home.queries.waitingOnMe, {});
  const other = watch(bea, api.home.queries.waitingOnMe, {});
  await vi.waitFor(() => expect([seen.latest?.items, other.latest?.items]).toEqual([[], []]), PATIENCE_MS);
  const cem = await signedIn("cem");
  const [adaId, cemId] = [await idOf(ada), await idOf(cem)];
  const before = backend.engine.figures().executions;
  await runStep(
    (path, args) => backend.engine.mutation(path, args),
    async (ctx) => void (await submitted(ctx, cemId, [{ type: "manual_check", candidateIds: [adaId] }])),
  );
  await vi.waitFor(() => expect(seen.latest?.items).toMatchObject([{ kind: "offer" }]), PATIENCE_MS);
  await ada.mutation(api.tasks.mutations.claim, { taskId: seen.latest?.items[0]?.id ?? "" });
  await vi.waitFor(() => expect(seen.latest?.items).toMatchObject([{ kind: "task" }]), PATIENCE_MS);
  // When this is answered, whatever was to run for Bea has run.
  await bea.mutation(api.people.mutations.saveTheme, { themePreference: "dark" });
  expect(backend.engine.figures().executions - before).toBe(2);
});

test("a monitor run in one session shows on the page of another", async () => {
  await backend.engine.mutation(internal.people.internal.bootstrapSuperAdmin, {
    email: "sofia@ao.com",
    firstName: "sofia",
    lastName: "Tester",
  });
  const sofia = await signedIn("sofia");
  const page = watch(await signedIn("sofia", { sid: "her-other-device" }), api.workflow.queries.listExecutions, {});
  await vi.waitFor(() => expect(page.latest).toEqual([]), PATIENCE_MS);
  await sofia.mutation(api.workflow.mutations.runTaskMonitor, {});
  await vi.waitFor(
    () => expect(page.latest).toMatchObject([{ startedBy: "sofia Tester", summary: "No open tasks" }]),
    PATIENCE_MS,
  );
});
