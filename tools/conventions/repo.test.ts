/** What holds for the repository as a whole and no linter knows. */

import { existsSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { PAGE_IDS, pageOf, PAGES } from "../../convex/site/pages.ts";
import { inputs } from "../lib/build.mjs";
import { filesIn, isTestFile, type RepositoryFile, textOf } from "../lib/repository.ts";
import { root } from "../lib/runtime.mjs";
import { testNamesIn } from "../lib/test-names.ts";

/** Lines that match, as "file:line: text". */
function linesWith(pattern: RegExp, files: readonly RepositoryFile[]): string[] {
  return files.flatMap((file) =>
    file.text
      .split("\n")
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file.path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
      ),
  );
}

const code = filesIn("src", "contracts", "convex", "demo", "server", "packages", "sandbox", "tools", "e2e").filter(
  ({ path: file }) => /\.(tsx?|mjs)$/.test(file) && !/_generated\/|\.gen\.ts$|^tools\/fixtures\//.test(file),
);
const tests = code.filter(isTestFile);

test("what is built is built again when any folder changes that its code comes from", () => {
  const built = filesIn("src", "convex", "demo").filter(
    (file) => /\.tsx?$/.test(file.path) && !/\.testing\.tsx?$/.test(file.path) && !isTestFile(file),
  );
  const folders = built.flatMap(({ path: file, text }) =>
    [...text.matchAll(/from "(\.{1,2}\/[^"]+)"/g)].map(
      ([, to = ""]) => path.posix.join(path.posix.dirname(file), to).split("/")[0] ?? "",
    ),
  );
  // The functions are bundled by the engine's bundler.
  const missing = [...new Set([...folders, "packages/engine"])].filter((folder) => !inputs.includes(folder));
  expect(missing).toEqual([]);
});

describe("layout", () => {
  test("there are no barrel files besides the engine's doors", () => {
    // The fourth hands the transaction seam's types to the parts above `functions`, which may not reach past it.
    // The last is one chunk by intent: nothing else may name its parts.
    const doors = [
      "packages/engine/src/index.ts",
      "packages/engine/src/testing/index.ts",
      "packages/engine/bundler/index.ts",
      "packages/engine/src/functions/seam.ts",
      "src/ui/floating/floating.ts",
    ];
    const barrels = code.filter(({ path: file, text }) => {
      const statements = text
        .replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "")
        .split(";")
        .map((line) => line.trim())
        .filter((line) => line !== "");
      return (
        !doors.includes(file) &&
        statements.length > 0 &&
        statements.every((line) => /^export\s+(type\s+)?(\*|\{[^}]*\})[\s\S]*\sfrom\s/.test(line))
      );
    });
    expect(barrels.map(({ path: file }) => file)).toEqual([]);
  });

  test("what a file is stands at its top, never between its imports", () => {
    const between = code.filter(({ text }) =>
      /^import [^]*?^\/\*\*(?:(?!\*\/)[^])*\*\/\n+import /m.test(
        text.split(/^(?:export|const|function|describe|test)\b/m)[0] ?? "",
      ),
    );
    expect(between.map(({ path: file }) => file)).toEqual([]);
  });

  test("no folder holds more than 20 source files besides their tests", () => {
    const sizes = Map.groupBy(
      code.filter(({ path: file }) => !/\.test\.tsx?$/.test(file)),
      ({ path: file }) => path.dirname(file),
    );
    const large = [...sizes].filter(([, files]) => files.length > 20);
    expect(large.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
  });

  test("routes stay thin: URL, search schema, loader, screen", () => {
    const long = filesIn("src/routes").filter(
      ({ path: file, text }) =>
        file.endsWith(".tsx") && !/\/-|__root|_portal\.tsx$/.test(file) && text.split("\n").length > 71,
    );
    expect(long.map(({ path: file }) => file)).toEqual([]);
  });
});

