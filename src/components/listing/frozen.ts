/**
 * A page that stays still. Rows change in place while they are looked at; new ones wait until they are
 * asked for, and what no longer belongs to the list stays, marked, until then.
 */

interface Row {
  readonly id: string;
}

/** The rows as they lie there, those that left the list, and how many wait above or between them. */
export interface Still<R extends Row> {
  readonly rows: readonly R[];
  readonly goneIds: ReadonlySet<string>;
  readonly waiting: number;
}

/** What is shown after the list changed under the rows shown before. */
export function stillRows<R extends Row>(before: readonly R[], live: readonly R[]): Still<R> {
  const liveById = new Map(live.map((row) => [row.id, row]));
  const known = new Set(before.map(({ id }) => id));
  const lastKnown = live.findLastIndex(({ id }) => known.has(id));
  const unseen = live.map((row, index) => ({ row, index })).filter(({ row }) => !known.has(row.id));
  // Rows that follow all known ones move nothing: they came up because others left.
  const following = before.length === 0 || lastKnown >= 0 ? unseen.filter(({ index }) => index > lastKnown) : [];
  const waiting = unseen.length - following.length;
  const lastPresent = before.findLastIndex(({ id }) => liveById.has(id));
  // Rows at the end that are not there any more were pushed to the next page by those that wait.
  const goneIds = before
    .filter(({ id }, index) => !liveById.has(id) && (index < lastPresent || waiting === 0))
    .map(({ id }) => id);
  return {
    rows: [...before.map((row) => sameOr(row, liveById.get(row.id))), ...following.map(({ row }) => row)],
    goneIds: new Set(goneIds),
    waiting,
  };
}

/** A row that says what it said before is the one before: it is not drawn again because another one changed. */
function sameOr<R extends Row>(before: R, live: R = before): R {
  return before === live || JSON.stringify(before) === JSON.stringify(live) ? before : live;
}
