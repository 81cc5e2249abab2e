/** What both queues hand to the parts they share. */

import type { ReactNode } from "react";
import type { BulkOperation, QueueSort } from "../../../convex/core/shared/table";
import type { Refusal } from "../../../convex/lib/pure/refusal";
import type { QueueColumn } from "../../components/listing/shown-columns";
import type { StillSource } from "../../components/listing/use-still-page";
import type { PersonId } from "../../components/pickers/api";
import type { FilterPart } from "../../ui/list/filter-part";
import type { BulkWish, ListWish } from "./api";
import type { QueueSearch } from "./search";
import type { QueuePart } from "./status-tabs";

/** How the address changes: typing replaces, everything else is a place to come back to. */
export type How = "push" | "replace";

/** What the page hands in: the address, how to change it, and who looks. */
export interface QueueProps {
  readonly search: QueueSearch;
  readonly onSearch: (search: QueueSearch, how: How) => void;
  /** Opens a page of the portal by its path. */
  readonly onOpen: (path: string) => void;
  readonly viewer: {
    readonly id: PersonId;
    readonly name: string;
    readonly canManage: boolean;
    readonly whyNotExport: string | null;
  };
}

/** What tells one queue from the other. */
export interface QueueKind<Row extends { readonly id: string }> {
  readonly list: "requests" | "tasks";
  readonly noun: "request" | "task";
  /** What the page is called, the parts of its list, what stands beside them and what above the rows. */
  readonly title: string;
  readonly parts: readonly QueuePart[];
  readonly actions?: ReactNode;
  readonly above?: ReactNode;
  readonly live: StillSource<Row> | undefined;
  readonly columns: readonly QueueColumn<Row>[];
  readonly usualColumns: readonly string[];
  readonly filters: readonly FilterPart[];
  readonly placeholder: string;
  readonly nameOf: (row: Row) => string;
  readonly operations: readonly BulkOperation[];
  /** Why an operation would leave a row as it is, as far as the row tells; null where it would change it. */
  readonly whyNot: (operation: BulkOperation, row: Row) => Refusal | null;
  /** The chosen rows, or null for everything the filter lets through. */
  readonly selectionOf: (ids: readonly string[] | null) => BulkWish["selection"];
  /** Keeps its identity: the saved views are counted again when it changes. */
  readonly wishOf: (search: QueueSearch) => ListWish;
  readonly pageAfter: (
    sort: QueueSort,
    cursor: string | undefined,
  ) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>;
}

/** Everything a part of a queue works with. */
export type QueueListProps<Row extends { readonly id: string }> = QueueProps & QueueKind<Row>;

/** Changes parts of the address. */
export type Change = (changes: Partial<QueueSearch>, how?: How) => void;
