/** The names of tests as their files give them: what a reader of the report sees, and nothing a test only mentions. */

import ts from "typescript";
import type { RepositoryFile } from "./repository.ts";

/** What declares a test or a group of them, also as `test.each(cases)(name)` or `describe.runIf(is)(name)`. */
const DECLARES = new Set(["test", "it", "describe", "journey"]);

/** The names a file gives its tests and groups, and the cases of those that are named by their cases. */
export function testNamesIn({ path, text }: RepositoryFile): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && DECLARES.has(declarer(node.expression))) {
      const [first] = node.arguments;
      const name = first ? words(first) : "";
      if (name !== "") names.push(name);
      // "%s" or "$rule": the name is filled from the table beside it.
      if (/[%$]/.test(name) && ts.isCallExpression(node.expression)) {
        const fill = (part: ts.Node): void => {
          names.push(words(part));
          ts.forEachChild(part, fill);
        };
        for (const table of node.expression.arguments) fill(table);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false));
  return names;
}

/** "test" of `test`, `test.each(cases)` and `test.runIf(is)`; "" of anything else that is called. */
function declarer(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) return declarer(callee.expression);
  return "";
}

/** The text of a literal, with whatever is filled in left out; "" of anything else. */
function words(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return "";
  return node.head.text + node.templateSpans.map(({ literal }) => literal.text).join("");
}
