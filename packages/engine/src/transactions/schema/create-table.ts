/** Tables of the app come into being when something is written to them. */

import type { Store } from "../../storage/store.ts";
import { indexInfo, tableInfo } from "./catalog.ts";
import type { Catalog, TableInfo } from "./catalog.ts";
import { BY_CREATION_TIME, BY_ID, FIRST_USER_TABLE_NUMBER } from "./names.ts";

/** Registers a table of the app with the two indexes every table has. */
export function createTable(
  store: Store,
  catalog: Catalog,
  name: string,
  number = catalog.nextNumber(FIRST_USER_TABLE_NUMBER),
): TableInfo {
  store.writer.insertTable(number, name);
  const indexes = [BY_ID, BY_CREATION_TIME].map((index) =>
    indexInfo({ number: store.writer.insertIndex(number, index, [], "ready"), name: index, fields: [] }),
  );
  return tableInfo({ number, name, indexes });
}
