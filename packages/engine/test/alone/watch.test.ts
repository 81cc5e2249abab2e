import { afterEach, beforeEach, expect, test } from "vitest";
import { connectClient } from "../../src/testing/index.ts";
import { eventually } from "../support.ts";
import { serve, type ServingCommand } from "./command.ts";
import { aProject, sourceOf, type Project } from "./functions-folder.ts";

let project: Project;
let server: ServingCommand;

beforeEach(async () => {
  project = aProject();
  // Nobody signs in here.
  project.write("auth.config.ts", "export default { providers: [] };");
  server = await serve("--functions", project.functions, "--data", project.data, "--watch");
});
afterEach(async () => {
  await server.stop("SIGTERM");
  project.remove();
});

test("[ALN4] an edit reaches the live query; code that does not deploy is told with its place, and the code before goes on", async () => {
  const client = connectClient(server.url);
  try {
    let seen: readonly string[] = [];
    client.onUpdate("notes:list" as never, {} as never, (texts: readonly string[]) => (seen = texts));
    await client.mutation("notes:add" as never, { text: "one" } as never);
    await eventually(() => seen.includes("note: one"), "the first answer");

    project.write("notes.ts", sourceOf("notes.ts").replace('prefix = "note"', 'prefix = "edited"'));
    await eventually(() => seen.includes("edited: one"), "the answer of the edited query");

    project.write("notes.ts", `${sourceOf("notes.ts")}\nexport const broken = ;\n`);
    const line = sourceOf("notes.ts").split("\n").length + 1;
    await eventually(() => server.text().includes(`notes.ts:${line}:`), "the place of the error");
    expect(server.text()).toContain("Not deployed, the code before goes on");
    await client.mutation("notes:add" as never, { text: "two" } as never);
    expect(seen).toContain("edited: two");

    project.write("notes.ts", sourceOf("notes.ts"));
    await eventually(() => seen.includes("note: two"), "the answer of the mended query");

    project.write("schema.ts", sourceOf("schema.ts").replace("text: v.string()", "text: v.number()"));
    await eventually(
      () =>
        /Not deployed.*notes/s.test(server.text().slice(server.text().lastIndexOf("Not deployed"))) &&
        /text/.test(server.text().slice(server.text().lastIndexOf("Not deployed"))),
      "the refused schema",
    );
    await client.mutation("notes:add" as never, { text: "three" } as never);
    expect(seen).toContain("note: three");
  } finally {
    await client.close();
  }
});

test("[ALN4] code that throws while it loads is told with file and line", async () => {
  project.write(
    "lib/stamp.ts",
    'export const stamp = (text: string): string => text;\n\nthrow new Error("on purpose");\n',
  );
  await eventually(() => server.text().includes("on purpose"), "the error");
  expect(server.text()).toMatch(/stamp\.ts:3/);
});
