/** Which test files may notice a fault in a source file, those that are asked first in front. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** More test files than these are not asked about one fault. */
const MAX_TESTS = 8;
const IMPORT = /from "(\.[^"]+)"/g;

/** The import graph of the backend, as far as tests hang on it. */
export class TestFinder {
  readonly #tests: readonly string[];
  readonly #texts = new Map<string, string>();
  readonly #root: string;
  /** How long a test file took when it was run last: cheap ones go first. */
  readonly #costs = new Map<string, number>();

  constructor(root: string) {
    this.#root = root;
    this.#tests = globSync("convex/**/*.test.ts", { cwd: root }).filter((file) => !/large\.test|\/dev\//.test(file));
  }

  /** Notes what a test file cost. */
  took(test: string, ms: number): void {
    this.#costs.set(test, ms);
  }

  /** Tests that import the file, directly first; those of its folder; and those that name one of its functions' words. */
  of(file: string): string[] {
    const direct = this.#tests.filter((test) => this.#imports(test).includes(file));
    const folder = this.#tests.filter((test) => dirname(test) === dirname(file).replace(/\/rules$/, "") || dirname(test) === dirname(file));
    const noun = file.split("/")[1] ?? "";
    const same = this.#tests.filter((test) => test.startsWith(`convex/${noun}/`));
    const callers = this.#tests.filter((test) => this.#text(test).includes(`api.${noun}.`) || this.#text(test).includes(`internal.${noun}.`));
    const cheap = (tests: string[]): string[] => tests.sort((a, b) => this.#costOf(a) - this.#costOf(b));
    return [...new Set([...cheap(direct), ...cheap(folder), ...cheap(same), ...cheap(callers)])].slice(0, MAX_TESTS);
  }

  #costOf(test: string): number {
    return this.#costs.get(test) ?? (/rules[\w./]*test\.ts$/.test(test) ? 0 : 10_000);
  }

  #text(file: string): string {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const text = readFileSync(join(this.#root, file), "utf8");
    this.#texts.set(file, text);
    return text;
  }

  #imports(file: string): string[] {
    return [...this.#text(file).matchAll(IMPORT)].map(([, path = ""]) => `${normalize(join(dirname(file), path)).replace(/\.ts$/, "")}.ts`);
  }
}
