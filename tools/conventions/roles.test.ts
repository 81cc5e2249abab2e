/**
 * What a role is called, may do, and reaches stands in convex/access alone (docs/decisions/0020): elsewhere a rule asks
 * for the capability, the reach or the rank, so that a new role is entered once.
 */

import { expect, test } from "vitest";
import { ROLE_NAMES } from "../../convex/access/roles.ts";
import { filesIn, isTestFile, type RepositoryFile } from "../lib/repository.ts";

/** The tables of roles themselves. */
const registry = new Set(["roles", "rules", "rank", "scope"].map((name) => `convex/access/${name}.ts`));

/** What a shipped request type says of roles is its content, as it is in one somebody publishes. */
const content = "convex/core/catalog/types/";

const names = ROLE_NAMES.join("|");
/** A role as a text, as the key of a table, or as a member of ROLES. */
const NAMED = new RegExp(
  `["'\`](?:${names})["'\`]|^\\s*(?:${names}):|[{,]\\s*(?:${names}):|\\bROLES\\.(?:${names})\\b`,
);

/** Lines of code that name a role, as "line: text"; comments may. */
function namingIn({ text }: Pick<RepositoryFile, "text">): string[] {
  return text
    .replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ""))
    .split("\n")
    .flatMap((line, index) =>
      NAMED.test(line.replace(/(^|\s)\/\/.*$/, "")) ? [`${index + 1}: ${line.trim().slice(0, 100)}`] : [],
    );
}

test("nothing compares or lists a role by its name besides the tables of roles", () => {
  const code = filesIn("convex", "src", "server", "contracts").filter(
    (file) =>
      /\.tsx?$/.test(file.path) &&
      !isTestFile(file) &&
      !/_generated\/|\.gen\.ts$|\.testing\.tsx?$|^server\/demo\//.test(file.path) &&
      !file.path.startsWith(content) &&
      !registry.has(file.path),
  );
  expect(code.flatMap((file) => namingIn(file).map((line) => `${file.path}:${line}`))).toEqual([]);
});

test.each([
  ['if (by.roles.includes("superAdmin")) return null;', 1],
  ['const roles = ["staff" as const];', 1],
  ["  governance: 3,", 1],
  ["const reach = { finops: 1 };", 1],
  ["return ROLES.staff.word;", 1],
  ['/** "staff" means everybody. */', 0],
  ['return role; // "admin" here', 0],
  ['const to = "/admin/users";', 0],
  ['if (rolesHold(by.roles, "people.remove")) return null;', 0],
])("%s names a role on %i lines", (text, count) => {
  expect(namingIn({ text })).toHaveLength(count);
});
