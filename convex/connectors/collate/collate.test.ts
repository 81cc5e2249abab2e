import { expect, onTestFinished, test } from "vitest";
import { startCollateSandbox } from "../../../sandbox/collate/main";
import type { ReadingRuntime } from "../contract/reading";
import { connectCollate } from "./connection";

async function aCatalogue(runtime: Partial<ReadingRuntime> = {}) {
  const sandbox = await startCollateSandbox({
    'Sales."Orders.EU"': {
      description: "All orders",
      owners: [{ name: "Ada", email: "ada@example.com" }, { name: "Order team" }],
      experts: [{ name: "Bob", email: "bob@example.com" }],
    },
  });
  onTestFinished(() => sandbox.close());
  const clears: string[] = [];
  const at = (url: string, token = sandbox.token) =>
    connectCollate(
      { COLLATE_URL: url, COLLATE_TOKEN: token },
      {
        fetch,
        deadline: () => ({ signal: new AbortController().signal, clear: () => void clears.push("cleared") }),
        ...runtime,
      },
    );
  return { sandbox, at, collate: at(sandbox.url), clears };
}

test("a domain is read by its full name, with the addresses of people and the names of teams", async () => {
  const { collate } = await aCatalogue();
  expect(await collate.readDomain('Sales."Orders.EU"')).toEqual({
    fullName: 'Sales."Orders.EU"',
    description: "All orders",
    owners: [
      { name: "Ada", email: "ada@example.com" },
      { name: "Order team", email: null },
    ],
    experts: [{ name: "Bob", email: "bob@example.com" }],
  });
});

test("health is proven by the token, not by the version everybody is told", async () => {
  const { sandbox, at, collate } = await aCatalogue();
  expect((await collate.health()).facts).toEqual([
    { subject: "Version", value: "1.13.0" },
    { subject: "User", value: "portal-bot" },
  ]);
  await expect(at(sandbox.url, "another").health()).rejects.toMatchObject({ code: "credential-refused" });
});

test.each([
  ["html" as const, "admin-fixable", "another-system"],
  ["empty" as const, "bug", "answer-unknown"],
  ["other" as const, "bug", "answer-unknown"],
  ["endless" as const, "admin-fixable", "too-large"],
  [{ status: 302 }, "admin-fixable", "another-system"],
  [{ status: 401 }, "admin-fixable", "credential-refused"],
  [{ status: 403 }, "admin-fixable", "privilege-missing"],
  [{ status: 404 }, "user-fixable", "not-found"],
  [{ status: 418 }, "bug", "answer-unknown"],
  [{ status: 429 }, "transient", "unavailable"],
  [{ status: 500 }, "transient", "unavailable"],
])("an answer that is none (%j) is a failure and never an empty domain", async (failure, kind, code) => {
  const { sandbox, collate, clears } = await aCatalogue();
  sandbox.fail(failure);
  await expect(collate.readDomain('Sales."Orders.EU"')).rejects.toMatchObject({ kind, code });
  expect(clears).toEqual(["cleared"]);
});

test("an answer that does not come is waited for until the deadline, no longer", async () => {
  const { sandbox, collate } = await aCatalogue({
    deadline: () => {
      const controller = new AbortController();
      // Due at once: the sandbox never answers.
      const timer = setImmediate(() => controller.abort());
      return { signal: controller.signal, clear: () => clearImmediate(timer) };
    },
  });
  sandbox.fail("hang");
  await expect(collate.readDomain('Sales."Orders.EU"')).rejects.toMatchObject({ kind: "transient", code: "timeout" });
});

test("the token goes to no address without encryption but this machine’s own", async () => {
  const { at, sandbox } = await aCatalogue();
  const called: unknown[] = [];
  const elsewhere = connectCollate(
    { COLLATE_URL: "http://collate.example.com", COLLATE_TOKEN: sandbox.token },
    {
      fetch: async (url) => (called.push(url), new Response("{}")),
      deadline: () => ({ signal: new AbortController().signal, clear: () => {} }),
    },
  );
  await expect(elsewhere.readDomain("Sales")).rejects.toMatchObject({ code: "bad-address" });
  await expect(at("http://127.0.0.1:1").readDomain("Sales")).rejects.toMatchObject({ code: "unreachable" });
  expect(called).toEqual([]);
});

test("somebody who was deleted there is named without an address", async () => {
  const { sandbox, collate } = await aCatalogue();
  const real = sandbox.domains.get('Sales."Orders.EU"');
  sandbox.domains.set("Gone", {
    ...real,
    description: "",
    owners: [{ name: "Zoe", email: "zoe@example.com", isDeleted: true }],
  });
  expect((await collate.readDomain("Gone")).owners).toEqual([{ name: "Zoe", email: null }]);
});
