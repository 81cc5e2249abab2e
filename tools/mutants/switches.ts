/**
 * Puts all faults of a sample into one copy at once, each behind a switch: `fault(number)` notes that its place is
 * executed, and says whether this fault is the one that is on. A constant of a module is made before anything can be
 * switched; its place is where functions name it, and it is put in by rewriting the file.
 */

import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { mutated, type Mutant } from "./mutate.ts";

/** How many constants lie between a fault and the function it decides in. */
const MAX_HOPS = 3;

interface Insertion {
  readonly at: number;
  readonly text: string;
  /** Where an opening half is closed; 0 for a closing half. */
  readonly until: number;
}

/** A tree with its faults behind switches; a fault's number is its place in the sample. */
export class Switches {
  /** Numbers of faults that no switch reaches. */
  readonly fixed = new Set<number>();
  readonly #sources = new Map<string, ts.SourceFile>();
  readonly #insertions = new Map<string, Insertion[]>();

  constructor(texts: ReadonlyMap<string, string>, sample: readonly Mutant[]) {
    for (const [file, text] of texts)
      this.#sources.set(file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    for (const [number, mutant] of sample.entries()) this.#place(mutant, number);
  }

  /** The files that carry switches, with their texts. */
  *texts(): Generator<[string, string]> {
    for (const [file, insertions] of this.#insertions) {
      // From the end to the start, so the last one put in at an offset stands first there: closing halves, then what is
      // closed last.
      const ordered = insertions.toSorted((a, b) => b.at - a.at || rankOf(a) - rankOf(b));
      yield [
        file,
        ordered.reduce((sum, { at, text }) => sum.slice(0, at) + text + sum.slice(at), this.#source(file).text),
      ];
    }
  }

  #source(file: string): ts.SourceFile {
    const source = this.#sources.get(file);
    if (!source) throw new Error(`${file} was not read`);
    return source;
  }

  #place(mutant: Mutant, number: number): void {
    const source = this.#source(mutant.file);
    const place = placeOf(source, mutant);
    if (functionAround(place.node)) {
      const { node, instead } = place;
      return this.#put(mutant.file, [
        { at: node.getStart(source), text: `(globalThis.fault?.(${number}) ? (${instead}) : (`, until: node.end },
        { at: node.end, text: "))", until: 0 },
      ]);
    }
    this.fixed.add(number);
    this.#note(mutant.file, place.node, number, MAX_HOPS);
  }

  /** Notes in the functions that name the constant a node of a module belongs to, there or where it is imported. */
  #note(file: string, node: ts.Node, number: number, hops: number): void {
    const name = declaredAround(node);
    if (name === null || hops === 0) return;
    for (const [other, source] of this.#sources) {
      const local = other === file ? name : importedAs(source, other, file, name);
      if (local === null) continue;
      for (const mention of mentionsOf(source, local)) {
        const inside = functionAround(mention);
        if (inside) this.#enter(other, inside, number);
        else if (other !== file || declaredAround(mention) !== name) this.#note(other, mention, number, hops - 1);
      }
    }
  }

  /** A note where a function begins. */
  #enter(file: string, { body }: { readonly body: ts.Node }, number: number): void {
    const at = body.getStart(this.#source(file));
    if (ts.isBlock(body)) return this.#put(file, [{ at: at + 1, text: ` globalThis.fault?.(${number});`, until: 0 }]);
    this.#put(file, [
      { at, text: `(globalThis.fault?.(${number}), (`, until: body.end },
      { at: body.end, text: "))", until: 0 },
    ]);
  }

  #put(file: string, halves: readonly Insertion[]): void {
    const insertions = this.#insertions.get(file) ?? [];
    this.#insertions.set(file, insertions);
    insertions.push(...halves);
  }
}

const rankOf = ({ until }: Insertion): number => (until === 0 ? Infinity : until);

/** Whether a file with the fault in it can be read at all. */
export function isReadable(text: string, mutant: Mutant): boolean {
  const source = ts.createSourceFile(mutant.file, mutated(text, mutant), ts.ScriptTarget.Latest, false);
  return (source as unknown as { readonly parseDiagnostics: readonly unknown[] }).parseDiagnostics.length === 0;
}

interface Place {
  readonly node: ts.Node;
  /** What stands there with the fault. */
  readonly instead: string;
}

function placeOf(source: ts.SourceFile, mutant: Mutant): Place {
  const node = expressionAt(source, mutant);
  if (ts.isIfStatement(node)) return { node: node.expression, instead: "false" };
  if (ts.isExpressionStatement(node)) return { node: node.expression, instead: "undefined" };
  const start = node.getStart(source);
  return {
    node,
    instead: source.text.slice(start, mutant.start) + mutant.replacement + source.text.slice(mutant.end, node.end),
  };
}

/** The expression or statement the fault was put into. */
function expressionAt(source: ts.SourceFile, { start, end }: Mutant): ts.Node {
  let found: ts.Node = source;
  const visit = (node: ts.Node): void => {
    if (node.getStart(source) > start || node.end < end) return;
    found = node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  // The deepest of those that are as large; one above is what the fault was put into.
  if (found.kind >= ts.SyntaxKind.FirstPunctuation && found.kind <= ts.SyntaxKind.LastPunctuation) return found.parent;
  while (found.parent.getStart(source) === start && found.parent.end === end && ts.isExpression(found.parent))
    found = found.parent;
  return found;
}

type Entered = ts.Node & { readonly body: ts.Node };

function functionAround(node: ts.Node): Entered | null {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent)
    if (ts.isFunctionLike(at) && "body" in at && at.body) return at as unknown as Entered;
  return null;
}

/** The name of the module's constant that a node belongs to. */
function declaredAround(node: ts.Node): string | null {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent)
    if (ts.isVariableDeclaration(at) && ts.isIdentifier(at.name)) return at.name.text;
  return null;
}

/** What a file calls a name of another file, or null where it does not import it. */
function importedAs(source: ts.SourceFile, file: string, from: string, name: string): string | null {
  for (const statement of source.statements) {
    if (
      !ts.isImportDeclaration(statement) ||
      !ts.isStringLiteral(statement.moduleSpecifier) ||
      !statement.moduleSpecifier.text.startsWith(".")
    )
      continue;
    const path = `${normalize(join(dirname(file), statement.moduleSpecifier.text)).replace(/\.ts$/, "")}.ts`;
    const named = statement.importClause?.namedBindings;
    if (path !== from || !named || !ts.isNamedImports(named)) continue;
    const found = named.elements.find((element) => (element.propertyName ?? element.name).text === name);
    if (found) return found.name.text;
  }
  return null;
}

function mentionsOf(source: ts.SourceFile, name: string): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    const isOther = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
    if (
      ts.isIdentifier(node) &&
      node.text === name &&
      !isOther &&
      !(ts.isVariableDeclaration(node.parent) && node.parent.name === node)
    )
      found.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}
