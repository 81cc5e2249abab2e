/** Walks over tokens. Whatever is not expected is a syntax error at its place, as Snowflake reports it. */

import { type Problem, problems } from "../problem.ts";
import { placeOf, type Token, tokensOf } from "./lexer.ts";

/** A bound value of a request, by its 1-based number. */
export type Binds = Readonly<Record<string, { readonly type: string; readonly value: string | null }>>;

const RESERVED = new Set(
  "ALL ALTER AND ANY AS BETWEEN BY CASE CAST CHECK COLUMN CONNECT CREATE CROSS CURRENT DELETE DISTINCT DROP ELSE EXISTS FALSE FOLLOWING FOR FROM FULL GRANT GROUP HAVING ILIKE IN INCREMENT INNER INSERT INTERSECT INTO IS JOIN LATERAL LEFT LIKE MINUS NATURAL NOT NULL OF ON OR ORDER QUALIFY REGEXP REVOKE RIGHT RLIKE ROW ROWS SAMPLE SELECT SET SOME START TABLE TABLESAMPLE THEN TO TRIGGER TRUE UNION UNIQUE UPDATE USING VALUES WHEN WHENEVER WHERE WITH".split(
    " ",
  ),
);

/** See the file's head. */
export class Cursor {
  readonly #sql: string;
  readonly #tokens: readonly Token[];
  readonly #binds: Binds;
  #next = 0;
  #bound = 0;

  constructor(sql: string, binds: Binds = {}) {
    this.#sql = sql;
    this.#tokens = tokensOf(sql);
    this.#binds = binds;
    const count = statementCount(this.#tokens);
    if (count > 1) throw problems.severalStatements(count);
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#next + ahead] ?? { kind: "end", value: "", text: "<EOF>", at: this.#sql.length };
  }

  fail(): Problem {
    const token = this.peek();
    const { line, position } = placeOf(this.#sql, token.at);
    return problems.syntax(line, position, token.text);
  }

  /** Takes these words if they come next, all of them or none. */
  accept(words: string): boolean {
    const wanted = words.split(" ");
    if (!wanted.every((word, index) => this.#isWord(word, index))) return false;
    this.#next += wanted.length;
    return true;
  }

  expect(words: string): void {
    if (!this.accept(words)) throw this.fail();
  }

  /** Takes the first of several alternatives and says which. */
  oneOf<T extends string>(...alternatives: readonly T[]): T {
    const found = alternatives.find((words) => this.accept(words));
    if (found === undefined) throw this.fail();
    return found;
  }

  acceptSymbol(symbol: string): boolean {
    const token = this.peek();
    if (token.kind !== "symbol" || token.value !== symbol) return false;
    this.#next++;
    return true;
  }

  expectSymbol(symbol: string): void {
    if (!this.acceptSymbol(symbol)) throw this.fail();
  }

  /** A name of one part. Reserved words need quotes. */
  identifier(): string {
    const token = this.peek();
    if (token.kind !== "quoted" && !(token.kind === "word" && !RESERVED.has(token.value))) throw this.fail();
    this.#next++;
    return token.value;
  }

  /** A name of exactly so many parts. */
  qualified(parts: number): string[] {
    const names = [this.identifier()];
    while (names.length < parts) {
      this.expectSymbol(".");
      names.push(this.identifier());
    }
    return names;
  }

  string(): string {
    return this.#take("string");
  }

  integer(): number {
    const text = this.#take("number");
    if (!/^\d+$/.test(text)) throw problems.invalidValue(text);
    return Number(text);
  }

  boolean(): boolean {
    return this.oneOf("TRUE", "FALSE") === "TRUE";
  }

  /** A text given as a literal or bound. Null when NULL was bound. */
  value(): string | null {
    if (this.peek().kind !== "bind") return this.string();
    this.#next++;
    const bind = this.#binds[String(++this.#bound)];
    if (bind === undefined) throw problems.badBind();
    if (bind.type === "FIXED" && bind.value !== null && !/^-?\d+(\.\d+)?$/.test(bind.value)) throw problems.badBind();
    if (bind.type === "BOOLEAN" && bind.value !== null && !/^(true|false|1|0)$/i.test(bind.value))
      throw problems.badBind();
    return bind.value;
  }

  /** Everything must have been read. */
  end(): void {
    while (this.acceptSymbol(";"));
    if (this.peek().kind !== "end") throw this.fail();
  }

  #take(kind: Token["kind"]): string {
    const token = this.peek();
    if (token.kind !== kind) throw this.fail();
    this.#next++;
    return token.value;
  }

  #isWord(word: string, ahead: number): boolean {
    const token = this.peek(ahead);
    return token.kind === "word" && token.value === word;
  }
}

function statementCount(tokens: readonly Token[]): number {
  let count = 0;
  let isInside = false;
  for (const token of tokens) {
    if (token.kind === "end") continue;
    const isSeparator = token.kind === "symbol" && token.value === ";";
    if (!isSeparator && !isInside) count++;
    isInside = !isSeparator;
  }
  return count;
}
