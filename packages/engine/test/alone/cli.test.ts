import { readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectClient } from "../../src/testing/index.ts";
import { eventually } from "../support.ts";
import { convexCli, serve, type Ended, type ServingCommand } from "./command.ts";
import { aProject, type Project } from "./functions-folder.ts";

let project: Project;
let server: ServingCommand;

beforeAll(async () => {
  project = aProject();
  project.write("auth.config.ts", "export default { providers: [] };");
  project.write(
    "crons.ts",
    "export const nothing = 1;\nimport { cronJobs } from 'convex/server';\nexport default cronJobs();",
  );
  server = await serve("--functions", project.functions, "--data", project.data);
});
afterAll(async () => {
  await server.stop("SIGTERM");
  project.remove();
});

const convex = (...args: string[]): Promise<Ended> => convexCli(project.root, server, ...args);

test("[ALN7] convex run calls internal functions, also as a user, and lists what there is", async () => {
  expect(await convex("run", "notes:addLater", '{"text":"run"}')).toMatchObject({ code: 0 });
  expect(
    await convex(
      "run",
      "notes:add",
      '{"text":"acting"}',
      "--identity",
      '{"subject":"grace","issuer":"https://x.test"}',
    ),
  ).toMatchObject({ code: 0 });
  const listed = await convex("run", "notes:list");
  expect(listed.text).toContain("note: run!");
  const missing = await convex("run", "notes:missing");
  expect(missing.code).toBe(1);
  expect(missing.text).toContain("notes:addLater");
  expect((await convex("function-spec")).text).toContain("notes.js:addLater");
});

test("[ALN7] convex data lists tables and documents", async () => {
  expect((await convex("data")).text).toContain("notes");
  const documents = await convex("data", "notes", "--format", "jsonLines");
  expect(documents.text).toContain('"grace"');
});

test("[ALN7] convex export and import carry everything over", async () => {
  const file = path.join(project.root, "snapshot.zip");
  expect(await convex("export", "--path", file)).toMatchObject({ code: 0 });
  expect(statSync(file).size).toBeGreaterThan(0);
  await convex("run", "notes:addLater", '{"text":"after"}');
  const refused = await convex("import", file, "-y");
  expect(refused.code).toBe(1);
  expect(refused.text).toMatch(/failed/);
  expect(await convex("import", "--replace", "-y", file)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/Added 2 documents/) as string,
  });
  expect((await convex("run", "notes:list")).text).not.toContain("after");
  // The newest export stays for a second download, what was imported does not.
  expect(readdirSync(path.join(project.data, "transfers"))).toEqual([expect.stringMatching(/^export-\d+\.zip$/)]);
  expect(statSync(path.join(project.data, "transfers")).mode & 0o777).toBe(0o700);
});

test("[ALN7] [ALN8] the latest export is told to who has the admin key, also in the words of the dashboard", async () => {
  const asked = async (path: string, authorization: Record<string, string>): Promise<any> => {
    const response = await fetch(`${server.url}/api/query`, {
      method: "POST",
      headers: authorization,
      body: JSON.stringify({ path, args: {}, format: "json" }),
    });
    return await response.json();
  };
  const admin = { authorization: `Convex ${server.adminKey}` };
  expect(await convex("export", "--path", path.join(project.root, "again.zip"))).toMatchObject({ code: 0 });
  const { value } = await asked("_system/frontend/latestExport", admin);
  expect(value).toMatchObject({ state: "completed", zip_object_key: expect.any(String) as string });
  expect(value).toEqual((await asked("_system/cli/exports:getLatest", admin)).value);
  expect((await asked("_system/frontend/latestExport", {})).errorMessage).toContain("Could not find public function");
});

/** Over HTTP, where the command would only start another process to ask the same. */
async function answerOf(path: string): Promise<unknown> {
  const body = JSON.stringify({ path, args: {}, format: "json" });
  const { value } = (await (await fetch(`${server.url}/api/query`, { method: "POST", body })).json()) as {
    value: unknown;
  };
  return value;
}

test("[ALN10] convex env changes what live queries see and loads the code anew", async () => {
  const client = connectClient(server.url);
  let seen = "";
  client.onUpdate("notes:greeting" as never, {} as never, (text: string) => (seen = text));
  await eventually(() => seen === "none", "the first answer");
  expect(await convex("env", "set", "GREETING", "welcome")).toMatchObject({ code: 0 });
  await eventually(() => seen === "welcome", "the new value");
  await client.close();
  expect(await answerOf("notes:loadedGreeting")).toBe("welcome");
  const [got, listed, reserved] = await Promise.all([
    convex("env", "get", "GREETING"),
    convex("env", "list"),
    convex("env", "set", "CONVEX_X", "1"),
  ]);
  expect(got.text).toContain("welcome");
  expect(listed.text).toContain("GREETING=welcome");
  expect(reserved.code).toBe(1);
});

