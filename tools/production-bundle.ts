/**
 * What must not be in a build: the test sign-in page anywhere; in the browser's part server code, source
 * maps, and paths of the machine that built it.
 */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

interface Ban {
  readonly what: string;
  readonly pattern: RegExp;
  /** Which output folders are searched. */
  readonly in: readonly string[];
}

const bans: readonly Ban[] = [
  { what: "the test sign-in page", pattern: /test\/auto-login/, in: ["client", "server"] },
  { what: "a Node built-in", pattern: /(?:from|import|require\()\s*["']node:[a-z_/]+["']/, in: ["client"] },
  { what: "the sign-in server", pattern: /better-auth\/(?:dist|src)|BETTER_AUTH_SECRET/, in: ["client"] },
  { what: "a source map", pattern: /\/\/# sourceMappingURL=/, in: ["client"] },
  { what: "a demo account's address", pattern: /\b(?:staff|governance|finops|super)@ao\.com\b/, in: ["client"] },
];

/** One line per banned thing found in the build at `dist`. */
export function whatMustNotShip(dist: string): string[] {
  const buildPath = path.dirname(dist);
  return ["client", "server"].flatMap((part) => {
    const builtIn: Ban = {
      what: "the path it was built in",
      pattern: new RegExp(escapeRegExp(buildPath)),
      in: ["client"],
    };
    const banned = [...bans, builtIn].filter((ban) => ban.in.includes(part));
    return textFiles(path.join(dist, part)).flatMap((file) => {
      const text = readFileSync(file, "utf8");
      return banned
        .filter(({ pattern }) => pattern.test(text))
        .map(({ what, pattern }) => `${path.relative(dist, file)} holds ${what} (${pattern.source})`);
    });
  });
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function textFiles(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(m?js|css|html|json|webmanifest|map)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

if (import.meta.main) {
  const found = whatMustNotShip(path.resolve(import.meta.dirname, "../dist"));
  for (const line of found) process.stderr.write(`${line}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
