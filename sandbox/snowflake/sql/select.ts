/** SELECT, as far as the portal goes: what the session is, tags, and the usage views. */

import { type Command, type Session, shownName } from "../account/model.ts";
import { has, isAccountAdmin, need, owns, rolesUnder } from "../account/privileges.ts";
import { type Problem, problems } from "../problem.ts";
import { type Cell, table, type Table } from "../result.ts";
import { Cursor } from "./cursor.ts";
import { findSchema, findWarehouse } from "./objects.ts";
import { VIEWS, type View } from "./usage-views.ts";

const SESSION_FUNCTIONS: Readonly<Record<string, (session: Session) => Cell>> = {
  CURRENT_ACCOUNT: ({ account }) => account.locator,
  CURRENT_ACCOUNT_NAME: ({ account }) => account.name,
  CURRENT_ORGANIZATION_NAME: ({ account }) => account.organization,
  CURRENT_USER: ({ user }) => user.name,
  CURRENT_ROLE: ({ role }) => role,
  CURRENT_WAREHOUSE: ({ warehouse }) => warehouse,
  CURRENT_VERSION: ({ account }) => account.version,
  CURRENT_REGION: ({ account }) => account.region,
};

/** After SELECT. */
export function parseSelect(cursor: Cursor): Command {
  const next = cursor.peek();
  if (next.kind === "word" && next.value === "SYSTEM$GET_TAG") return parseGetTag(cursor);
  if (next.kind === "word" && Object.hasOwn(SESSION_FUNCTIONS, next.value)) return parseSessionFunctions(cursor);
  return parseView(cursor);
}

function parseSessionFunctions(cursor: Cursor): Command {
  const columns: { name: string; of: (session: Session) => Cell }[] = [];
  do {
    const { value } = cursor.peek();
    const of = Object.hasOwn(SESSION_FUNCTIONS, value) ? SESSION_FUNCTIONS[value] : undefined;
    if (of === undefined) throw cursor.fail();
    cursor.identifier();
    cursor.expectSymbol("(");
    cursor.expectSymbol(")");
    columns.push({ name: alias(cursor) ?? `${value}()`, of });
  } while (cursor.acceptSymbol(","));
  return {
    isChange: false,
    run: (session) =>
      table(
        columns.map(({ name }) => name),
        [Object.fromEntries(columns.map(({ name, of }) => [name, of(session)]))],
      ),
  };
}

function alias(cursor: Cursor): string | null {
  return cursor.accept("AS") ? cursor.identifier() : null;
}

function parseGetTag(cursor: Cursor): Command {
  cursor.identifier();
  cursor.expectSymbol("(");
  const tag = nameIn(cursor.string(), 3);
  cursor.expectSymbol(",");
  const object = cursor.string();
  cursor.expectSymbol(",");
  const domain = cursor.string().toUpperCase();
  cursor.expectSymbol(")");
  const name = alias(cursor) ?? "SYSTEM$GET_TAG";
  return {
    isChange: false,
    run(session) {
      const full = shownName(tag);
      if (!session.account.tags.has(full)) throw problems.missing("Tag", full);
      const [first = "", second = ""] = nameIn(object, domain === "SCHEMA" ? 2 : 1);
      const { tags } =
        domain === "SCHEMA" ? findSchema(session.account, first, second) : findWarehouse(session.account, first);
      return table([name], [{ [name]: tags.get(full) ?? null }]);
    },
  };
}

/** A name inside a text argument is parsed as an identifier again. */
function nameIn(text: string, parts: number): string[] {
  const cursor = new Cursor(text);
  const name = cursor.qualified(parts);
  cursor.end();
  return name;
}

type Row = Readonly<Record<string, Cell>>;

function parseView(cursor: Cursor): Command {
  const outputs = parseOutputs(cursor);
  cursor.expect("FROM");
  const name = cursor.qualified(3);
  const view =
    name[0] === "SNOWFLAKE" && name[1] === "ACCOUNT_USAGE" && Object.hasOwn(VIEWS, name[2] ?? "")
      ? VIEWS[name[2] ?? ""]
      : undefined;
  if (view === undefined) return { isChange: false, run: () => fail(problems.missing("Object", shownName(name))) };
  const filters = cursor.accept("WHERE") ? parseFilters(cursor, view) : [];
  const order = cursor.accept("ORDER BY") ? columnOf(cursor, view) : null;
  const limit = cursor.accept("LIMIT") ? cursor.integer() : Number.POSITIVE_INFINITY;
  for (const { column } of outputs)
    if (column !== "*" && !view.columns.includes(column)) throw problems.invalidIdentifier(column);
  return {
    isChange: false,
    run(session) {
      const isGranted =
        isAccountAdmin(session) ||
        [...rolesUnder(session.account, session.role)].some((role) =>
          session.account.roles.get(role)?.databaseRoles.has(view.databaseRole),
        );
      if (!isGranted) throw problems.missing("Object", shownName(name));
      needWarehouse(session);
      const rows = view.rows(session.account).filter((row) => filters.every((matches) => matches(row)));
      if (order !== null) rows.sort((a, b) => ((a[order] ?? "") < (b[order] ?? "") ? -1 : 1));
      return project(outputs, rows.slice(0, limit), view);
    },
  };
}

