/** The versions of a functions folder, and a start that does not come to its end. */

import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startAlone } from "../../serve/alone.ts";
import { Code } from "../../serve/code.ts";
import { aProject, type Project } from "./functions-folder.ts";

let project: Project;
let code: Code;
beforeEach(() => {
  project = aProject();
  project.write("auth.config.ts", "export default { providers: [] };");
  code = new Code(project.functions, path.join(project.data, "code"));
});
afterEach(() => {
  code.close();
  project.remove();
  vi.restoreAllMocks();
});

const markOf = async ({ modules }: Awaited<ReturnType<Code["bundle"]>>): Promise<unknown> =>
  (await modules["marked"]?.())?.["mark"];

test("[ALN4] what runs is kept and can be loaded again, however many saves after it cannot be served", async () => {
  project.write("marked.ts", "export const mark = 1;");
  code.runs(await code.bundle());
  for (let save = 0; save < 3; save++) {
    project.write("marked.ts", `export const = ${save};`);
    await expect(code.bundle()).rejects.toThrow("marked.ts:1");
  }
  expect(await markOf(code.again())).toBe(1);
});

test("[ALN4] what was bundled and not deployed is not loaded again in place of what runs", async () => {
  project.write("marked.ts", "export const mark = 1;");
  const first = await code.bundle();
  code.runs(first);
  for (let save = 2; save < 5; save++) {
    project.write("marked.ts", `export const mark = ${save};`);
    await code.bundle();
  }
  // Nothing of it was loaded before.
  expect(await markOf(first)).toBe(1);
  expect(await markOf(code.again())).toBe(1);
});

test("[ALN5] a start that fails at its end leaves neither ports nor the data folder taken", async () => {
  const options = {
    functions: project.functions,
    data: project.data,
    port: 0,
    sitePort: null,
    adminKey: null,
    envFile: null,
    isWatching: true,
    redactErrors: false,
  };
  const voice = { say: () => undefined, complain: () => undefined };
  vi.spyOn(Code.prototype, "watch").mockImplementationOnce(() => {
    throw new Error("nothing left to watch with");
  });
  await expect(startAlone(options, voice)).rejects.toThrow("nothing left to watch with");
  const alone = await startAlone(options, voice);
  await alone.close();
});