test("only the demo's plug-in names a function of the demo: a portal without it runs none", () => {
  // They have no generated name: the demo calls them as "demo/seed:fill".
  const named = /["'`]demo\/[a-z]|\b(internal|api)\.demo\b/;
  const [plugin, core] = [true, false].map((isPlugin) =>
    code.filter(
      ({ path: file }) =>
        /^(convex|contracts|server|src)\//.test(file) &&
        !/\.test(ing)?\.tsx?$/.test(file) &&
        file.startsWith("server/demo/") === isPlugin,
    ),
  );
  expect(linesWith(named, plugin ?? [])).not.toEqual([]);
  expect(linesWith(named, core ?? [])).toEqual([]);
});

describe("product specification", () => {
  const rules = new Set(
    [...(textOf("SPEC.md") ?? "").matchAll(/^- \*\*([A-Z]{1,2}\d+)\*\*/gm)].map(([, id = ""]) => id),
  );
  const product = code.filter(({ path: file }) => !file.startsWith("packages/"));
  /** One or several ids in brackets, as in "(R5, A1)" or "[N1]". */
  const citationsIn = (text: string): string[] =>
    [...text.matchAll(/[([]([A-Z]{1,2}\d{1,2}(?:, [A-Z]{1,2}\d{1,2})*)[)\]]/g)].flatMap(([, ids = ""]) =>
      ids.split(", "),
    );

  test("every rule is cited by the name of a test", () => {
    const citing = product.filter((file) => isTestFile(file) && citationsIn(file.text).length > 0);
    const cited = new Set(citing.flatMap((file) => testNamesIn(file).flatMap(citationsIn)));
    expect(rules.size).toBeGreaterThan(0);
    expect([...rules].filter((id) => !cited.has(id))).toEqual([]);
  });

  test("every citation names a rule that exists", () => {
    expect(
      product.flatMap(({ path: file, text }) =>
        citationsIn(text)
          .filter((id) => !rules.has(id))
          .map((id) => `${id} in ${file}`),
      ),
    ).toEqual([]);
  });
});

describe("engine specification", () => {
  const specification = filesIn("packages/engine")
    .filter(({ path: file }) => /\/SPEC[\w-]*\.md$/.test(file))
    .map(({ text }) => text)
    .join("\n");
  /** A rule is its id in bold, wherever it stands: `**TX5** ...`. */
  const rules = new Set([...specification.matchAll(/\*\*\[?([A-Z]{2,4}\d+[a-z]?)\]?\*\*/g)].map(([, id = ""]) => id));
  const citationsIn = (text: string): string[] =>
    [...text.matchAll(/\[([A-Z]{1,4}\d+[a-z]?)\]/g)].map(([, id = ""]) => id);
  const citing = tests.filter(
    ({ path: file, text }) => file.startsWith("packages/engine/") && citationsIn(text).length > 0,
  );

  test("every rule is cited by the name of a test", () => {
    const cited = new Set(citing.flatMap((file) => testNamesIn(file).flatMap(citationsIn)));
    expect([...rules].filter((id) => !cited.has(id))).toEqual([]);
  });

  test("every citation names a rule that exists", () => {
    expect(
      citing.flatMap(({ path: file, text }) =>
        citationsIn(text)
          .filter((id) => !rules.has(id))
          .map((id) => `${id} in ${file}`),
      ),
    ).toEqual([]);
  });
});

describe("backend", () => {
  const handlers = filesIn("convex").filter(({ path: file }) =>
    /^convex\/[^/]+\/(queries|mutations|actions)\.ts$/.test(file),
  );
  const capabilities = new Set(
    [...(textOf("convex/access/rules.ts") ?? "").matchAll(/"([a-z]+\.[A-Za-z]+)"/g)].map(([, name = ""]) => name),
  );

  test("every public function is made by a guarded builder", () => {
    const unguarded = handlers.flatMap(({ path: file, text }) =>
      [...text.matchAll(/^export const (\w+) = (\w+)\(/gm)]
        .filter(([, , builder = ""]) => !/^(guarded|session|internal)(Query|Mutation|Action)$/.test(builder))
        .map(([, name = ""]) => `${file}: ${name}`),
    );
    expect(unguarded).toEqual([]);
  });

  test("functions stand in the doors alone: the build leaves no module out that holds one", () => {
    const makes = /^export const \w+ = (guarded|session|internal)(Query|Mutation|Action)\(/m;
    const elsewhere = filesIn("convex").filter(
      ({ path: file, text }) =>
        !/^convex\/[^/]+\/(queries|mutations|actions|internal)\.ts$|\.(test|testing)\.ts$/.test(file) &&
        makes.test(text),
    );
    expect(elsewhere.map(({ path: file }) => file)).toEqual([]);
  });

  test("a door holds its functions and nothing else: what they share stands on the floor it belongs to", () => {
    const below = /^convex\/(_generated|access|connectors|core|lib|lists|migrations|pages|process|site|testing)\//;
    /** What answers over HTTP beside the functions, and is mounted in convex/http.ts. */
    const overHttp = ["convex/files/http.ts"];
    const inDoors = filesIn("convex").filter(
      ({ path: file }) =>
        /^convex\/[^/]+\/.*\.ts$/.test(file) && !below.test(file) && !/\.(test|testing)\.ts$/.test(file),
    );
    const others = inDoors.filter(
      ({ path: file }) => !/^convex\/[^/]+\/(queries|mutations|actions|internal)\.ts$/.test(file),
    );
    expect(inDoors.length).toBeGreaterThan(100);
    expect(others.map(({ path: file }) => file)).toEqual(overHttp);
  });

  test("every guarded function names a capability of the table", () => {
    const unknown = handlers.flatMap(({ path: file, text }) =>
      [...text.matchAll(/(?:guarded|session)(?:Query|Mutation|Action)\(\s*(?:["']([^"']*)["'])?/g)]
        .filter(([, name = ""]) => !capabilities.has(name))
        .map(([call]) => `${file}: ${call}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe("pages", () => {
  const listed = PAGE_IDS.flatMap((id) => [PAGES[id].path, ...(pageOf(id).aliases ?? [])]);
  const shipped = code.filter(
    ({ path: file }) => /^(src|contracts|convex|server)\//.test(file) && !/\.test(ing)?\.tsx?$/.test(file),
  );

  test("each has its route, and each route its page or an earlier address of one", () => {
    const tree =
      /interface FileRoutesByFullPath \{([\s\S]*?)\n\}/.exec(textOf("src/routeTree.gen.ts") ?? "")?.[1] ?? "";
    const routes = [...tree.matchAll(/'([^']+)':/g)].map(([, path = ""]) =>
      path === "/" ? path : path.replace(/\/$/, ""),
    );
    // The splat is every address that leads nowhere; the last is left out of builds that are served to people.
    const withoutPage = ["/$", "/test/auto-login"];
    expect(routes.filter((path) => !withoutPage.includes(path)).toSorted()).toEqual(listed.toSorted());
  });

  const first = `(${[...new Set(listed.flatMap((address) => address.split("/")[1] || []))].join("|")})`;
  /** A text that begins with a page's address, or goes on with it behind a placeholder. */
  const written = new RegExp(`["'\`}]/${first}(?=["'\`/?#$])`);
  /** The same in a pattern, where its slashes are escaped. */
  const matched = new RegExp(`\\\\/(\\(\\?:)?${first}\\b|\\b${first}(\\)\\??)?\\\\/`);

  test("no address of one is written out besides the list of pages: links follow the list, and what reads them asks it", () => {
    const comment = /^\s*(\*|\/\*|\/\/)/;
    const declared = /createFileRoute\("[^"]*"\)/;
    const read = shipped
      .filter(({ path: file }) => !file.startsWith("convex/site/"))
      .map(({ path: file, text }) => ({
        path: file,
        text: text.replaceAll(/^.*$/gm, (line) => (comment.test(line) ? "" : line.replace(declared, ""))),
      }));
    expect(linesWith(written, read)).toEqual([]);
    expect(linesWith(matched, read)).toEqual([]);
  });

  test.each([
    ['to="/signin"', written],
    ["`/admin/users?person=${id}`", written],
    ["nameIn(to, /^\\/approvals\\/([^/?#]+)/)", matched],
    ["nameIn(to, /^\\/(?:admin\\/)?requests\\/tasks\\/([^/?#]+)/)", matched],
    ["/^(?:\\/admin)?\\/requests$/", matched],
  ])("%s is seen as an address that is written out", (line, address) => {
    expect(line).toMatch(address);
  });
});

describe("tests", () => {
  test("none waits for time to pass", () => {
    // Functions under test may set timers, and a bounded wait for a condition has to look again after a while.
    // A bench rests on links as people do.
    const mayWait = /^(packages\/engine\/test\/((late\/)?fixture\/|support\.ts$)|e2e\/bench\/)/;
    const waits = linesWith(
      new RegExp(`waitFor${"Timeout"}|\\bset${"Timeout"}\\(|\\b${"sleep"}\\(`),
      tests.filter(({ path: file }) => !mayWait.test(file)),
    );
    expect(waits).toEqual([]);
  });

  test("none is skipped, focused or promised for later", () => {
    expect(
      linesWith(new RegExp(`\\b(it|test|describe)\\.(${["skip", "only", "todo", "fixme"].join("|")})\\b`), tests),
    ).toEqual([]);
  });
});

describe("imports", () => {
  /** Names of libraries that are taken under another one, and why. */
  const mayBeRenamed: readonly (readonly [from: RegExp, names: RegExp, because: string])[] = [
    [/^convex\/server$/, /^(\w+)Generic as \1$/, "the builders' own names, as an app's generated files export them"],
    [
      /^node:(net|http)$/,
      /^(connect as connectTcp|request as httpRequest)$/,
      "the bare word says nothing beside the engine's own",
    ],
    [/^node:timers\/promises$/, /^setTimeout as sleep$/, "the name of the global that takes a callback"],
    [/^@base-ui\/react/, /^\w+ as Base$/, "the part of the house that wraps it has the same name"],
    [/^sonner$/, /^Toaster as Sonner$/, "the part of the house that wraps it has the same name"],
    [/^node:stream\/web$/, /^ReadableStream as NodeReadableStream$/, "the browser's type has the same name"],
  ];

  test("nothing of our own is renamed where it is imported: a call is found by the name it was declared with", () => {
    const renamed = code.flatMap(({ path: file, text }) =>
      [...text.matchAll(/^import (?:type )?(?:\w+, )?\{([^}]*)\} from "([^"]+)"/gm)].flatMap(
        ([, names = "", from = ""]) =>
          [...names.matchAll(/\w+ as \w+/g)]
            .map(([name]) => name)
            .filter((name) => !mayBeRenamed.some(([library, allowed]) => library.test(from) && allowed.test(name)))
            .map((name) => `${file}: ${name}`),
      ),
    );
    expect(renamed).toEqual([]);
  });
});

describe("hygiene", () => {
  const dependenciesIn = (file: string, ...kinds: string[]): [name: string, version: string][] => {
    const lists = JSON.parse(textOf(file) ?? "{}") as Record<string, Record<string, string>>;
    return kinds.flatMap((kind) => Object.entries(lists[kind] ?? {}));
  };
  const KINDS = ["dependencies", "devDependencies"];
  const ofPortal = dependenciesIn("package.json", ...KINDS);
  const ofEngine = dependenciesIn("packages/engine/package.json", ...KINDS);
  const engine = filesIn("packages/engine").filter(({ path: file }) => /\.([mc]?[jt]s|json)$/.test(file));

  test("every dependency is pinned to one version, the same in every package", () => {
    const loose = [...ofPortal, ...ofEngine].filter(
      ([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
    const versions = new Map(ofPortal);
    expect(ofEngine.filter(([name, version]) => (versions.get(name) ?? version) !== version)).toEqual([]);
  });

  test("the engine imports no package but those it names itself; what ships, none that only its tests have", () => {
    const packageOf = (specifier: string): string => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
    const shipped = new Set(dependenciesIn("packages/engine/package.json", "dependencies").map(([name]) => name));
    const named = new Set(ofEngine.map(([name]) => name));
    const isForTests = /^packages\/engine\/((test|bench)\/|vitest\.config\.ts$)|\.test\.ts$|\/testing-[\w-]+\.ts$/;
    const foreign = engine
      .filter(({ path: file }) => !file.endsWith(".json"))
      .flatMap(({ path: file, text }) =>
        ts
          .preProcessFile(text)
          .importedFiles.map(({ fileName }) => packageOf(fileName))
          .filter((name) => !/^(\.|node:)/.test(name) && !(isForTests.test(file) ? named : shipped).has(name))
          .map((name) => `${file}: ${name}`),
      );
    expect(foreign).toEqual([]);
  });

  test("no path in the engine leads out of its package, which is tested wherever it lies", () => {
    // A text that only looks like a path leads to nothing. Of one that is put together the fixed part counts.
    const outside = engine.flatMap(({ path: file, text }) =>
      [...text.matchAll(/["'`](\.\.(?:\/[^"'`\n]*)?)["'`]/g)].flatMap(([, to = ""]) => {
        const place = path.posix.join(path.posix.dirname(file), to.replace(/[^/]*\$\{.*/, ""));
        const isOutside = !`${place}/`.startsWith("packages/engine/") && existsSync(path.join(root, place));
        return isOutside ? [`${file}: ${to}`] : [];
      }),
    );
    expect(outside).toEqual([]);
  });

  test("package.json says everything once: of two blocks with one name the first is silently lost", () => {
    const keys = [...(textOf("package.json") ?? "").matchAll(/^  "(\w+)":/gm)].map(([, key]) => key);
    expect(keys).toEqual([...new Set(keys)]);
  });

  test("no unfinished work is marked in the code", () => {
    expect(
      linesWith(
        new RegExp(
          `\\b(${["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"].join("|")})\\b|not implem${"ented"}|coming ${"soon"}`,
          "i",
        ),
        code.filter(({ path: file }) => file !== "tools/conventions/repo.test.ts"),
      ),
    ).toEqual([]);
  });

  test("no file names a folder of somebody's machine", () => {
    const places = [
      ["", "work", "(wt|main|shared)", ""],
      ["", "home", "[a-z]"],
      ["", "Users", "[a-z]"],
      ["", "root", ""],
      ["", "tmp", "[a-z_-]+", ""],
    ].map((parts) => parts.join("/"));
    expect(
      linesWith(
        new RegExp(`(^|["'\`\\s(=])(${places.join("|")})`),
        filesIn().filter(({ path: file }) => file !== "package-lock.json"),
      ),
    ).toEqual([]);
  });
});