interface Output {
  readonly column: string;
  readonly name: string;
  readonly aggregate: "COUNT" | "SUM" | "MAX" | null;
}

function parseOutputs(cursor: Cursor): Output[] {
  const outputs: Output[] = [];
  do {
    const aggregate =
      (["COUNT", "SUM", "MAX"] as const).find((word) => cursor.peek().value === word && cursor.peek(1).value === "(") ??
      null;
    if (aggregate !== null) {
      cursor.identifier();
      cursor.expectSymbol("(");
    }
    const column = aggregate === "COUNT" && cursor.acceptSymbol("*") ? "*" : cursor.identifier();
    if (aggregate !== null) cursor.expectSymbol(")");
    outputs.push({
      column,
      aggregate,
      name: alias(cursor) ?? (aggregate === null ? column : `${aggregate}(${column})`),
    });
  } while (cursor.acceptSymbol(","));
  if (outputs.some(({ aggregate }) => (aggregate === null) !== (outputs[0]?.aggregate === null)))
    throw problems.invalidValue("mix of columns and aggregates");
  return outputs;
}

function columnOf(cursor: Cursor, view: View): string {
  const column = cursor.identifier();
  if (!view.columns.includes(column)) throw problems.invalidIdentifier(column);
  return column;
}

function parseFilters(cursor: Cursor, view: View): ((row: Row) => boolean)[] {
  const filters: ((row: Row) => boolean)[] = [];
  do {
    const column = columnOf(cursor, view);
    if (cursor.accept("IS NULL")) filters.push((row) => (row[column] ?? null) === null);
    else if (cursor.accept("IS NOT NULL")) filters.push((row) => (row[column] ?? null) !== null);
    else if (cursor.acceptSymbol("=")) {
      const wanted = cursor.value();
      filters.push((row) => wanted !== null && row[column] === wanted);
    } else {
      cursor.expectSymbol(">=");
      const since = parseTime(cursor);
      filters.push((row) => Number(row[column] ?? Number.NaN) >= since);
    }
  } while (cursor.accept("AND"));
  return filters;
}

function parseTime(cursor: Cursor): number {
  cursor.expect("TO_TIMESTAMP_LTZ");
  cursor.expectSymbol("(");
  const at = Date.parse(cursor.value() ?? "");
  cursor.expectSymbol(")");
  if (Number.isNaN(at)) throw problems.badBind();
  return at / 1000;
}

function project(outputs: readonly Output[], rows: readonly Row[], { types }: View): Table {
  const names = outputs.map(({ name }) => name);
  const typeOf = Object.fromEntries(
    outputs.map(
      ({ name, column, aggregate }) =>
        [name, aggregate === null || aggregate === "MAX" ? (types[column] ?? "text") : "fixed"] as const,
    ),
  );
  if (outputs.every(({ aggregate }) => aggregate === null))
    return table(
      names,
      rows.map((row) => Object.fromEntries(outputs.map(({ name, column }) => [name, row[column] ?? null]))),
      typeOf,
    );
  const sum = (column: string): Cell =>
    rows.length === 0 ? null : String(rows.reduce((total, row) => total + Number(row[column] ?? 0), 0));
  const over = ({ column, aggregate }: Output): Cell => {
    if (aggregate === "COUNT") return String(rows.length);
    return aggregate === "SUM" ? sum(column) : greatest(rows.map((row) => row[column] ?? null));
  };
  return table(names, [Object.fromEntries(outputs.map((output) => [output.name, over(output)]))], typeOf);
}

/** The greatest of cells that are not NULL; numbers and times travel as decimal text. */
function greatest(cells: readonly Cell[]): Cell {
  return cells.reduce(
    (most, cell) => (cell !== null && (most === null || Number(cell) > Number(most)) ? cell : most),
    null,
  );
}

function needWarehouse(session: Session): void {
  const warehouse = session.warehouse === null ? undefined : session.account.warehouses.get(session.warehouse);
  if (warehouse === undefined) throw problems.noWarehouse();
  need(
    owns(session, warehouse.owner) || has(session, "USAGE", "WAREHOUSE", warehouse.name),
    `warehouse '${warehouse.name}'`,
  );
}

function fail(problem: Problem): never {
  throw problem;
}
