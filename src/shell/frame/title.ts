/** The product's name, as shown to people. */
export const productName = "Data Portal";

/** What the browser tab says on a page. */
export function pageTitle(page: string): string {
  return `${page} · ${productName}`;
}

/** Counted no further than this. */
const maxShown = 99;

/** "3", or "99+" for more than can be shown. */
export function countLabel(count: number): string {
  return count > maxShown ? `${maxShown}+` : String(count);
}

/** A tab's title with the count in front: "(3) Home · Data Portal". Whatever count it had is replaced. */
export function titleWith(count: number, title: string): string {
  const bare = title.replace(/^\(\d+\+?\) /, "");
  return count === 0 ? bare : `(${countLabel(count)}) ${bare}`;
}
