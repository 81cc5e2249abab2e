/** What a loaded backend module registers, and what Convex would refuse about it. */

import type { ConvexModule } from "@data-portal/engine/bundler";

/** The part of a registered function that the checks read. */
interface Registered {
  readonly isQuery?: boolean;
  readonly isMutation?: boolean;
  readonly isAction?: boolean;
  readonly isHttp?: boolean;
  exportArgs(): string;
}

interface ExportedTable {
  readonly tableName: string;
  readonly indexes: readonly { readonly indexDescriptor: string; readonly fields: readonly string[] }[];
}

const identifier = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const reservedIndexes = ["by_id", "by_creation_time"];
const mostIndexesPerTable = 32;
const mostFieldsPerIndex = 16;

/** Functions without args validator, and functions in a "use node" file that are not actions. */
export function whatRegistrationsLack(
  name: string,
  runtime: ConvexModule["runtime"],
  exports: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(exports).flatMap(([exported, value]) => {
    if (!isRegistered(value)) return [];
    const problems: string[] = [];
    if ((JSON.parse(value.exportArgs()) as { type: string }).type === "any")
      problems.push(`${name}:${exported} has no args validator`);
    if (runtime === "node" && value.isAction !== true)
      problems.push(`${name}:${exported} is in a "use node" file, where only actions may be`);
    return problems;
  });
}

function isRegistered(value: unknown): value is Registered {
  if (typeof value !== "function") return false;
  const { isQuery, isMutation, isAction } = value as unknown as Partial<Registered>; // flags the builders set on the function
  return (isQuery ?? isMutation ?? isAction) === true;
}

/** Table and index names, and index sizes, that Convex would refuse. */
export function whatSchemaLacks(schema: unknown): string[] {
  const { tables } = JSON.parse((schema as { export(): string }).export()) as { tables: ExportedTable[] }; // default export of schema.ts
  return tables.flatMap(({ tableName, indexes }) => {
    const problems = identifier.test(tableName) ? [] : [`schema: "${tableName}" is not a table name Convex accepts`];
    if (indexes.length > mostIndexesPerTable)
      problems.push(`schema: ${tableName} has more than ${mostIndexesPerTable} indexes`);
    for (const { indexDescriptor, fields } of indexes) {
      const isNamedWell = identifier.test(indexDescriptor) && !reservedIndexes.includes(indexDescriptor);
      if (!isNamedWell)
        problems.push(`schema: "${indexDescriptor}" of ${tableName} is not an index name Convex accepts`);
      if (fields.length > mostFieldsPerIndex)
        problems.push(`schema: ${tableName}.${indexDescriptor} has more than ${mostFieldsPerIndex} fields`);
      if (fields.includes("_creationTime"))
        problems.push(`schema: ${tableName}.${indexDescriptor} names _creationTime, which every index ends with`);
    }
    return problems;
  });
}
