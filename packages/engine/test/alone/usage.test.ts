import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runEngine, serve, type Ended } from "./command.ts";
import { aProject, type Project } from "./functions-folder.ts";

let project: Project;

beforeEach(() => {
  project = aProject();
  project.write("auth.config.ts", "export default { providers: [] };");
});
afterEach(() => project.remove());

const attempt = (...args: string[]): Promise<Ended> =>
  runEngine("serve", "--functions", project.functions, "--data", project.data, "--port", "0", ...args).ended;

test("[ALN5] --help and a command without arguments say how", async () => {
  for (const args of [["--help"], [], ["serve", "-h"]]) {
    const { code, text } = await runEngine(...args).ended;
    expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining("--functions DIR") as string });
  }
});

test("[ALN5] arguments that make no sense are refused by name", async () => {
  const refused = async (what: RegExp, ...args: string[]): Promise<void> => {
    const { code, text } = await attempt(...args);
    expect(text).toMatch(what);
    expect(code).toBe(1);
  };
  await refused(/--functions .*missing is not a folder/, "--functions", path.join(project.root, "missing"));
  await refused(/--port must be a number from 0 to 65535, not "many"/, "--port", "many");
  await refused(/Unknown option '--prot'/, "--prot", "1");
  await refused(/--env-file .*nowhere cannot be read/, "--env-file", path.join(project.root, "nowhere"));
});

test("[ALN5] a folder without functions, and one whose code is broken, do not start", async () => {
  const empty = path.join(project.root, "empty");
  mkdirSync(empty);
  expect((await attempt("--functions", empty)).text).toContain("holds no functions");
  project.write("convex.config.ts", "export default 1;");
  expect((await attempt()).text).toContain("convex.config: the default export must be made with defineApp()");
  rmSync(path.join(project.functions, "convex.config.ts"));
  project.write("schema.ts", "export default 3;");
  expect((await attempt()).text).toContain("schema: the default export must be made with defineSchema()");
  project.write("schema.js", "export default 3;");
  rmSync(path.join(project.functions, "schema.ts"));
  expect((await attempt()).text).toContain("schema: the default export must be made with defineSchema()");
  project.write("notes.ts", "export const a = ;");
  expect(await attempt()).toMatchObject({ code: 1, text: expect.stringMatching(/notes\.ts:1:\d+: ERROR/) as string });
});

test("[ALN5] a port in use and a locked data folder are named; [ALN6] a signal stops cleanly and the data is there again", async () => {
  const first = await serve("--functions", project.functions, "--data", project.data, "--admin-key", "mine");
  expect(first.adminKey).toBe("mine");
  const { port } = new URL(first.url);
  expect(await attempt("--port", port)).toMatchObject({
    code: 1,
    text: expect.stringContaining(
      `Port ${port} is in use by another program. Choose another one with --port.`,
    ) as string,
  });
  expect(await attempt()).toMatchObject({
    code: 1,
    text: expect.stringMatching(/another process|already|in use/i) as string,
  });
  const call = async (url: string, kind: string, name: string, args: object): Promise<unknown> =>
    (
      (await (
        await fetch(`${url}/api/${kind}`, {
          method: "POST",
          body: JSON.stringify({ path: name, args, format: "json" }),
        })
      ).json()) as { value: unknown }
    ).value;
  await call(first.url, "mutation", "notes:add", { text: "kept" });
  expect(await first.stop("SIGINT")).toMatchObject({ code: 0, text: expect.stringMatching(/Stopped\.\n$/) as string });

  const second = await serve("--functions", project.functions, "--data", project.data);
  expect(second.adminKey).not.toBe("mine");
  expect(readFileSync(path.join(project.data, "admin-key"), "utf8").trim()).toBe(second.adminKey);
  expect(await call(second.url, "query", "notes:list", {})).toContain("note: kept");
  expect((await second.stop("SIGTERM")).code).toBe(0);
});

test("[ALN10] a variable of the file is reserved or too long: the start is refused", async () => {
  const file = path.join(project.root, "variables");
  writeFileSync(file, "CONVEX_SITE_URL=x\n");
  expect((await attempt("--env-file", file)).text).toContain("CONVEX_SITE_URL is reserved");
  writeFileSync(file, `LONG=${"x".repeat(9000)}\n`);
  expect((await attempt("--env-file", file)).text).toContain("LONG is longer than 8192 bytes");
});
