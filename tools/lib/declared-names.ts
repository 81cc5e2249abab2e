/** The names a file gives: to values, types, parameters and properties. What it only uses was named elsewhere. */

import ts from "typescript";
import type { RepositoryFile } from "./repository.ts";

export interface DeclaredName {
  readonly name: string;
  /** A key of an object or of its type, also where it is taken out under its own name. */
  readonly isProperty: boolean;
}

/** Every name a file declares; that of a constant as it would be of a variable: MAX_SHOWN is maxShown. */
export function declaredNamesIn({ path, text }: RepositoryFile): DeclaredName[] {
  const names: DeclaredName[] = [];
  const visit = (node: ts.Node): void => {
    const name = nameOf(node);
    if (name !== null) names.push({ name: asVariable(name), isProperty: isProperty(node) });
    ts.forEachChild(node, visit);
  };
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind));
  return names;
}

function nameOf(node: ts.Node): string | null {
  const isDeclared =
    isProperty(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  const { name } = node as { readonly name?: ts.Node };
  return isDeclared && name && ts.isIdentifier(name) ? name.text : null;
}

function isProperty(node: ts.Node): boolean {
  return (
    ts.isPropertySignature(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    (ts.isBindingElement(node) && node.propertyName === undefined)
  );
}

function asVariable(name: string): string {
  if (!/^[A-Z][A-Z0-9]+(_[A-Z0-9]+)*$/.test(name)) return name;
  return name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
