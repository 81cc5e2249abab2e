/** Console output of functions as log lines: `[LEVEL] 'text' 1 { a: 2 }`. */

import { inspect } from "node:util";

const MAX_LINES = 256;
const MAX_LINE_LENGTH = 32_768;
const OVERFLOW = `[ERROR] Log overflow (maximum ${MAX_LINES}). Remaining log lines omitted.`;
const CUT = " (truncated due to length)";

export type LogLevel = "LOG" | "DEBUG" | "INFO" | "WARN" | "ERROR";

/** The lines of one call, those of the functions it calls included. */
export class LogBuffer {
  readonly lines: string[] = [];
  readonly timers = new Map<string, number>();
  readonly counters = new Map<string, number>();
  /** Whether something was shown with all it holds. */
  didShowObject = false;
  #depth = 0;

  /** Adds one console call. */
  add(level: LogLevel, args: readonly unknown[]): void {
    this.didShowObject ||= args.some((shown) => typeof shown === "object" || typeof shown === "function");
    this.#line(level, () => args.map(show).join(" "));
  }

  /** Adds a line that is already text. */
  addText(level: LogLevel, text: string): void {
    this.#line(level, () => text);
  }

  #line(level: LogLevel, textOf: () => string): void {
    if (this.lines.length > MAX_LINES) return;
    if (this.lines.length === MAX_LINES) {
      this.lines.push(OVERFLOW);
      return;
    }
    const indent = "  ".repeat(this.#depth);
    const line = `[${level}] ${indent}${textOf()}`;
    this.lines.push(line.length > MAX_LINE_LENGTH ? line.slice(0, MAX_LINE_LENGTH - CUT.length) + CUT : line);
  }

  /** Takes over a finished line of a called function. */
  adopt(line: string): void {
    if (this.lines.length < MAX_LINES) this.lines.push(line);
    else if (this.lines.length === MAX_LINES) this.lines.push(OVERFLOW);
  }

  indent(by: 1 | -1): void {
    this.#depth = Math.max(0, this.#depth + by);
  }
}

function show(value: unknown): string {
  try {
    return inspect(value, { depth: 4, maxArrayLength: 100, maxStringLength: MAX_LINE_LENGTH, breakLength: 120 });
  } catch {
    return "[unprintable value]";
  }
}
