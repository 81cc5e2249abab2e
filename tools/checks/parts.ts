/** What somebody wants run: words of the command line of `npm test`. */

/** The kinds of tests that run without a browser, as the projects of vitest.config.ts are called. */
export const TEST_PROJECTS = ["unit", "engine", "functions", "server", "attacks", "conventions", "tools"] as const;

/** What is run of everything there is. */
export interface Parts {
  readonly isStatic: boolean;
  readonly wants: (part: string) => boolean;
  /** The files of journeys, all of them when there are none. */
  readonly journeys: readonly string[];
}

const KNOWN: readonly string[] = ["static", ...TEST_PROJECTS, "e2e"];

/**
 * The parts named, all of them when none is, or a sentence that says which word names nothing. A file of journeys is
 * named by its path, as in `e2e/audit.test.ts`.
 */
export function readParts(words: readonly string[]): Parts | string {
  const isStatic = words.includes("--static");
  const journeys = words.filter((word) => /^e2e\/.+\.test\.ts$/.test(word));
  const named = words.filter((word) => !word.startsWith("--") && !journeys.includes(word));
  const unknown = named.find((word) => !KNOWN.includes(word));
  if (unknown !== undefined) {
    return `"${unknown}" is not a part of the tests. There are: ${KNOWN.join(", ")}, and journeys by file (e2e/audit.test.ts).`;
  }
  const isAll = named.length === 0 && journeys.length === 0;
  const wants = (part: string): boolean => {
    if (isStatic) return part === "static";
    return isAll || named.includes(part) || (part === "e2e" && journeys.length > 0);
  };
  return { isStatic, wants, journeys };
}
