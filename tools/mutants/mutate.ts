/** The faults that can be put into a source file: each is one piece of text in the place of another. */

import ts from "typescript";

/** One fault. */
export interface Mutant {
  /** The same as long as the file has the same faults before it, wherever its lines move. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly what: string;
}

/** The same decision the other way round. */
const SWAPPED: Readonly<Record<number, string>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: "||",
  [ts.SyntaxKind.BarBarToken]: "&&",
  [ts.SyntaxKind.LessThanToken]: "<=",
  [ts.SyntaxKind.LessThanEqualsToken]: "<",
  [ts.SyntaxKind.GreaterThanToken]: ">=",
  [ts.SyntaxKind.GreaterThanEqualsToken]: ">",
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: "!==",
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: "===",
};

/** What is awaited and would not be missed at once: the audit trail, notices, refusals. */
const STEPS = /^(await )?(recordEvent|record\w*Event|notify\w*|tell\w*|refuse|refuseIf|queueMail)\(/;
const CODE = /^[a-z]+(-[a-z]+)+$/;

/** Every fault a file can have, in the order of its text. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const counts = new Map<string, number>();
  const add = (node: ts.Node, replacement: string, what: string): void => {
    const start = node.getStart(source);
    const words = `${file} ${what}: ${node.getText(source).replace(/\s+/g, " ")}`;
    const count = (counts.get(words) ?? 0) + 1;
    counts.set(words, count);
    found.push({
      name: `${words} ${count}`,
      file,
      line: source.getLineAndCharacterOfPosition(start).line + 1,
      start,
      end: node.end,
      replacement,
      what,
    });
  };
  const visit = (node: ts.Node): void => {
    // Types and imports decide nothing, and the words in them are nobody's to test.
    if (
      ts.isTypeNode(node) ||
      ts.isImportDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node)
    )
      return;
    mutate(node, source, add);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

type Add = (node: ts.Node, replacement: string, what: string) => void;

function mutate(node: ts.Node, source: ts.SourceFile, add: Add): void {
  if (ts.isIfStatement(node)) {
    add(node.expression, `!(${node.expression.getText(source)})`, "condition negated");
    if (!node.elseStatement && /\b(refuse\w*|return|throw|continue)\b/.test(node.thenStatement.getText(source)))
      add(node, "{}", "guard left out");
  }
  if (ts.isConditionalExpression(node))
    add(node.condition, `!(${node.condition.getText(source)})`, "condition negated");
  if (ts.isBinaryExpression(node)) {
    const swapped = SWAPPED[node.operatorToken.kind];
    if (swapped !== undefined)
      add(node.operatorToken, swapped, `${node.operatorToken.getText(source)} became ${swapped}`);
  }
  if (ts.isExpressionStatement(node) && STEPS.test(node.getText(source))) add(node, ";", "step left out");
  if (ts.isReturnStatement(node) && node.expression) mutateReturn(node.expression, source, add);
  if (ts.isNumericLiteral(node) && !ts.isPropertyAssignment(node.parent) && Number(node.text) < 1e6) {
    add(node, String(Number(node.text) + 1), `${node.text} became one more`);
  }
  if (
    ts.isStringLiteral(node) &&
    CODE.test(node.text) &&
    ts.isPropertyAssignment(node.parent) &&
    node.parent.name.getText(source) === "code"
  )
    add(node, '"not-this"', `code ${node.text} became another`);
}

function mutateReturn(expression: ts.Expression, source: ts.SourceFile, add: Add): void {
  const text = expression.getText(source);
  if (text === "null" || text === "undefined") return;
  if (text === "true" || text === "false")
    return add(expression, text === "true" ? "false" : "true", `${text} returned as the opposite`);
  if (ts.isObjectLiteralExpression(expression) && /\bcode:/.test(text))
    return add(expression, "null", "refusal not returned");
  if (ts.isBinaryExpression(expression) || ts.isPrefixUnaryExpression(expression))
    add(expression, `!(${text})`, "answer negated");
}

/** A file's text with the fault in it. */
export function mutated(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