test("[ALN10] a variable that was set or removed is so after a crash, whatever the file says", async () => {
  const settings = path.join(project.data, "env.json");
  const file = path.join(project.root, "variables");
  writeFileSync(file, "GREETING=from the file\n");
  const startAgain = async (): Promise<void> => {
    await server.stop("SIGKILL");
    server = await serve("--functions", project.functions, "--data", project.data, "--env-file", file);
  };
  await setVariable("GREETING", "kept");
  expect(statSync(settings).mode & 0o777).toBe(0o600);
  await startAgain();
  expect(await answerOf("notes:greeting")).toBe("kept");
  expect(await convex("env", "remove", "GREETING")).toMatchObject({ code: 0 });
  expect(await answerOf("notes:greeting")).toBe("none");
  await startAgain();
  expect(await answerOf("notes:greeting")).toBe("none");
});

/** As the command does. */
async function setVariable(name: string, value: string): Promise<void> {
  const { status } = await fetch(`${server.url}/api/update_environment_variables`, {
    method: "POST",
    headers: { authorization: `Convex ${server.adminKey}` },
    body: JSON.stringify({ changes: [{ name, value }] }),
  });
  expect(status).toBe(200);
}

test("[ALN9] what this server does not do is refused with the reason", async () => {
  const refused = async (path: string): Promise<unknown> =>
    (await (
      await fetch(`${server.url}${path}`, {
        method: "POST",
        headers: { authorization: `Convex ${server.adminKey}` },
        body: "{}",
      })
    ).json()) as unknown;
  expect(await refused("/api/deploy2/start_push")).toMatchObject({
    code: "NotSupported",
    message: expect.stringContaining("--watch") as string,
  });
  const developing = await convex("dev", "--once");
  expect(developing.code).toBe(1);
  expect(developing.text).toContain("Code is not pushed to this server");
  expect(await refused("/api/run_test_function")).toMatchObject({ code: "NotSupported" });
  project.write("../rows.jsonl", "{}\n");
  const single = path.join(project.root, "rows.jsonl");
  expect(await convex("import", "--component", "none", "--table", "notes", single)).toMatchObject({
    code: 1,
    text: expect.stringContaining("Data of components cannot be imported") as string,
  });
});

test.each([
  ["rows.csv", '\ufeffauthor,text,size\r\nx,"a ""quoted"", text\nin two lines",-1.5e3\r\n\r\n"y",007 b,1\r\n'],
  [
    "rows.jsonl",
    '\ufeff{"author":"x","text":"a \\"quoted\\", text\\nin two lines","size":-1500}\n{"author":"y","text":"007 b","size":1}',
  ],
  [
    "rows.json",
    '[{"author":"x","text":"a \\"quoted\\", text\\nin two lines","size":-1500},{"author":"y","text":"007 b","size":1}]',
  ],
])("[ALN11] convex import takes one table from %s", async (name, content) => {
  project.write(`../${name}`, content);
  expect(await convex("import", "--table", "sizes", "--replace", "-y", path.join(project.root, name))).toMatchObject({
    code: 0,
    text: expect.stringMatching(/Added 2 documents/) as string,
  });
  const { text } = await convex("data", "sizes", "--format", "jsonArray", "--order", "asc");
  expect((JSON.parse(text) as object[]).map(({ _id, _creationTime, ...fields }: any) => fields as object)).toEqual([
    { author: "x", text: 'a "quoted", text\nin two lines', size: -1500 },
    { author: "y", text: "007 b", size: 1 },
  ]);
});

test.each([
  ["short.csv", "author,text\nx\n", "the row in line 2 has 1 cells, the header has 2"],
  ["open.csv", 'author,text\nx,"y\n', "is never closed"],
  ["no.json", '{"author":"x"}', "it is no JSON array"],
  ["broken.json", "[{]", "it is no JSON"],
  ["huge.json", `["${"x".repeat(8 * 1024 * 1024)}"]`, "a JSON array may have at most 8388608 bytes"],
])("[ALN11] a table that cannot be read is refused with its place: %s", async (name, content, why) => {
  project.write(`../${name}`, content);
  expect(await convex("import", "--table", "sizes", "--append", "-y", path.join(project.root, name))).toMatchObject({
    code: 1,
    text: expect.stringContaining(why) as string,
  });
});

test("[ALN11] what cannot be a table's name is refused before the upload is looked at", async () => {
  for (const tableName of ["a/b", "_storage", "../x", ""]) {
    const response = await fetch(`${server.url}/api/import/finish_upload`, {
      method: "POST",
      headers: { authorization: `Convex ${server.adminKey}` },
      body: JSON.stringify({ uploadToken: "none", import: { mode: "append", format: "csv", tableName } }),
    });
    expect(await response.json()).toMatchObject({
      code: "BadRequest",
      message: `${JSON.stringify(tableName)} cannot be the name of a table`,
    });
  }
});
