/**
 * What the page's client says of itself with each call: against a backend behind a real socket that answers with what
 * it was asked.
 */

import { createTestEngine } from "@data-portal/engine/testing";
import { makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { afterEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { api } from "../../convex/_generated/api";
import { PageClient } from "./page-client";

/** Far more than an answer takes on a busy machine. */
const PATIENCE_MS = 20_000;

const any = v.any();
const modules = {
  "people/queries": async () => ({
    me: queryGeneric({
      args: {},
      handler: async (ctx) => ({
        impersonation: (await ctx.db.query("running").order("desc").first())?.["shown"] ?? null,
      }),
    }),
  }),
  calls: async () => ({
    write: mutationGeneric({ args: any, handler: async (_, args) => args }),
    read: queryGeneric({ args: any, handler: async (_, args) => args }),
    run: mutationGeneric({
      args: { sessionId: v.union(v.null(), v.string()) },
      handler: async (ctx, { sessionId }) => {
        await ctx.db.insert("running", { shown: sessionId && { sessionId } });
      },
    }),
  }),
};
const write = makeFunctionReference<"mutation">("calls:write");
const read = makeFunctionReference<"query">("calls:read");

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function aPage() {
  const backend = await createTestEngine({ modules });
  closing.push(() => backend.close());
  const { url } = await backend.serve();
  const client = new PageClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    skipConvexDeploymentUrlCheck: true,
    unsavedChangesWarning: false,
    logger: false,
  });
  closing.push(() => client.close());
  const me = client.watchQuery(api.people.queries.me, {});
  return {
    client,
    /** The page asks who its viewer is, and has the answer. */
    open: async () => (
      me.onUpdate(() => undefined),
      vi.waitFor(() => expect(me.localQueryResult()).toBeDefined(), PATIENCE_MS)
    ),
    /** An impersonation begins or ends in another window, and the page shows it. */
    becomes: async (sessionId: string | null) => {
      await backend.engine.mutation("calls:run", { sessionId });
      await vi.waitFor(
        () => expect(me.localQueryResult()?.impersonation?.sessionId ?? null).toBe(sessionId),
        PATIENCE_MS,
      );
    },
  };
}

test("a page that shows nobody else writes in silence, and reads once as nobody", async () => {
  const { client, open } = await aPage();
  expect(await client.query(read, { row: 1 })).toEqual({ row: 1 });
  await open();
  expect(await client.mutation(write, { row: 1 })).toEqual({ row: 1 });
  expect(await client.query(read, { row: 1 })).toEqual({ row: 1, impersonationSessionId: null });
});

test("a page that shows an impersonation names it with each write and single reading, until it shows its end", async () => {
  const { client, open, becomes } = await aPage();
  await open();
  await becomes("session-1");
  expect(await client.mutation(write, { row: 1 })).toEqual({ row: 1, impersonationSessionId: "session-1" });
  expect(await client.mutation(write)).toEqual({ impersonationSessionId: "session-1" });
  expect(await client.query(read, { row: 1 })).toEqual({ row: 1, impersonationSessionId: "session-1" });
  await becomes(null);
  expect(await client.mutation(write, { row: 1 })).toEqual({ row: 1 });
});

test("a live reading names nothing, so that it goes on when the impersonation ends", async () => {
  const { client, open, becomes } = await aPage();
  await open();
  await becomes("session-1");
  const watch = client.watchQuery(read, { row: 1 });
  watch.onUpdate(() => undefined);
  await vi.waitFor(() => expect(watch.localQueryResult()).toEqual({ row: 1 }), PATIENCE_MS);
});

test("an optimistic update is made with the caller's own arguments and more, and options reach the client", async () => {
  const { client, open, becomes } = await aPage();
  await open();
  await becomes("session-1");
  const seen: unknown[] = [];
  await client.mutation(
    write,
    { row: 1 },
    {
      optimisticUpdate: (_, args) => {
        seen.push(args);
      },
    },
  );
  expect(seen).toMatchObject([{ row: 1 }]);
});
