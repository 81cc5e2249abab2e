/** What a file would do, as the server tells. */
export interface Preview {
  readonly problems: readonly {
    readonly row: number | null;
    readonly column: string | null;
    readonly message: string;
  }[];
  readonly rows: readonly {
    readonly row: number;
    readonly name: string;
    readonly detail: string | null;
    readonly does: "create" | "change" | "nothing";
    readonly changes: string | null;
  }[];
  /** Names this very outcome: something else is not done. */
  readonly hash: string;
}

/** What was done. */
export interface Imported {
  readonly created: number;
  readonly changed: number;
  readonly skipped: number;
  /** Proposed: a second person has to confirm the whole file. */
  readonly state?: "done" | "proposed";
  /** Rows that each wait for a second person. */
  readonly proposed?: number;
  /** Rows that were left out, with the reason. */
  readonly refused?: readonly { readonly row: number; readonly name: string; readonly reason: string }[];
}

/** What the things of a file are called. */
export interface SheetNoun {
  readonly one: string;
  readonly many: string;
}
