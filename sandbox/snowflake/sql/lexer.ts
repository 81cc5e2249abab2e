/** Cuts SQL text into tokens the way Snowflake does: comments skipped, identifiers folded, escapes resolved. */

import { problems } from "../problem.ts";

export interface Token {
  readonly kind: "word" | "quoted" | "string" | "number" | "symbol" | "bind" | "end";
  /** Words in upper case, quoted names and strings with their escapes resolved. */
  readonly value: string;
  /** As written. */
  readonly text: string;
  readonly at: number;
}

const MAX_STATEMENT_LENGTH = 1_000_000;
const MAX_IDENTIFIER_LENGTH = 255;
const patterns: readonly (readonly [Token["kind"] | "skip", RegExp])[] = [
  ["skip", /\s+|--[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\//y],
  ["word", /[A-Za-z_][A-Za-z0-9_$]*/y],
  ["quoted", /"(?:[^"]|"")*"/y],
  ["string", /'(?:[^'\\]|\\[\s\S]|'')*'|\$\$[\s\S]*?\$\$/y],
  ["number", /\d+(?:\.\d+)?/y],
  ["bind", /\?/y],
  ["symbol", />=|<=|<>|!=|->>|::|[=<>(),.;*!+-]/y],
];

/** The tokens of a text, the last one of kind "end". */
export function tokensOf(sql: string): Token[] {
  if (sql.length > MAX_STATEMENT_LENGTH) throw problems.invalidValue("statement length");
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length;) {
    const { kind, text } = nextToken(sql, at);
    if (kind !== "skip") tokens.push({ kind, text, at, value: valueOf(kind, text) });
    at += text.length;
  }
  return [...tokens, { kind: "end", value: "", text: "<EOF>", at: sql.length }];
}

/** Line and position of a place in a text, as messages count them. */
export function placeOf(sql: string, at: number): { line: number; position: number } {
  const before = sql.slice(0, at).split("\n");
  return { line: before.length, position: before.at(-1)?.length ?? 0 };
}

function nextToken(sql: string, at: number): { kind: Token["kind"] | "skip"; text: string } {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(sql);
    if (match !== null) return { kind, text: match[0] };
  }
  const { line, position } = placeOf(sql, at);
  throw problems.syntax(line, position, Array.from(sql.slice(at, at + 2))[0] ?? "");
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "0": "\u0000" };

function valueOf(kind: Token["kind"], text: string): string {
  switch (kind) {
    case "word":
      return checkedIdentifier(text.toUpperCase());
    case "quoted":
      return checkedIdentifier(text.slice(1, -1).replaceAll('""', '"'));
    case "string":
      if (text.startsWith("$$")) return text.slice(2, -2);
      return text
        .slice(1, -1)
        .replaceAll(/\\([\s\S])|''/g, (_, escaped?: string) =>
          escaped === undefined ? "'" : (ESCAPES[escaped] ?? escaped),
        );
    default:
      return text;
  }
}

function checkedIdentifier(name: string): string {
  if (name === "" || Array.from(name).length > MAX_IDENTIFIER_LENGTH || name.includes("\u0000"))
    throw problems.invalidIdentifier(name.slice(0, 300));
  return name;
}
