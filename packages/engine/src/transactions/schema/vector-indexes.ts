/** Rules and limits of vector indexes, in the words of Convex. */

import type { VectorFields } from "../../storage/registry.ts";
import { isIdentifier } from "../../values/limits.ts";

/** A vector index as `schema.export()` writes it. */
export interface VectorIndexJson {
  readonly indexDescriptor: string;
  readonly vectorField: string;
  readonly dimensions: number;
  readonly filterFields?: readonly string[];
}

const MIN_DIMENSIONS = 2;
const MAX_DIMENSIONS = 4096;
const MAX_FILTER_FIELDS = 16;
const MAX_VECTOR_INDEXES = 4;

/** Reads one definition; throws when it breaks a rule of its own. A filter field named twice counts once. */
export function readVectorIndex(table: string, index: VectorIndexJson): VectorFields {
  const { indexDescriptor, vectorField, dimensions } = index;
  const filterFields = [...new Set(index.filterFields)];
  for (const field of [vectorField, ...filterFields]) {
    if (!field.split(".").every(isIdentifier))
      throw new Error(`In table "${table}": In index "${indexDescriptor}": Invalid index field: "${field}"`);
  }
  if (!Number.isInteger(dimensions) || dimensions < MIN_DIMENSIONS || dimensions > MAX_DIMENSIONS) {
    throw new Error(
      `In table "${table}": Dimensions ${dimensions} must be between ${MIN_DIMENSIONS} and ${MAX_DIMENSIONS}.`,
    );
  }
  if (filterFields.length > MAX_FILTER_FIELDS)
    throw new Error(`In table "${table}": Search indexes may have up to ${MAX_FILTER_FIELDS} filter fields.`);
  return { vectorField, dimensions, filterFields };
}

/** Throws when the vector indexes of a table break a rule together. */
export function checkVectorIndexes(table: string, indexes: ReadonlyMap<string, VectorFields>): void {
  const seen = new Map<string, string>();
  for (const [name, { vectorField, dimensions }] of indexes) {
    const other = seen.get(`${vectorField} ${dimensions}`);
    if (other !== undefined) {
      throw new Error(
        `In table "${table}" vector index "${other}" and vector index "${name}" have the same \`vectorField\`. Vector index fields must be unique within a table. You should combine the indexes with the same \`vectorField\` into one index containing all \`filterField\`s and then use different subsets of the \`filterField\`s at query time.`,
      );
    }
    seen.set(`${vectorField} ${dimensions}`, name);
  }
  if (indexes.size > MAX_VECTOR_INDEXES)
    throw new Error(`Table "${table}" cannot have more than ${MAX_VECTOR_INDEXES} vector indexes.`);
}
