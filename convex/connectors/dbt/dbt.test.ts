import { expect, onTestFinished, test } from "vitest";
import { type SandboxModel, startDbtSandbox } from "../../../sandbox/dbt/main";
import type { ReadingRuntime } from "../contract/reading";
import { connectDbt } from "./connection";

const MODELS: readonly SandboxModel[] = [
  { name: "orders", meta: { domain: "Orders", owner: "ada@ao.com" } },
  {
    name: "lines",
    meta: { domain: "Old" },
    configMeta: { domain: "Orders", owner: { name: "Bob", email: "bob@ao.com" } },
  },
  { name: "raw", type: "source", meta: { domain: "Orders" } },
  { name: "plain" },
  { name: "odd", meta: { domain: 7, owner: ["a"] } },
  { name: "checked", type: "test", meta: { domain: "Orders", owner: "eve@ao.com" } },
];

async function aProject(runtime: Partial<ReadingRuntime> = {}) {
  const sandbox = await startDbtSandbox(MODELS);
  onTestFinished(() => sandbox.close());
  const clears: string[] = [];
  const at = (url: string, token = sandbox.token) =>
    connectDbt(
      { DBT_URL: url, DBT_TOKEN: token, DBT_ACCOUNT: sandbox.account, DBT_JOB: sandbox.job },
      {
        fetch,
        deadline: () => ({ signal: new AbortController().signal, clear: () => void clears.push("cleared") }),
        ...runtime,
      },
    );
  return { sandbox, at, dbt: at(sandbox.url), clears };
}

test("owners and domains come from the newest good run, the configuration before what stands beside it", async () => {
  const { sandbox, dbt } = await aProject();
  expect(await dbt.readOwners()).toEqual({
    total: 5,
    models: [
      { name: "orders", domain: "Orders", owner: "ada@ao.com" },
      { name: "lines", domain: "Orders", owner: "bob@ao.com" },
      { name: "raw", domain: "Orders", owner: null },
    ],
  });
  expect(sandbox.calls.at(-1)).toContain("/runs/42/artifacts/manifest.json");
  sandbox.runs = [];
  await expect(dbt.readOwners()).rejects.toMatchObject({ code: "not-found" });
});

test("health is proven by the token and the job it may see", async () => {
  const { sandbox, at, dbt } = await aProject();
  expect((await dbt.health()).facts).toEqual([{ subject: "Job", value: "Nightly" }]);
  await expect(at(sandbox.url, "another").health()).rejects.toMatchObject({ code: "credential-refused" });
});

test.each([
  ["html" as const, "admin-fixable", "another-system"],
  ["empty" as const, "admin-fixable", "another-system"],
  ["endless" as const, "admin-fixable", "too-large"],
  [{ status: 302 }, "admin-fixable", "another-system"],
  [{ status: 401 }, "admin-fixable", "credential-refused"],
  [{ status: 404 }, "admin-fixable", "not-found"],
  [{ status: 418 }, "bug", "answer-unknown"],
  [{ status: 429 }, "transient", "unavailable"],
  [{ status: 500 }, "transient", "unavailable"],
])("an answer that is none (%j) is a failure and never a project without owners", async (failure, kind, code) => {
  const { sandbox, dbt, clears } = await aProject();
  sandbox.fail(failure);
  await expect(dbt.readOwners()).rejects.toMatchObject({ kind, code });
  expect(clears).toEqual(["cleared", "cleared"]);
});

test("an answer that does not come is waited for until the deadline, no longer", async () => {
  const waits: AbortController[] = [];
  const { sandbox, dbt } = await aProject({
    deadline: () => {
      const controller = new AbortController();
      waits.push(controller);
      // The first call is answered, the second never.
      const timer = waits.length === 2 ? setImmediate(() => controller.abort()) : undefined;
      return { signal: controller.signal, clear: () => clearImmediate(timer) };
    },
  });
  sandbox.fail("hang");
  await expect(dbt.readOwners()).rejects.toMatchObject({ kind: "transient", code: "timeout" });
});

test("the token goes to no address without encryption but this machine’s own", async () => {
  const { at } = await aProject();
  await expect(at("http://dbt.example.com").readOwners()).rejects.toMatchObject({ code: "bad-address" });
  await expect(at("http://127.0.0.1:1").readOwners()).rejects.toMatchObject({ code: "unreachable" });
});
