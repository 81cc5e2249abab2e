import { expect, test } from "vitest";
import { createNotices } from "./notices.ts";
import { createRemoteBackend } from "./remote.ts";

function aDeployment(answer: () => Response) {
  const calls: { url: string; authorization: string | null; body: unknown }[] = [];
  const backend = createRemoteBackend({
    url: "https://happy.convex.cloud",
    deployKey: "prod:happy|key",
    fetch: async (input, init) => {
      const request = new Request(input, init);
      calls.push({
        url: request.url,
        authorization: request.headers.get("authorization"),
        body: request.method === "POST" ? await request.json() : null,
      });
      return answer();
    },
  });
  return { backend, calls };
}

test("the server calls internal functions of a deployment with the deploy key, and people's with their token", async () => {
  const { backend, calls } = aDeployment(() => Response.json({ status: "success", value: 7 }));
  expect(await backend.mutation("people/internal:endSession", { sessionId: "s", expiresAt: 1 })).toBe(7);
  await backend.queryAs("jwt", "people/queries:me");
  expect(calls).toEqual([
    {
      url: "https://happy.convex.cloud/api/function",
      authorization: "Convex prod:happy|key",
      body: { path: "people/internal:endSession", args: { sessionId: "s", expiresAt: 1 }, format: "json" },
    },
    {
      url: "https://happy.convex.cloud/api/query",
      authorization: "Bearer jwt",
      body: { path: "people/queries:me", args: {}, format: "json" },
    },
  ]);
});

test("a refusal comes back as an error with its data, an outage as one without", async () => {
  const refusing = aDeployment(() =>
    Response.json({ status: "error", errorMessage: "Server Error", errorData: { code: "not-allowed" } }),
  );
  await expect(refusing.backend.query("a:b")).rejects.toMatchObject({
    name: "BackendFunctionError",
    data: { code: "not-allowed" },
  });
  const broken = aDeployment(() => new Response("bad gateway", { status: 502 }));
  await expect(broken.backend.query("a:b")).rejects.toThrow("a:b: the backend answered with status 502");
  expect(await broken.backend.isReady()).toBe(false);
});

test("a notice that fails is tried again, later each time, and given up after five attempts with a line in the log", async () => {
  const waits: number[] = [];
  const warnings: string[] = [];
  let attempts = 0;
  const notices = createNotices({
    warn: (message) => void warnings.push(message),
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  notices.send("ended session", () => {
    attempts += 1;
    return Promise.reject(new Error("away"));
  });
  await notices.idle();
  await Promise.resolve();
  expect([attempts, waits]).toEqual([5, [250, 500, 1_000, 2_000]]);
  expect(warnings).toEqual(['the backend did not take "ended session": away']);
});
